import { Fragment, memo, useRef } from 'react';
import { Die, useFirstRows } from '@/features/dice-table';
import type { AmountRoll, CheckRoll } from '@/shared/api';
import { useMediaQuery } from '@/shared/ui';
import { useComputerActs } from '../../client/context';
import { actedWords, COLUMNS, STAGE_LABELS, type Cell, type Group, type Outcome, type Stage } from './attackRows';
import { useRoom } from './room';

const MOST_DICE = 3;
const OUTCOME_MARKS: Record<Outcome, string> = { success: '✓', failure: '✕', mixed: '◐', none: '' };

/**
 * Whether there is room for all columns. While the computer plays by itself its dice come and go: if they widened the
 * panel, the map would change its size each time, in front of its viewers.
 */
function useWide(): boolean {
  const room = useMediaQuery('(min-width: 1024px)');
  const alone = useComputerActs();
  return room && !alone;
}

interface AttackTableProps {
  groups: readonly Group[];
  stage: Stage | 'complete';
  /** It is folded away, and needs no room. */
  folded?: boolean;
}

/** 'Combat Resolution': a row an attack; what each roll needed and what fell. Narrow, each weapon has a line of its own above its rows. */
export const AttackTable = memo(function AttackTable({ groups, stage, folded = false }: AttackTableProps) {
  const wide = useWide();
  const table = useRef<HTMLTableElement>(null);
  useRoom(table, wide && !folded);
  const { counts, more } = useFirstRows(groups.map((each) => each.rows.length));
  return (
    <div className="attack-table-frame" role="group" aria-label="Dice by attack" tabIndex={0}>
      <table ref={table} className="attack-table" data-wide={wide || undefined}>
        <caption className="label text-left text-base">Combat Resolution</caption>
        <Head wide={wide} stage={stage} />
        {groups.map((group, index) => {
          const rows = group.rows.slice(0, counts[index]);
          return rows.length > 0 && <GroupRows key={index} group={{ ...group, rows }} wide={wide} />;
        })}
      </table>
      {more}
      {actedWords(groups).map((words, index) => (
        <p key={index} className="text-sm text-soft">
          {words}
        </p>
      ))}
    </div>
  );
});

function Head({ wide, stage }: { wide: boolean; stage: Stage | 'complete' }) {
  return (
    <thead>
      <tr>
        {wide && (
          <>
            <th scope="col" rowSpan={2}>
              Attacker
            </th>
            <th scope="col" rowSpan={2}>
              Weapon
            </th>
          </>
        )}
        <th scope="col" rowSpan={2}>
          {wide ? 'Attack #' : '#'}
        </th>
        {wide && (
          <th scope="col" rowSpan={2}>
            Target
          </th>
        )}
        {COLUMNS.map((each) => (
          <th key={each} scope="colgroup" colSpan={2} data-due={each === stage || undefined}>
            {STAGE_LABELS[each]}
          </th>
        ))}
      </tr>
      <tr>
        {COLUMNS.map((each) => (
          <Fragment key={each}>
            <th scope="col" aria-label={`${STAGE_LABELS[each]} Needed`}>
              {wide ? 'Needed' : 'Need'}
            </th>
            <th scope="col" aria-label={`${STAGE_LABELS[each]} Actual`}>
              {wide ? 'Actual' : 'Got'}
            </th>
          </Fragment>
        ))}
      </tr>
    </thead>
  );
}

function GroupRows({ group, wide }: { group: Group; wide: boolean }) {
  const span = group.rows.length;
  return (
    <tbody>
      {!wide && (
        <tr>
          <th scope="rowgroup" colSpan={COLUMNS.length * 2 + 1} className="attack-group">
            {group.attacker}: {group.weapon} at {group.target}
          </th>
        </tr>
      )}
      {group.rows.map(({ cells }, row) => (
        <tr key={row}>
          {wide && row === 0 && (
            <>
              <th scope="rowgroup" rowSpan={span}>
                {group.attacker}
              </th>
              <td rowSpan={span} className="attack-word">
                {group.weapon}
              </td>
            </>
          )}
          <td className="figure">{row + 1}</td>
          {wide && row === 0 && (
            <td rowSpan={span} className="attack-word">
              {group.target}
            </td>
          )}
          {COLUMNS.map((stage) => (
            <StageCells key={stage} cell={cells[stage]} />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function StageCells({ cell }: { cell: Cell }) {
  const { needed, modifier, rolls, amounts, outcome, critical } = cell;
  return (
    <>
      <td className="figure attack-needed">
        {needed}
        {modifier && <span className="attack-modifier">{modifier}</span>}
      </td>
      <td className="attack-actual" data-outcome={outcome}>
        {rolls.length + amounts.length > 0 && (
          <span className="attack-dice">
            {outcome !== 'none' && <span className="sr-only">{outcome}: </span>}
            {amounts.map((roll, index) => (
              <Damage key={index} roll={roll} />
            ))}
            <Faces rolls={rolls} outcome={outcome} critical={critical} />
          </span>
        )}
      </td>
    </>
  );
}

function Faces({ rolls, outcome, critical }: { rolls: readonly CheckRoll[]; outcome: Outcome; critical: boolean }) {
  if (rolls.length > MOST_DICE)
    return (
      <span className="figure">
        <span aria-hidden="true">{OUTCOME_MARKS[outcome]}</span> {rolls.filter((roll) => roll.success).length}/
        {rolls.length}
      </span>
    );
  return rolls.map((roll, index) => (
    <Fragment key={index}>
      {roll.first !== undefined && <Die face={roll.first} success={null} struck size={15} />}
      {roll.roll === null ? (
        <span className="figure">
          {OUTCOME_MARKS[outcome]} {roll.success ? 'auto' : 'none'}
        </span>
      ) : (
        <Die face={roll.roll} success={roll.success} critical={critical} size={22} />
      )}
    </Fragment>
  ));
}

/** The damage of an attack; once feel no pain is rolled, the wounds lost by it, where they differ. */
function Amount({ damage, lost = damage }: { damage: number; lost?: number | undefined }) {
  if (lost === damage) return damage;
  return (
    <span title={`${damage} damage, ${lost} lost`}>
      <s className="text-faint">
        <span className="sr-only">damage </span>
        {damage}
      </s>{' '}
      <span className="sr-only">lost </span>
      {lost}
    </span>
  );
}

function Damage({ roll }: { roll: AmountRoll }) {
  return (
    <span className="figure flex items-center gap-1">
      {roll.faces.map((face, index) => (
        <Die key={index} face={face} success={null} size={18} />
      ))}
      <Amount damage={roll.roll ?? 0} lost={roll.final_damage} />
    </span>
  );
}
