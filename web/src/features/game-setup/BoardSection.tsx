import { useId, useState } from 'react';
import { sentence, type Chosen, type Prepared } from '@/shared/api';
import { Button, Notice, Skeleton } from '@/shared/ui';
import { BoardPicture, BoardTextures } from './BoardPicture';
import { editableOf, ownPlan, useBoards, type BoardPlan } from './boards';
import { AbsenceChoice, USUAL_ABSENCE } from './AbsenceChoice';
import { ClockChoice } from './ClockChoice';
import { HeadStartChoice } from './HeadStartChoice';
import { BoardEditor } from './editor/BoardEditor';
import { Rows, Segments } from './picks';

const MODES = [
  {
    value: 'simulation' as const,
    title: 'Simulation',
    text: 'Try things out on the screen: nobody has to keep the other waiting.',
  },
  { value: 'digital' as const, title: 'Digital', text: 'Played on the screen. Dice are rolled for you.' },
  {
    value: 'physical' as const,
    title: 'Physical',
    text: 'Played with miniatures on a real table. The screen follows, and does the sums.',
  },
];

interface BoardSectionProps {
  setup: Prepared;
  editable: boolean;
  problem: string | null;
  busy: boolean;
  onRetry: () => void;
  /** `done` once the server has taken it. */
  onChange: (chosen: Chosen, done?: () => void) => void;
}

/** The middle of the table: the board as it will stand, the other boards, the mission, and how it is played. */
export function BoardSection({ setup, editable, problem, busy, onRetry, onChange }: BoardSectionProps) {
  const [editing, setEditing] = useState(false);
  const { chosen } = setup;
  const boards = useBoards();
  const standard = boards.data?.find((each) => each.id === chosen.layout);
  const plan = chosen.board ? ownPlan(chosen.board) : standard;
  return (
    <section aria-label="Battlefield" className="flex min-w-0 flex-col gap-5 rounded border border-line bg-panel p-4">
      {problem && !editing && <Notice text={problem} onRetry={onRetry} />}
      {editing && plan && (
        <BoardEditor
          start={chosen.board ?? editableOf(plan)}
          busy={busy}
          problem={problem}
          onSave={(board) => onChange({ ...chosen, board }, () => setEditing(false))}
          onClose={() => setEditing(false)}
        />
      )}
      <div hidden={editing}>
        {boards.isPending && <Skeleton className="aspect-[60/44] w-full" />}
        {boards.isError && (
          <Notice text={sentence(boards.error)} onRetry={() => void boards.refetch()} busy={boards.isFetching} />
        )}
        {boards.data && <BoardTextures />}
        {plan && <BoardPicture plan={plan} />}
        {plan && <h2 className="mt-2 text-lg font-semibold">{plan.name}</h2>}
        {plan && <p className="text-soft">{plan.description}</p>}
        {editable && plan && (
          <BoardButtons
            standard={chosen.board ? (standard?.name ?? 'the standard board') : null}
            onEdit={() => setEditing(true)}
            onReset={() => onChange({ ...chosen, board: null })}
          />
        )}
      </div>
      {editable && !editing && boards.data && (
        <Boards
          plans={boards.data}
          value={chosen.board ? '' : chosen.layout}
          onChange={(layout) => onChange({ ...chosen, layout, board: null })}
        />
      )}
      <Conditions setup={setup} editable={editable} onChange={onChange} />
    </section>
  );
}

type ConditionsProps = Pick<BoardSectionProps, 'setup' | 'editable' | 'onChange'>;

/** What holds for the game as a whole besides its board. */
function Conditions({ setup, editable, onChange }: ConditionsProps) {
  const { chosen } = setup;
  return (
    <>
      <Mission setup={setup} editable={editable} onChange={onChange} />
      <Mode value={chosen.mode ?? 'digital'} editable={editable} onChange={(mode) => onChange({ ...chosen, mode })} />
      <HeadStartChoice
        given={chosen.head_start}
        armies={setup.armies}
        alone={setup.sides.length === 2}
        editable={editable}
        onChange={(head_start) => onChange({ ...chosen, head_start })}
      />
      <ClockChoice
        minutes={chosen.clock_minutes}
        editable={editable}
        onChange={(clock_minutes) => onChange({ ...chosen, clock_minutes })}
      />
      <AbsenceChoice
        minutes={chosen.absence_minutes ?? USUAL_ABSENCE}
        editable={editable}
        onChange={(absence_minutes) => onChange({ ...chosen, absence_minutes })}
      />
    </>
  );
}

interface BoardButtonsProps {
  /** The board that an own one goes back to. */
  standard: string | null;
  onEdit: () => void;
  onReset: () => void;
}

function BoardButtons({ standard, onEdit, onReset }: BoardButtonsProps) {
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button icon="edit" onClick={onEdit}>
        Edit board
      </Button>
      {standard !== null && (
        <Button tone="quiet" icon="undo" onClick={onReset}>
          Back to {standard}
        </Button>
      )}
    </div>
  );
}

function Mission({ setup: { chosen, options }, editable, onChange }: ConditionsProps) {
  const mission = options.missions.find((each) => each.id === chosen.mission);
  return editable ? (
    <Rows
      label="Mission"
      choices={options.missions.map(({ id, name, description }) => ({ value: id, title: name, text: description }))}
      value={chosen.mission}
      onChange={(id) => onChange({ ...chosen, mission: id })}
    />
  ) : (
    <div>
      <p className="label text-soft">Mission</p>
      <p className="font-semibold">{mission?.name}</p>
      <p className="text-soft">{mission?.description}</p>
    </div>
  );
}

type ModeId = NonNullable<Chosen['mode']>;

function Mode({ value, editable, onChange }: { value: ModeId; editable: boolean; onChange: (mode: ModeId) => void }) {
  const mode = MODES.find((each) => each.value === value);
  return (
    <div className="flex flex-col gap-2">
      {editable ? (
        <Segments
          label="Mode"
          choices={MODES.map((each) => ({ value: each.value, title: each.title }))}
          value={value}
          onChange={onChange}
        />
      ) : (
        <div>
          <p className="label text-soft">Mode</p>
          <p className="font-semibold">{mode?.title}</p>
        </div>
      )}
      <p className="text-sm text-soft">{mode?.text}</p>
    </div>
  );
}

/** Every board as a small drawing. */
export function Boards({
  plans,
  value,
  onChange,
}: {
  plans: readonly BoardPlan[];
  value: string;
  onChange: (id: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="label mb-1.5 text-soft">Board</legend>
      <div className="grid grid-cols-3 gap-2">
        {plans.map((plan) => (
          <label key={plan.id} className="pick relative overflow-hidden">
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={plan.id === value}
              onChange={() => onChange(plan.id)}
            />
            <BoardPicture plan={plan} small />
            <span className="pick-mark absolute top-1.5 right-1.5 bg-table" aria-hidden="true" />
            <span className="flex min-h-11 items-center px-2 py-1 text-sm leading-tight font-semibold">
              {plan.name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
