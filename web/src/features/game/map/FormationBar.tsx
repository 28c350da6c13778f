import { useMediaQuery } from '@/shared/ui';
import { useClient, useTable } from '../client/context';
import type { Arrangement, Shape } from '../client/table';
import { after, formed, SHAPE_NAMES, SHAPES, slots, TURN } from './formations';
import { onlyOne, STEP, turnByKey } from './facing';
import './formations.css';
import { NOWHERE } from './ghost';
import type { Ghost } from './useGhost';

/** Puts the unit in hand into a formation where it stands, on free ground, or says why that cannot be. */
export function useArrange(ghost: Ghost | null): (next: (now: Arrangement | null) => Arrangement) => void {
  const { table } = useClient();
  return (next) => {
    if (!ghost || ghost.living.length < 2) return;
    const { arranged, arrange, refuse } = table.getState();
    const wanted = next(arranged);
    const found = formed(ghost, wanted, ghost.middle(ghost.places));
    if ('needs' in found) {
      const [needs, limit] = [found.needs.toFixed(1), (ghost.pending.limit ?? 0).toFixed(1)];
      refuse({
        error: `${SHAPE_NAMES[wanted.shape]}: a miniature would move ${needs}″, and the unit may move ${limit}″.`,
        measure: `${needs} of ${limit}″`,
      });
    } else ghost.commit(ghost.settled(found.places, NOWHERE), true);
    arrange(wanted);
  };
}

/** Whether there is no room beside the board: the formations stand over it, in the row of its tools. */
export const useFormationsInHead = (): boolean => useMediaQuery('(max-width: 1023px)');

/** The formations that the unit in hand can be put into, drawn small, and its turning. */
export function FormationBar({ ghost }: { ghost: Ghost }) {
  const arranged = useTable((table) => table.arranged);
  const single = useTable((table) => table.single);
  const arrange = useArrange(ghost);
  const placed = useTable((table) => table.places !== null);
  const forms = ghost.living.length > 1 && !single && !ghost.pending.grip && !ghost.pending.correcting;
  const turns = ghost.facings.length > 0 && (placed || !ghost.pending.grip);
  if (!forms && !turns) return null;
  return (
    <div className="formation-bar" role="toolbar" aria-label={forms ? 'Formation' : 'Facing'}>
      {turns && <TurnButtons ghost={ghost} />}
      {forms && <Formations arranged={arranged} arrange={arrange} />}
    </div>
  );
}

/** What is turned, in words: the base of one miniature by its number, or those of all. */
function turnedWords({ unit, living }: Ghost, only: number | null): string {
  if (living.length < 2) return 'the base';
  if (only === null) return 'the bases';
  return `the base of ${unit.miniatures[only]?.name ?? 'miniature'} ${String(living.indexOf(only) + 1)}`;
}

/** Turns the bases themselves: for fingers, and for who does not know the keys. */
function TurnButtons({ ghost }: { ghost: Ghost }) {
  const { table } = useClient();
  const only = useTable(onlyOne);
  const which = turnedWords(ghost, only);
  return [-STEP, STEP].map((by) => (
    <button
      key={by}
      type="button"
      aria-label={`Turn ${which} to the ${by < 0 ? 'left' : 'right'}`}
      title={`Turn ${which} to the ${by < 0 ? 'left (,)' : 'right (.)'}`}
      onClick={() => turnByKey(ghost, by, only, table.getState)}>
      <svg viewBox="-12 -12 24 24" aria-hidden="true" className="formation-turn">
        <g transform={by < 0 ? undefined : 'scale(-1 1)'}>
          <rect x="-4" y="-3" width="8" height="11" rx="1" />
          <path d="M-9 0a9.4 9.4 0 0 1 16 -6M-9.5 -5.5V0h5.5" />
        </g>
      </svg>
    </button>
  ));
}

interface FormationsProps {
  arranged: Arrangement | null;
  arrange: (next: (now: Arrangement | null) => Arrangement) => void;
}

function Formations({ arranged, arrange }: FormationsProps) {
  return (
    <>
      {SHAPES.map((shape) => (
        <button
          key={shape}
          type="button"
          aria-pressed={arranged?.shape === shape}
          aria-label={SHAPE_NAMES[shape]}
          title={`${SHAPE_NAMES[shape]} (F: the next formation)`}
          onClick={() => arrange((now) => ({ shape, turn: now?.turn ?? 0 }))}>
          <Picture shape={shape} />
        </button>
      ))}
      {[-TURN, TURN].map((turn) => (
        <button
          key={turn}
          type="button"
          aria-label={turn < 0 ? 'Turn to the left' : 'Turn to the right'}
          title={`${turn < 0 ? 'Turn to the left ([)' : 'Turn to the right (])'}`}
          onClick={() => arrange((now) => after(now, turn))}>
          <svg viewBox="-10 -10 20 20" aria-hidden="true" className="formation-turn">
            <path d="M-6 3a7 7 0 1 0 1 -7M-6 -8v5h5" transform={turn < 0 ? undefined : 'scale(-1 1)'} />
          </svg>
        </button>
      ))}
    </>
  );
}

const SIX: readonly number[] = Array<number>(6).fill(0.5);

function Picture({ shape }: { shape: Shape }) {
  const places = slots(shape, SIX);
  const half = Math.max(...places.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)])) + 0.9;
  return (
    <svg viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`} aria-hidden="true">
      {places.map(({ x, y }, index) => (
        <circle key={index} cx={x} cy={y} r={Math.max(0.5, half / 9)} />
      ))}
    </svg>
  );
}
