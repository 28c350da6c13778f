import { useState } from 'react';
import { answered, changeCamera, sentence, usePicture } from '@/shared/api';
import { Button, Notice } from '@/shared/ui';
import { useCamera } from './cameraStore';
import { PhotoFile } from './PhotoFile';
import { PhotoMarks, type Spot } from './PhotoMarks';
import { traySelection } from './tray';
import { useCameraState } from './useCameraLink';
import { usePhotoTaking } from './usePhotoTaking';

const ENDS = ['First corner of the dice tray', 'Opposite corner of the dice tray'];
const WAITING: readonly Spot[] = [
  [0.35, 0.35],
  [0.65, 0.65],
];
/** A rectangle that is narrower than this is none yet. */
const LEAST = 0.01;

const hasRoom = ([a, b]: readonly Spot[]): boolean =>
  Boolean(a && b && Math.abs(a[0] - b[0]) >= LEAST && Math.abs(a[1] - b[1]) >= LEAST);

type Tray = NonNullable<ReturnType<typeof traySelection>>;

const endsOf = ({ startX, startY, endX, endY }: Tray): readonly Spot[] => [
  [startX, startY],
  [endX, endY],
];

/** The rectangle between two ends, wherever each of them was drawn. */
const between = ([[startX, startY] = [0, 0], [endX, endY] = [0, 0]]: readonly Spot[]) => ({
  startX: Math.min(startX, endX),
  startY: Math.min(startY, endY),
  endX: Math.max(startX, endX),
  endY: Math.max(startY, endY),
});

/** The dice tray's rectangle, drawn on the latest photo. */
export function TrayDrawing({ gameId }: { gameId: string }) {
  const camera = useCameraState(gameId);
  const { photo, connected } = useCamera();
  const [draft, setDraft] = useState<readonly Spot[] | null>(null);
  const [problem, setProblem] = useState('');
  const taking = usePhotoTaking(camera.data?.paired ?? false, () => Promise.resolve());
  const empty = camera.data?.empty_image_id;
  const source = usePicture(photo.url ?? (empty ? `/api/game/${gameId}/photos/${empty}` : null));
  const known = traySelection(camera.data?.dice_tray_coordinates);
  const marks = draft ?? (known ? endsOf(known) : WAITING);
  const keep = async (ends: readonly Spot[]) => {
    const body = { dice_tray_coordinates: between(ends) };
    camera.put(await answered(changeCamera({ path: { game_id: gameId }, body })));
  };
  const save = async () => {
    setProblem('');
    try {
      await keep(marks);
      setDraft(null);
    } catch (error) {
      setProblem(sentence(error));
    }
  };
  return (
    <section aria-label="Dice tray" className="flex flex-col gap-3">
      <h3 className="label text-soft">3. The dice tray</h3>
      <p className="text-sm text-soft">
        Draw a rectangle round the dice tray on the latest photo, or drag its two handles. Without it dice are typed or
        tapped.
      </p>
      <p role="status" data-testid="tray-known">
        {known ? "The dice tray's place is known." : 'No dice tray coordinates configured'}
      </p>
      {source ? (
        <PhotoMarks source={source} alt="The latest photo" marks={marks} names={ENDS} rectangle onChange={setDraft} />
      ) : (
        <p className="text-soft">There is no photo yet.</p>
      )}
      {(problem || taking.problem) && <Notice text={problem || taking.problem} />}
      <div className="flex flex-wrap gap-2">
        {source && (
          <Button
            icon="check"
            tone={draft ? 'primary' : 'plain'}
            disabled={!hasRoom(marks) || (!draft && known !== null)}
            onClick={() => void save()}>
            Save the dice tray
          </Button>
        )}
        <Button icon="camera" busy={taking.busy} disabled={!connected} onClick={taking.take}>
          Take a new picture
        </Button>
        {!source && <PhotoFile label="Choose a photo with the dice tray" busy={taking.busy} onChoose={taking.choose} />}
      </div>
    </section>
  );
}
