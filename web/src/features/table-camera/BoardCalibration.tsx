import { useState } from 'react';
import { answered, calibrateCamera, changeCamera, sentence, usePicture, type CameraState } from '@/shared/api';
import { Badge, Button, Notice } from '@/shared/ui';
import { useCamera } from './cameraStore';
import { PhotoFile } from './PhotoFile';
import { PhotoMarks, type Spot } from './PhotoMarks';
import { useCameraState } from './useCameraLink';
import { usePhotoTaking } from './usePhotoTaking';

const CORNERS = [
  'Upper left corner of the board',
  'Upper right corner of the board',
  'Lower right corner of the board',
  'Lower left corner of the board',
];
/** Where the corners wait until somebody drags them. */
const WAITING: readonly Spot[] = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
];

/** How well the board is found, in words. */
function boardFound({ empty_image_id, residual, markers }: CameraState): string {
  if (!empty_image_id) return 'The empty board has not been photographed yet.';
  if (typeof residual !== 'number')
    return 'The board is found by its corners. With the printed markers on it, it would be found more exactly.';
  return `The board is found by ${markers} markers, to within ${residual.toFixed(2)} inches.`;
}

/** The photo of the empty board, by which everything on it is found later, and its corners where markers do not show them. */
export function BoardCalibration({ gameId }: { gameId: string }) {
  const camera = useCameraState(gameId);
  const connected = useCamera((store) => store.connected);
  const [tried, setTried] = useState('');
  const state = camera.data;
  const taking = usePhotoTaking(state?.paired ?? false, async (imageId) => {
    setTried(imageId);
    camera.put(await answered(calibrateCamera({ path: { game_id: gameId }, body: { image_id: imageId } })));
  });
  const shown = tried || state?.empty_image_id || '';
  return (
    <section aria-label="Empty board" className="flex flex-col gap-3">
      <h3 className="label text-soft">2. The empty board</h3>
      <p className="text-sm text-soft">
        Take a picture with the terrain and the markers on the board, and no miniatures. Take a new one when the phone
        has moved.
      </p>
      {state && (
        <p className="flex flex-wrap items-center gap-2" role="status">
          {typeof state.residual === 'number' && (
            <Badge tone="good" icon="check">
              {state.residual.toFixed(2)}″
            </Badge>
          )}
          <span data-testid="board-found">{boardFound(state)}</span>
        </p>
      )}
      {(state?.problems ?? []).map((each) => (
        <Notice key={each.code} tone={each.fatal ? 'error' : 'info'} text={each.message} />
      ))}
      {taking.problem && <Notice text={taking.problem} />}
      {camera.isError && (
        <Notice text={sentence(camera.error)} onRetry={() => void camera.refetch()} busy={camera.isFetching} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          icon="camera"
          tone={state?.empty_image_id ? 'plain' : 'primary'}
          busy={taking.busy}
          disabled={!connected}
          onClick={taking.take}>
          Photograph the empty board
        </Button>
        <PhotoFile label="Choose a photo of the empty board" busy={taking.busy} onChoose={taking.choose} />
      </div>
      {state && shown && (
        <Corners
          key={shown}
          gameId={gameId}
          found={typeof state.residual === 'number' && shown === state.empty_image_id}
          imageId={shown}
          corners={state.corners ?? []}
          onSaved={() => taking.again(shown)}
        />
      )}
    </section>
  );
}

interface CornersProps {
  gameId: string;
  /** The markers show where the board is: corners are dragged only if somebody wants to. */
  found: boolean;
  imageId: string;
  corners: readonly Spot[];
  onSaved: () => void;
}

/** The board's corners on the photo, dragged to where they are. */
function Corners({ gameId, found, imageId, corners, onSaved }: CornersProps) {
  const camera = useCameraState(gameId);
  const source = usePicture(`/api/game/${gameId}/photos/${imageId}`);
  const [dragging, setDragging] = useState(false);
  const [draft, setDraft] = useState<readonly Spot[] | null>(null);
  const [problem, setProblem] = useState('');
  const marks = draft ?? (corners.length === 4 ? corners : WAITING);
  const save = async (wanted: readonly Spot[]) => {
    setProblem('');
    try {
      camera.put(
        await answered(changeCamera({ path: { game_id: gameId }, body: { corners: wanted.map(([x, y]) => [x, y]) } })),
      );
      setDraft(null);
      onSaved();
    } catch (error) {
      setProblem(sentence(error));
    }
  };
  if (found && !dragging && !corners.length) {
    return (
      <div className="flex flex-col items-start gap-2">
        {source && <img src={source} alt="The empty board" className="w-full" />}
        <Button tone="quiet" icon="edit" onClick={() => setDragging(true)}>
          Set the corners by hand
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {source && <PhotoMarks source={source} alt="The empty board" marks={marks} names={CORNERS} onChange={setDraft} />}
      <p className="text-sm text-soft">
        Where markers are hidden or missing, drag the four handles onto the board's corners: they are used instead.
      </p>
      {problem && <Notice text={problem} />}
      <div className="flex flex-wrap gap-2">
        <Button icon="check" disabled={!draft && corners.length === 4} onClick={() => void save(marks)}>
          Save the corners
        </Button>
        {corners.length === 4 && (
          <Button tone="quiet" icon="undo" onClick={() => void save([])}>
            Forget the corners
          </Button>
        )}
      </div>
    </div>
  );
}
