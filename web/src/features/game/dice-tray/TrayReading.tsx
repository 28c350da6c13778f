import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button, Notice } from '@/shared/ui';
import { useGameId } from '../client/context';
import { AskedDie } from './AskedDie';
import { FoundDice } from './FoundDice';
import { inReadingOrder, type Box, type FoundDie } from './found';
import { TrayPhoto } from './TrayPhoto';
import type { useDiceImage } from './useDiceImage';
import { useExplainSymbol } from './useExplainSymbol';
import { onPhoto, useShownDice, type ShownDice } from './useShownDice';

type TrayImage = ReturnType<typeof useDiceImage>;
const NO_DICE: readonly FoundDie[] = [];
const NO_BOXES: readonly Box[] = [];

/** Pixels of a photo that does not say how large it is. */
const USUAL = { width: 1920, height: 1080 };

interface TrayReadingProps {
  image: NonNullable<TrayImage['image']>;
  rolled: number | null;
  source: string | null;
  boxes: boolean;
  result: TrayImage['result'];
  onUsed: () => void;
}

/** The photo with what was read from it; doubtful dice are asked about where they lie. */
export function TrayReading({ image, rolled, source, boxes, result, onUsed }: TrayReadingProps) {
  const found = result?.dice ?? NO_DICE;
  const remembering = useExplainSymbol(useGameId(), image.image_id ?? '');
  const shown = useShownDice(inReadingOrder(found), remembering.explain);
  const [first, ...others] = shown.asked;
  const size = { width: image.width ?? USUAL.width, height: image.height ?? USUAL.height };
  const labelled = useMemo(() => onPhoto(shown.dice), [shown.dice]);
  const aside = useMemo(() => shown.aside.map(({ box }) => box), [shown.aside]);
  return (
    <>
      {first && <Doubts asked={shown.asked} left={shown.dice.filter((each) => each.asked).length} />}
      <Remembered {...remembering} />
      <TrayPhoto
        source={source}
        {...size}
        dice={labelled}
        others={result?.others ?? NO_BOXES}
        aside={aside}
        boxes={boxes}>
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
      {rolled !== null && <Aside count={aside.length} rolled={rolled} onAsk={shown.askAside} />}
      {result && (
        <ReadDice result={result} source={source} shown={shown} again={image.answered ?? false} onUsed={onUsed} />
      )}
    </>
  );
}

function Doubts({ asked, left }: { asked: readonly FoundDie[]; left: number }) {
  if (asked[0]?.added)
    return (
      <p role="status" className="text-sm">
        The roll takes more dice than were read clearly. The marked thing may be one: tap what it shows, or take it
        away.
      </p>
    );
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

/** What is not asked about, since the roll's dice are there without it. */
function Aside({ count, rolled, onAsk }: { count: number; rolled: number; onAsk: () => void }) {
  if (!count) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="text-sm text-soft">
        The roll takes {rolled === 1 ? 'one die' : `${String(rolled)} dice`}, so{' '}
        {count === 1 ? 'one more possible die was' : `${String(count)} more possible dice were`} set aside.
      </p>
      <Button tone="quiet" className="min-h-11" onClick={onAsk}>
        {count === 1 ? 'Ask about it' : 'Ask about them'}
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
  source: string | null;
  shown: ShownDice;
  again: boolean;
  onUsed: () => void;
}

function ReadDice({ result, source, shown, again, onUsed }: ReadDiceProps) {
  const [gameId, queries] = [useGameId(), useQueryClient()];
  const answered = () => {
    void queries.invalidateQueries({ queryKey: ['game', gameId, 'dice-image'] });
    onUsed();
  };
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
      <FoundDice source={source} shown={shown} again={again} onUsed={answered} />
    </>
  );
}
