import { useState } from 'react';
import { usePicture } from '@/shared/api';
import { Button, Checkbox, Dialog, Notice, Skeleton } from '@/shared/ui';
import './dice-tray.css';
import { useGameId } from '../client/context';
import { useDueRoll } from './dueRoll';
import { TrayReading } from './TrayReading';
import { useDiceImage } from './useDiceImage';

type TrayImage = ReturnType<typeof useDiceImage>;

/** The button that opens the dice tray's photo with what was read from it. */
export function DiceTray() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="dice" className="min-h-11" onClick={() => setOpen(true)}>
        View Dice Image
      </Button>
      {open && <DiceTrayModal onClose={() => setOpen(false)} />}
    </>
  );
}

/** Dice that the roll takes, as last said while the tray is open: a panel that is drawn again says nothing for a moment. */
function useRolled(): number | null {
  const due = useDueRoll(({ roll }) => roll?.count ?? null);
  const [rolled, setRolled] = useState(due);
  if (due !== null && due !== rolled) setRolled(due);
  return rolled;
}

function DiceTrayModal({ onClose }: { onClose: () => void }) {
  const gameId = useGameId();
  const rolled = useRolled();
  const { image, result, error, busy, refetch, unread, readAgain } = useDiceImage(gameId, rolled);
  const [boxes, setBoxes] = useState(true);
  const source = usePicture(image?.image_url);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Dice Tray Analysis"
      description="The latest photo of the dice tray, and what its dice show.">
      <div className="mt-4 flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Checkbox label="Show Dice Detections" checked={boxes} onChange={setBoxes} />
          <Button icon="refresh" className="min-h-11" busy={busy} onClick={refetch}>
            Refresh
          </Button>
        </div>
        {error && (
          <Notice text={error}>
            <Button icon="refresh" className="min-h-11" busy={busy} onClick={refetch}>
              Retry
            </Button>
          </Notice>
        )}
        {!image && !error && <Skeleton className="h-40" />}
        {image && !image.exists && (
          <div className="text-soft">
            <p>No dice tray images have been taken yet.</p>
            <p>First mark where the tray lies, in the camera's set-up; then press “Take Dice Tray Photo”.</p>
          </div>
        )}
        {image?.exists && (
          <TrayReading
            key={`${image.image_url} ${image.processed_at} ${rolled}`}
            image={image}
            rolled={rolled}
            source={source}
            boxes={boxes}
            result={result}
            onUsed={onClose}
          />
        )}
        {image?.exists && !result && <NotYetRead unread={unread} readAgain={readAgain} />}
      </div>
    </Dialog>
  );
}

function NotYetRead({ unread, readAgain }: Pick<TrayImage, 'unread' | 'readAgain'>) {
  return unread ? (
    <Notice text={unread}>
      <Button icon="refresh" className="min-h-11" busy={readAgain.busy} onClick={readAgain.begin}>
        Read it again
      </Button>
    </Notice>
  ) : (
    <div role="status" className="text-soft">
      <p>No analysis results available for this dice image.</p>
      <p>Analysis may still be in progress...</p>
    </div>
  );
}
