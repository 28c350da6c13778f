import { useState, type ReactNode } from 'react';
import { flattened, isFields, list, phaseName, text, type Action } from '@/shared/battle-log';
import { fromEdges, type Point } from '@/shared/geometry';
import { Die, DiceTable, RollHistograms } from '@/features/dice-table';
import {
  actionKind,
  readAbility,
  readBattleshock,
  readCharge,
  readCombat,
  readMovement,
  readRoll,
  type CombatTarget,
} from './details';

const place = (at: Point | null): string => (at ? fromEdges(at.x, at.y) : '');

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === '' || children === null || children === undefined || children === false) return null;
  return (
    <div className="grid grid-cols-[6.5rem_1fr] gap-2 py-0.5">
      <dt className="label pt-0.5 text-xs text-faint">{name}</dt>
      <dd className="min-w-0 text-sm break-words">{children}</dd>
    </div>
  );
}

function Column({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-3' : 'min-w-0'}>
      <dt className="label text-xs text-faint">{name}</dt>
      <dd className="text-sm break-words">{children}</dd>
    </div>
  );
}

/** Everything an entry says, by its type, with the entry itself as JSON on request. */
export function ActionDetails({
  action,
  phaseLabel = phaseName,
}: {
  action: Action;
  phaseLabel?: (phase: string) => string;
}) {
  return (
    <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
      <dl className="grid grid-cols-3 gap-y-2">
        <Column name="Phase">{phaseLabel(action.phase)}</Column>
        <Column name="Phase time">{action.phaseTime || 'not stated'}</Column>
        <Column name="Type">{action.type.replaceAll('_', ' ')}</Column>
        <Column name="Message" wide>
          {action.message || 'none'}
        </Column>
      </dl>
      <TypeDetails action={action} />
      <FullJson action={action} />
    </div>
  );
}

function TypeDetails({ action }: { action: Action }) {
  switch (actionKind(action)) {
    case 'movement':
      return <Movement action={action} />;
    case 'charge':
      return <Charge action={action} />;
    case 'battleshock':
      return <Battleshock action={action} />;
    case 'shooting':
    case 'combat':
      return <Combat action={action} />;
    case 'other':
      return action.type === 'abilities' ? <Ability action={action} /> : <SourceLogs action={action} />;
  }
}

/** What an ability does in the player's words; what the log's source wrote of it stands below. */
function Ability({ action }: { action: Action }) {
  const details = readAbility(action);
  if (!details) return <SourceLogs action={action} />;
  const { cost } = details;
  const roll = readRoll(action);
  return (
    <>
      {details.description && <p className="border-l-2 border-lamp pl-3 text-sm">{details.description}</p>}
      <dl>
        <Fact name="Ability">{details.name}</Fact>
        <Fact name="Unit">{details.unit}</Fact>
        <Fact name="Target">{details.targets}</Fact>
        <Fact name="Dice">{roll && <RollOf roll={roll} />}</Fact>
        <Fact name="Cost">
          {cost === null ? null : cost === 0 ? 'free' : <span className="figure text-base">{cost} CP</span>}
        </Fact>
        <Fact name="Effects">{details.effects.length > 0 && <Lines lines={details.effects} />}</Fact>
        <Fact name="Outcome">{details.outcome.length > 0 && <Lines lines={details.outcome} />}</Fact>
      </dl>
      <section aria-label="Source logs" className="flex flex-col gap-1">
        <h4 className="label text-xs text-faint">Source logs</h4>
        <SourceLogs action={action} />
      </section>
    </>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map((line, index) => (
      <li key={index}>{line}</li>
    ))}
  </ul>
);

const None = ({ what }: { what: string }) => (
  <p className="text-sm text-soft">No detailed {what} information available for this action.</p>
);

function Movement({ action }: { action: Action }) {
  const details = readMovement(action);
  if (!details) return <None what="movement" />;
  return (
    <dl>
      <Fact name="Unit">{details.unit}</Fact>
      <Fact name="Action">{details.action.replaceAll('_', ' ')}</Fact>
      <Fact name="Starting position">
        <span className="figure text-base">{place(details.from)}</span>
      </Fact>
      <Fact name="Ending position">
        <span className="figure text-base">{place(details.to)}</span>
      </Fact>
      <Fact name="Instructions">{details.instructions}</Fact>
      <Fact name="Rationale">{details.rationale}</Fact>
    </dl>
  );
}

function Verdict({ good, yes, no }: { good: boolean | null; yes: string; no: string }) {
  if (good === null) return <span className="text-soft">Not recorded</span>;
  return (
    <span className={`label ${good ? 'text-good' : 'text-bad'}`}>
      <span aria-hidden="true">{good ? '✓ ' : '✕ '}</span>
      {good ? yes : no}
    </span>
  );
}

