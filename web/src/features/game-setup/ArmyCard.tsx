import type { ReactNode } from 'react';
import type { ArmyChosen, LevelChoice, Options, RosterRow, SeatArmy } from '@/shared/api';
import { cx, Field, Input, LinkButton, Notice, Select, Switch } from '@/shared/ui';
import { INTENSITIES, SIDE_NAMES, type Side } from './defaults';
import { FixedMissions } from './FixedMissions';
import { Leaders } from './Leaders';
import { Rows, Segments } from './picks';

interface ArmyCardProps {
  side: Side;
  army: SeatArmy | null;
  options: Options;
  rosters: readonly RosterRow[];
  /** Who an army that is chosen first is commanded by. */
  commander: Pick<ArmyChosen, 'player' | 'controller'>;
  mine: boolean;
  /** Who sits there, and how that is changed. */
  seat: ReactNode;
  problem: string | null;
  onRetry: () => void;
  onChange: (army: ArmyChosen) => void;
}

/** One side of the table: its army, who commands it, how the computer plays it, which secondary missions it has. */
export function ArmyCard({ side, army, mine, seat, problem, onRetry, ...rest }: ArmyCardProps) {
  return (
    <section
      aria-label={SIDE_NAMES[side]}
      className={cx(
        'flex min-w-0 flex-col gap-5 rounded border border-t-4 border-line bg-panel p-4',
        side === 0 ? 'border-t-blue-army' : 'border-t-red-army',
      )}>
      {seat}
      {problem && <Notice text={problem} onRetry={onRetry} />}
      {mine ? <OwnArmy side={side} army={army} {...rest} /> : <OtherArmy army={army} />}
    </section>
  );
}

/** An army that somebody else chooses, or that can no longer be changed. */
function OtherArmy({ army }: { army: SeatArmy | null }) {
  if (!army) return <p className="text-soft">No army chosen yet.</p>;
  return (
    <div>
      <p className="text-lg font-semibold break-words">{army.name}</p>
      <p className="text-soft">
        {army.points} points ·{' '}
        {army.controller === 'ai' ? `the computer, ${army.level}, ${army.personality}` : army.player || 'a player'}
        {army.own_dice && army.controller !== 'ai' ? ' · would play with their own dice' : ''}
        {army.hand_agreed && army.controller !== 'ai' ? ' · wants to agree to what is done by hand' : ''}
      </p>
      <Rules army={army} />
    </div>
  );
}

/** Rules that its player made, shown to the opponent. */
function Rules({ army }: { army: SeatArmy }) {
  const names = army.rules ?? [];
  return names.length > 0 ? <p className="text-sm text-soft">By rules of its player: {names.join(', ')}</p> : null;
}

type OwnArmyProps = Omit<ArmyCardProps, 'mine' | 'seat' | 'problem' | 'onRetry'>;

function OwnArmy({ side, army, options, rosters, commander, onChange }: OwnArmyProps) {
  const change = (more: Partial<ArmyChosen>) => army && onChange({ ...chosen(army), ...more });
  const pick = (value: string) => {
    const [source, id] = [
      value.startsWith('roster:') ? ('roster' as const) : ('sample' as const),
      value.slice(value.indexOf(':') + 1),
    ];
    // Another army has other leaders: they join the units that the roster's file attaches them to.
    onChange(army ? { ...chosen(army), source, id, joined: null } : { source, id, ...commander });
  };
  return (
    <>
      <div className="flex flex-col gap-2">
        <Rows
          label="Army"
          scroll
          choices={armies(options, rosters)}
          value={army && `${army.source ?? 'sample'}:${army.id}`}
          onChange={pick}
        />
        <LinkButton tone="quiet" icon="upload" className="self-start" to="/upload_list">
          Upload a roster
        </LinkButton>
      </div>
      {army && (
        <>
          <Segments
            label="Commanded by"
            choices={CONTROLLERS}
            value={army.controller ?? 'human'}
            onChange={(controller) => change({ controller, ...renamed(army, controller, commander) })}
          />
          <PlayerName key={army.player} name={army.player ?? ''} onChange={(player) => change({ player })} />
          {army.controller === 'ai' && <Strength army={army} options={options} onChange={change} />}
          {army.controller === 'ai' && <Temper army={army} options={options} onChange={change} />}
          {army.controller === 'human' && <Agreements army={army} onChange={change} />}
          <Rules army={army} />
          <Leaders army={army} onChange={(joined) => change({ joined })} />
          <FixedMissions
            key={side}
            army={army}
            options={options}
            onChange={(fixed_missions) => change({ fixed_missions })}
          />
        </>
      )}
    </>
  );
}

