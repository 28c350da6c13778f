import type { CSSProperties } from 'react';
import { Die } from '@/features/dice-table';
import { IconButton } from '@/shared/ui';
import { FACES, type FoundDie } from './found';

interface AskedDieProps {
  die: FoundDie;
  /** Pixels of the photo, in which the die's box is given. */
  width: number;
  height: number;
  onFace: (face: number) => void;
  onNone: () => void;
}

const share = (part: number, whole: number): string => `${String((100 * part) / whole)}%`;

/** A doubtful die, marked in the photo, with the faces beside it: one tap says what it shows. */
export function AskedDie({ die, width, height, onFace, onNone }: AskedDieProps) {
  const [x0, y0, x1, y1] = die.box;
  const below = (y0 + y1) / 2 < height / 2;
  const place = {
    '--across': share((x0 + x1) / 2, width),
    ...(below ? { top: share(y1, height) } : { bottom: share(height - y0, height) }),
  } as CSSProperties;
  return (
    <>
      <span
        className="tray-asked"
        style={{
          left: share(x0, width),
          top: share(y0, height),
          width: share(x1 - x0, width),
          height: share(y1 - y0, height),
        }}
      />
      <div role="group" aria-label="What does the marked die show?" className="tray-faces" style={place}>
        {FACES.map((face) => (
          <button
            key={face}
            type="button"
            className={face === die.face || face === die.second ? 'die-key die-key-chosen' : 'die-key'}
            aria-label={`The marked die shows ${String(face)}`}
            onClick={() => onFace(face)}>
            <Die face={face} success={null} size={24} />
          </button>
        ))}
        <IconButton icon="trash" label="The marked thing is no die to count" className="size-11" onClick={onNone} />
      </div>
    </>
  );
}
