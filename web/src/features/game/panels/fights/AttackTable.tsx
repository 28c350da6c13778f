import { Fragment, memo, useId } from 'react';
import { Die, useFirstRows } from '@/features/dice-table';
import type { AmountRoll, CheckRoll } from '@/shared/api';
import { useMediaQuery } from '@/shared/ui';
import { actedWords, COLUMNS, STAGE_LABELS, type Cell, type Group, type Outcome, type Stage } from './attackRows';

const MOST_DICE = 3;
const OUTCOME_MARKS: Record<Outcome, string> = { success: '✓', failure: '✕', mixed: '◐', none: '' };

interface AttackTableProps {
  groups: readonly Group[];
  stage: Stage | 'complete';
}

/**
 * 'Combat Resolution': who shoots what at whom, and below it a row an attack, with what each roll needed and what fell. It
 * keeps to the panel's own width: if it widened the panel, the map would change its size with each attack.
 */
export const AttackTable = memo(function AttackTable({ groups, stage }: AttackTableProps) {
  const wide = useMediaQuery('(min-width: 1024px)');
  const id = useId();
  const { counts, more } = useFirstRows(groups.map((each) => each.rows.length));
  return (
    <div className="attack-table-frame" role="group" aria-label="Dice by attack" tabIndex={0}>
      <table className="attack-table">
        <caption className="label text-left text-base">Combat Resolution</caption>
        {wide && (
          <colgroup>
            <col className="w-6" />
          </colgroup>
        )}
        <Head id={id} wide={wide} stage={stage} />
        {groups.map((group, index) => {
          const rows = group.rows.slice(0, counts[index]);
          return rows.length > 0 && <GroupRows key={index} id={id} of={group} rows={rows} wide={wide} />;
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

/** The columns that an attack's name takes, of the eleven that its rolls stand in. */
const NAMES = [
  ['Attacker', 3],
  ['Weapon', 3],
  ['Attack #', 2],
  ['Target', 3],
] as const;

function Head({ id, wide, stage }: { id: string; wide: boolean; stage: Stage | 'complete' }) {
  return (
    <thead>
      {wide && (
        <tr>
          {NAMES.map(([name, columns], index) => (
            <th key={name} id={`${id}-${index}`} scope="col" colSpan={columns} className="attack-name">
              {name}
            </th>
          ))}
        </tr>
      )}
      <tr>
        {wide ? (
          <td rowSpan={2} />
        ) : (
          <th scope="col" rowSpan={2}>
            #
          </th>
        )}
        {COLUMNS.map((each) => (
          <th key={each} id={`${id}${each}`} scope="colgroup" colSpan={2} data-due={each === stage || undefined}>
            {STAGE_LABELS[each]}
          </th>
        ))}
      </tr>
      <tr>
        {COLUMNS.map((each) => (
          <Fragment key={each}>
            <th scope="col" id={`${id}${each}-needed`} aria-label={`${STAGE_LABELS[each]} Needed`}>
              {wide ? 'Needed' : 'Need'}
            </th>
            <th scope="col" id={`${id}${each}-actual`} aria-label={`${STAGE_LABELS[each]} Actual`}>
              {wide ? 'Actual' : 'Got'}
            </th>
          </Fragment>
        ))}
      </tr>
    </thead>
  );
}

interface GroupRowsProps {
  id: string;
  of: Group;
  /** Those of its rows that are shown. */
  rows: Group['rows'];
  wide: boolean;
}

function GroupRows({ id, of: group, rows, wide }: GroupRowsProps) {
  const attacks = group.rows.length > 1 ? `1–${group.rows.length}` : '1';
  return (
    <tbody>
      {wide ? (
        <tr>
          <th scope="rowgroup" colSpan={3} className="attack-group">
            {group.attacker}
          </th>
          <td headers={`${id}-1`} colSpan={3} className="attack-group">
            {group.weapon}
          </td>
          <td headers={`${id}-2`} colSpan={2} className="attack-group figure">
            {attacks}
          </td>
          <td headers={`${id}-3`} colSpan={3} className="attack-group">
            {group.target}
          </td>
        </tr>
      ) : (
        <tr>
          <th scope="rowgroup" colSpan={COLUMNS.length * 2 + 1} className="attack-group">
            {group.attacker}: {group.weapon} at {group.target}
          </th>
        </tr>
      )}
      {rows.map(({ cells }, row) => (
        <tr key={row}>
          <td className="figure">{row + 1}</td>
          {COLUMNS.map((stage) => (
            <StageCells key={stage} id={`${id}${stage}`} cell={cells[stage]} />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function StageCells({ id, cell }: { id: string; cell: Cell }) {
  const { needed, modifier, rolls, amounts, outcome, critical } = cell;
  return (
    <>
      <td className="figure attack-needed" headers={`${id} ${id}-needed`}>
        {needed}
        {modifier && <span className="attack-modifier">{modifier}</span>}
      </td>
      <td className="attack-actual" data-outcome={outcome} headers={`${id} ${id}-actual`}>
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