/** What both players agree on: dice of their own, and what is done by hand. */
function Agreements({ army, onChange }: { army: SeatArmy; onChange: (more: Partial<ArmyChosen>) => void }) {
  return (
    <>
      <Switch
        label="Own dice"
        hint={OWN_DICE}
        checked={army.own_dice ?? false}
        onChange={(own_dice) => onChange({ own_dice })}
      />
      <Switch
        label="Agree to what is done by hand"
        hint={HAND_AGREED}
        checked={army.hand_agreed ?? false}
        onChange={(hand_agreed) => onChange({ hand_agreed })}
      />
    </>
  );
}

const OWN_DICE =
  'Both players may roll by hand and type the dice in, or photograph them, once both have switched this on. Each such roll is marked. A physical game has it on.';

const HAND_AGREED =
  'Points, wounds, places and effects that a player brings about by hand wait until the other one agrees. It holds for both as soon as one has switched it on.';

const CONTROLLERS = [
  { value: 'human' as const, title: 'Human' },
  { value: 'ai' as const, title: 'Computer' },
];

/** What is sent back of an army: what was chosen, without what the server adds. */
const chosen = ({
  source,
  id,
  player,
  controller,
  personality,
  intensity,
  level,
  seconds,
  fixed_missions,
  joined,
  own_dice,
  hand_agreed,
}: SeatArmy): ArmyChosen => ({
  source,
  id,
  player,
  controller,
  personality,
  intensity,
  level,
  seconds,
  fixed_missions,
  joined,
  own_dice,
  hand_agreed,
});

/** The computer is not called by a player's name, nor a player by the computer's. */
function renamed(
  army: SeatArmy,
  controller: 'human' | 'ai',
  commander: Pick<ArmyChosen, 'player'>,
): Pick<ArmyChosen, 'player'> {
  if (controller === 'ai') return { player: 'Computer' };
  return {
    player:
      army.player === 'Computer' ? (commander.player === 'Computer' ? 'Player 2' : commander.player) : army.player,
  };
}

const armies = (options: Options, rosters: readonly RosterRow[]) => [
  ...rosters.map((each) => ({
    value: `roster:${each.roster_id}`,
    title: each.name,
    text: each.playable
      ? `Your roster${each.faction && ` · ${each.faction}`} · ${each.points} points · ${each.units} units`
      : 'Your roster · cannot be played',
    disabled: !each.playable,
  })),
  ...options.samples.map((each) => ({
    value: `sample:${each.id}`,
    title: each.name,
    text: `${each.faction} · ${each.points} points · ${each.units} units`,
  })),
];

/** Kept when it is left, or with Enter. */
function PlayerName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const keep = (typed: string) => typed.trim() !== name && onChange(typed.trim());
  return (
    <Field label="Player name">
      <Input
        defaultValue={name}
        maxLength={80}
        autoComplete="off"
        onBlur={(event) => keep(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && keep(event.currentTarget.value)}
      />
    </Field>
  );
}

interface OfComputer {
  army: SeatArmy;
  options: Options;
  onChange: (more: Partial<ArmyChosen>) => void;
}

const SECONDS = [0.05, 0.2, 0.5, 1, 2, 5, 10, 30, 60];

/** What a level was measured to be worth, in wins and in victory points. */
const measured = (level: LevelChoice): string =>
  level.measured
    .map(
      ({ against, battles, wins, low, high, points }) =>
        ` Won ${Math.round(wins * 100)}% of ${battles} battles against ${against} (95% interval ${Math.round(low * 100)} to ${Math.round(high * 100)}%), by ${points.toFixed(0)} victory points on average.`,
    )
    .join('');

/** How strong the computer plays, and how long it may think. */
function Strength({ army, options, onChange }: OfComputer) {
  const level = options.levels.find((each) => each.id === army.level);
  return (
    <>
      <Field label="Level" hint={level && `${level.description}${measured(level)}`}>
        <Select value={army.level} onChange={({ target }) => onChange({ level: target.value, seconds: 0 })}>
          {options.levels.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </Select>
      </Field>
      {level !== undefined && level.seconds > 0 && (
        <Field label="Thinking a turn" hint="Less makes it weaker. It always answers in time.">
          <Select value={army.seconds ?? 0} onChange={({ target }) => onChange({ seconds: Number(target.value) })}>
            <option value={0}>As usual (up to {level.seconds} s)</option>
            {SECONDS.map((each) => (
              <option key={each} value={each}>
                {each} s
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}

function Temper({ army, options, onChange }: OfComputer) {
  const personality = options.personalities.find((each) => each.id === army.personality);
  return (
    <>
      <Field label="Personality" hint={personality?.description}>
        <Select value={army.personality} onChange={(event) => onChange({ personality: event.target.value })}>
          {options.personalities.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </Select>
      </Field>
      <Segments
        label="Intensity"
        choices={INTENSITIES.map((value) => ({ value, title: value }))}
        value={INTENSITIES.find((value) => Number(value) === army.intensity) ?? '3'}
        onChange={(value) => onChange({ intensity: Number(value) })}
      />
    </>
  );
}