function RollAgainst({ dice, roll, needed }: { dice: readonly number[]; roll: number | null; needed: string }) {
  return (
    <span className="flex items-center gap-1.5">
      {dice.map((face, index) => (
        <Die key={index} face={face} success={null} />
      ))}
      <span className="figure text-base">
        {dice.length > 0 && '= '}
        {roll ?? '–'} against {needed || '–'}
      </span>
    </span>
  );
}

function RollOf({ roll: { dice, needed } }: { roll: { dice: readonly number[]; needed: number } }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {dice.map((face, index) => (
        <Die key={index} face={face} success={face >= needed} />
      ))}
      <span className="figure text-base">against {needed}+</span>
    </span>
  );
}

function Charge({ action }: { action: Action }) {
  const details = readCharge(action);
  if (!details) return <None what="charge" />;
  return (
    <dl>
      <Fact name="Charging unit">{details.charger}</Fact>
      <Fact name="Target unit">{details.target}</Fact>
      <Fact name="Roll / needed">
        <RollAgainst dice={details.dice} roll={details.roll} needed={details.needed} />
      </Fact>
      <Fact name="Success">
        <Verdict good={details.success} yes="Success" no="Failed" />
      </Fact>
      <Fact name="Start location">
        <span className="figure text-base">{place(details.from)}</span>
      </Fact>
      <Fact name="End location">
        <span className="figure text-base">{place(details.to)}</span>
      </Fact>
    </dl>
  );
}

function Battleshock({ action }: { action: Action }) {
  const details = readBattleshock(action);
  if (!details) return <None what="battleshock" />;
  return (
    <dl>
      <Fact name="Unit">{details.unit}</Fact>
      <Fact name="Roll / leadership">
        <RollAgainst dice={details.dice} roll={details.roll} needed={details.leadership} />
      </Fact>
      <Fact name="Passed">
        <Verdict good={details.passed} yes="Passed" no="Failed" />
      </Fact>
    </dl>
  );
}

function Combat({ action }: { action: Action }) {
  const details = readCombat(action);
  if (!details) return <None what="combat" />;
  return (
    <div className="flex flex-col gap-5">
      {details.targets.map((each, index) => (
        <Target key={index} attacker={details.attacker} target={each} />
      ))}
    </div>
  );
}

function Target({ attacker, target }: { attacker: string; target: CombatTarget }) {
  const { damage, killed, remaining } = target;
  return (
    <section aria-label={`Target ${target.unit}`} className="flex flex-col gap-3">
      <p className="text-sm">
        <span className="text-soft">
          {attacker}
          {attacker && ' → '}
        </span>
        <strong className="font-semibold">{target.unit}</strong>
      </p>
      <dl className="grid grid-cols-3 border-y border-line">
        {(
          [
            ['Damage taken', damage],
            ['Models killed', killed],
            ['Models remaining', remaining ?? '–'],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="border-l border-line px-2 py-1 first:border-l-0 first:pl-0">
            <dt className="label text-xs text-faint">{name}</dt>
            <dd className="figure text-lg leading-tight">{value}</dd>
          </div>
        ))}
      </dl>
      {target.weapons.length > 0 && (
        <>
          <RollHistograms weapons={target.weapons} />
          <DiceTable weapons={target.weapons} />
        </>
      )}
      {target.results.length > 0 && (
        <ul className="grid gap-0.5 text-sm text-soft">
          {target.results.map((each, index) => (
            <li key={index}>{each}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Other types show what the log's source wrote, as it stands. */
function SourceLogs({ action }: { action: Action }) {
  const raw = flattened(action.raw);
  const sources = list(raw.source_logs);
  if (!sources.length) return <p className="text-sm text-soft">No detailed information available for this action.</p>;
  return (
    <ul className="grid gap-1 text-sm">
      {sources.map((each, index) => (
        <li key={index} className="border-l border-line-strong pl-2 break-words">
          <SourceLog source={each} />
        </li>
      ))}
    </ul>
  );
}

/** A line of text as it is; a record as its fields and values. */
function SourceLog({ source }: { source: unknown }) {
  if (!isFields(source)) return text(source);
  if (source.message !== undefined) return text(source.message);
  return Object.entries(source).map(([key, value]) => (
    <span key={key} className="mr-3 inline-block">
      <span className="text-faint">{key}</span> {typeof value === 'object' ? JSON.stringify(value) : text(value)}
    </span>
  ));
}

function FullJson({ action }: { action: Action }) {
  const [shown, setShown] = useState(false);
  return (
    <div>
      <button
        type="button"
        className="label min-h-8 text-xs text-soft underline decoration-line-strong underline-offset-4 hover:text-ink coarse:min-h-11"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'} Full JSON
      </button>
      {shown && (
        <pre
          tabIndex={0}
          aria-label="Full JSON"
          className="mt-1 max-h-80 overflow-auto bg-well p-3 text-xs leading-relaxed">
          {JSON.stringify(action.raw, null, 2)}
        </pre>
      )}
    </div>
  );
}
