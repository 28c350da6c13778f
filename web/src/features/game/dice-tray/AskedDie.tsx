import type { CSSProperties } from 'react';
import { Die } from '@/features/dice-table';
import { IconButton } from '@/shared/ui';
import { FACES, type Box, type FoundDie } from './found';

interface AskedDieProps {
  /** The die that is asked about, or all dice with the symbol that is. */
  dice: readonly [FoundDie, ...FoundDie[]];
  /** Pixels of the photo, in which the dice's boxes are given. */
  width: number;
  height: number;
  onFace: (face: number) => void;
  onNone: () => void;
}

const share = (part: number, whole: number): string => `${String((100 * part) / whole)}%`;

/** Left, top, right, bottom of all dice together. */
const around = (dice: readonly FoundDie[]): Box => [
  Math.min(...dice.map(({ box }) => box[0])),
  Math.min(...dice.map(({ box }) => box[1])),
  Math.max(...dice.map(({ box }) => box[2])),
  Math.max(...dice.map(({ box }) => box[3])),
];

/** Doubtful dice, marked in the photo, with the faces beside them: one tap says what they show. */
export function AskedDie({ dice, width, height, onFace, onNone }: AskedDieProps) {
  const [die] = dice;
  const [x0, y0, x1, y1] = around(dice);
  const below = height - y1 > y0;
  const place = {
    '--across': share((x0 + x1) / 2, width),
    ...(below ? { top: share(y1, height) } : { bottom: share(height - y0, height) }),
  } as CSSProperties;
  const symbol = die.symbol !== null;
  return (
    <>
      {dice.map(({ number, box: [left, top, right, bottom] }) => (
        <span
          key={number}
          className="tray-asked"
          style={{
            left: share(left, width),
            top: share(top, height),
            width: share(right - left, width),
            height: share(bottom - top, height),
          }}
        />
      ))}
      <div
        role="group"
        aria-label={symbol ? 'What does the marked symbol stand for?' : 'What does the marked die show?'}
        className="tray-faces"
        style={place}>
        {FACES.map((face) => (
          <button
            key={face}
            type="button"
            className={face === die.face || face === die.second ? 'die-key die-key-chosen' : 'die-key'}
            aria-label={`The marked ${symbol ? 'symbol stands for' : 'die shows'} ${String(face)}`}
            onClick={() => onFace(face)}>
            <Die face={face} success={null} size={24} />
          </button>
        ))}
        <IconButton
          icon="trash"
          label={dice.length > 1 ? 'The marked things are no dice to count' : 'The marked thing is no die to count'}
          className="size-11"
          onClick={onNone}
        />
      </div>
    </>
  );
}
