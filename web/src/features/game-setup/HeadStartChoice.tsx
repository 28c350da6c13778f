import type { Chosen, SeatArmy } from '@/shared/api';
import { SIDE_NAMES, SIDES, type Side } from './defaults';
import { Segments } from './picks';

type HeadStart = NonNullable<Chosen['head_start']>;
type Points = HeadStart['points'];

const NOBODY = 'nobody';
const POINTS: readonly Points[] = [5, 10, 15, 20];
const USUAL: Points = 10;

interface HeadStartChoiceProps {
  given: Chosen['head_start'];
  armies: readonly (SeatArmy | null)[];
  /** Nobody else sits at the game, who could agree to it. */
  alone: boolean;
  editable: boolean;
  onChange: (given: HeadStart | null) => void;
}

/** Which army begins ahead, and by how many victory points: against the computer, or another player who agrees to it. */
export function HeadStartChoice({ given, armies, alone, editable, onChange }: HeadStartChoiceProps) {
  const possible = !alone || armies.some((army) => army?.controller === 'ai');
  if (!given && (!editable || !possible)) return null;
  if (!editable)
    return (
      <div>
        <p className="label text-soft">Head start</p>
        <p className="font-semibold">{given && sentenceOf(given, armies)}</p>
      </div>
    );
  const pick = (side: string) =>
    onChange(side === NOBODY ? null : { side: side === '0' ? 0 : 1, points: given?.points ?? USUAL });
  return (
    <div className="flex flex-col gap-2">
      <Segments
        label="Head start"
        choices={[
          { value: NOBODY, title: 'None' },
          ...SIDES.map((side) => ({ value: String(side), title: SIDE_NAMES[side] })),
        ]}
        value={given ? String(given.side) : NOBODY}
        onChange={pick}
      />
      {given && (
        <Segments
          label="Victory points ahead"
          choices={POINTS.map((points) => ({ value: String(points), title: `+${points}` }))}
          value={String(given.points)}
          onChange={(value) => onChange({ ...given, points: POINTS.find((each) => String(each) === value) ?? USUAL })}
        />
      )}
      <p className="text-sm text-soft">{given ? headStartWords(given, armies, possible) : NONE}</p>
    </div>
  );
}

const NONE = 'Both armies begin with no victory points. Give the weaker player some, to make the game even.';

const sentenceOf = ({ side, points }: HeadStart, armies: readonly (SeatArmy | null)[]): string =>
  `${nameOf(side, armies)} begins ${points} victory points ahead.`;

const nameOf = (side: Side, armies: readonly (SeatArmy | null)[]): string => armies[side]?.name ?? SIDE_NAMES[side];

function headStartWords(given: HeadStart, armies: readonly (SeatArmy | null)[], possible: boolean): string {
  if (!possible)
    return 'Only against the computer, or another player, who agrees to it. Invite one, or choose no head start.';
  return `${sentenceOf(given, armies)} They count in the score from the first turn, and the report says so. A win with a head start earns no achievements for winning.`;
}
