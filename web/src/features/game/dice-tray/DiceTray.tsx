import { useState } from 'react';
import { usePicture } from '@/shared/api';
import { Button, Checkbox, Dialog, Notice, Skeleton } from '@/shared/ui';
import './dice-tray.css';
import { useGameId } from '../client/context';
import { FoundDice } from './FoundDice';
import { inReadingOrder } from './found';
import { TrayPhoto } from './TrayPhoto';
import { useDiceImage } from './useDiceImage';

/** Pixels of a photo that does not say how large it is. */
const USUAL = { width: 1920, height: 1080 };

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

function DiceTrayModal({ onClose }: { onClose: () => void }) {
  const gameId = useGameId();
  const { image, result, error, busy, refetch, unread, readAgain } = useDiceImage(gameId);
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
        {image && !image.exists && <p className="text-soft">No dice tray images have been taken yet.</p>}
        {image?.exists && (
          <TrayPhoto
            source={source}
            width={image.width ?? USUAL.width}
            height={image.height ?? USUAL.height}
            dice={result?.dice ?? []}
            boxes={boxes}
          />
        )}
        {image?.exists && !result && unread && (
          <Notice text={unread}>
            <Button icon="refresh" className="min-h-11" busy={readAgain.busy} onClick={readAgain.begin}>
              Read it again
            </Button>
          </Notice>
        )}
        {image?.exists && !result && !unread && (
          <div role="status" className="text-soft">
            <p>No analysis results available for this dice image.</p>
            <p>Analysis may still be in progress...</p>
          </div>
        )}
        {result && <ReadDice result={result} reading={`${image?.image_url} ${image?.processed_at}`} onUsed={onClose} />}
      </div>
    </Dialog>
  );
}

interface ReadDiceProps {
  result: NonNullable<ReturnType<typeof useDiceImage>['result']>;
  /** What makes another reading of it. */
  reading: string;
  onUsed: () => void;
}

function ReadDice({ result, reading, onUsed }: ReadDiceProps) {
  return (
    <>
      {result.time !== null && (
        <p className="text-sm text-soft">
          Prediction time: <span className="figure">{Math.round(result.time)} ms</span>
        </p>
      )}
      {result.dice.length === 0 && <p className="text-soft">No dice were found on this photo.</p>}
      <FoundDice key={reading} dice={inReadingOrder(result.dice)} onUsed={onUsed} />
    </>
  );
}
