import { useMemo, useState } from 'react';
import { usePicture } from '@/shared/api';
import { Button, Checkbox, Dialog, Notice, Skeleton } from '@/shared/ui';
import './dice-tray.css';
import { useGameId } from '../client/context';
import { AskedDie } from './AskedDie';
import { FoundDice } from './FoundDice';
import { inReadingOrder, type Box, type FoundDie } from './found';
import { TrayPhoto } from './TrayPhoto';
import { useDiceImage } from './useDiceImage';
import { useExplainSymbol } from './useExplainSymbol';
import { onPhoto, useShownDice, type ShownDice } from './useShownDice';

type TrayImage = ReturnType<typeof useDiceImage>;
const NO_DICE: readonly FoundDie[] = [];
const NO_BOXES: readonly Box[] = [];

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
        {image && !image.exists && (
          <div className="text-soft">
            <p>No dice tray images have been taken yet.</p>
            <p>First mark where the tray lies, in the camera's set-up; then press “Take Dice Tray Photo”.</p>
          </div>
        )}
        {image?.exists && (
          <TrayReading
            key={`${image.image_url} ${image.processed_at}`}
            image={image}
            source={source}
            boxes={boxes}
            result={result}
            onUsed={onClose}
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
      </div>
    </Dialog>
  );
}

interface TrayReadingProps {
  image: NonNullable<TrayImage['image']>;
  source: string | null;
  boxes: boolean;
  result: TrayImage['result'];
  onUsed: () => void;
}

/** The photo with what was read from it; doubtful dice are asked about where they lie. */
function TrayReading({ image, source, boxes, result, onUsed }: TrayReadingProps) {
  const found = result?.dice ?? NO_DICE;
  const remembering = useExplainSymbol(useGameId(), image.image_id ?? '');
  const shown = useShownDice(inReadingOrder(found), remembering.explain);
  const [first, ...others] = shown.asked;
  const size = { width: image.width ?? USUAL.width, height: image.height ?? USUAL.height };
  const labelled = useMemo(() => onPhoto(shown.dice), [shown.dice]);
  return (
    <>
      {first && <Doubts asked={shown.asked} left={shown.dice.filter((each) => each.asked).length} />}
      <Remembered {...remembering} />
      <TrayPhoto source={source} {...size} dice={labelled} others={result?.others ?? NO_BOXES} boxes={boxes}>
        {first && (
          <AskedDie
            key={first.number}
            dice={[first, ...others]}
            {...size}
            onFace={shown.answer}
            onNone={shown.discard}
          />
        )}
      </TrayPhoto>
      {result && <ReadDice result={result} shown={shown} onUsed={onUsed} />}
    </>
  );
}

function Doubts({ asked, left }: { asked: readonly FoundDie[]; left: number }) {
  return (
    <p role="status" className="text-sm">
      {asked[0]?.symbol == null ? (
        <>
          {left === 1 ? 'One die is doubtful' : `${String(left)} dice are doubtful`}: tap what the marked one shows. A
          die that leans or lies on another is rolled again.
        </>
      ) : (
        <>
          {asked.length === 1 ? 'A die shows a symbol' : `${String(asked.length)} dice show the same symbol`}: tap the
          face that it stands for. You are asked once; from then on, dice with it are read.
        </>
      )}
    </p>
  );
}

/** What became of the answer about a symbol, and a way to take it back. */
function Remembered({ face, error, forget, busy }: Omit<ReturnType<typeof useExplainSymbol>, 'explain'>) {
  if (error) return <Notice text={error} />;
  if (face === null) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="text-sm text-soft">
        Remembered: this symbol counts as {face}. Your settings list the symbols of your dice.
      </p>
      <Button tone="quiet" className="min-h-11" busy={busy} onClick={forget}>
        Forget it
      </Button>
    </div>
  );
}

function NotRead({ count }: { count: number }) {
  return (
    <p role="status" className="text-sm">
      {count === 1 ? 'One die has' : `${String(count)} dice have`} numerals or other than six sides and{' '}
      {count === 1 ? 'was' : 'were'} not read. Tap a face below to add what it shows.
    </p>
  );
}

interface ReadDiceProps {
  result: NonNullable<TrayImage['result']>;
  shown: ShownDice;
  onUsed: () => void;
}

function ReadDice({ result, shown, onUsed }: ReadDiceProps) {
  return (
    <>
      {result.time !== null && (
        <p className="text-sm text-soft">
          Prediction time: <span className="figure">{Math.round(result.time)} ms</span>
        </p>
      )}
      {result.dice.length === 0 && result.others.length === 0 && (
        <p className="text-soft">No dice were found on this photo.</p>
      )}
      {result.others.length > 0 && <NotRead count={result.others.length} />}
      <FoundDice shown={shown} onUsed={onUsed} />
    </>
  );
}
