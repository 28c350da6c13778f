import { cx } from '@/shared/ui';
import type { ArmyLine } from './sheet';

const COLUMNS = ['Primary', 'Secondary', 'Total'] as const;
const TO_COME = '–';
const INK = ['text-blue-army', 'text-red-army'] as const;

/** Round by round what each army scored, and in all. Rounds that have not begun are left open. */
export function ScoreTable({
  armies,
  begun,
  label = 'Score sheet',
}: {
  armies: readonly [ArmyLine, ArmyLine];
  begun: number;
  label?: string;
}) {
  return (
    <table className="score-table" aria-label={label}>
      <thead>
        <tr>
          <td />
          {armies.map((army, side) => (
            <th key={army.uuid} scope="colgroup" colSpan={COLUMNS.length} className={cx('label', INK[side])}>
              <span aria-hidden="true">{side ? '◆ ' : '● '}</span>
              {army.name}
            </th>
          ))}
        </tr>
        <tr>
          <th scope="col">Round</th>
          {armies.map((army) =>
            COLUMNS.map((column) => (
              <th key={army.uuid + column} scope="col">
                {column}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        <StartRow armies={armies} />
        {armies[0].rounds.map(({ round }, index) => (
          <tr key={round} data-now={round === begun || undefined}>
            <th scope="row">{round}</th>
            {armies.map((army) =>
              cells(army, index, round <= begun).map((value, column) => (
                <td key={army.uuid + COLUMNS[column]}>{value}</td>
              )),
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          {armies.map((army) =>
            [army.primary, army.secondary, army.total].map((value, column) => (
              <td key={army.uuid + COLUMNS[column]}>{value}</td>
            )),
          )}
        </tr>
      </tfoot>
    </table>
  );
}

function cells(army: ArmyLine, index: number, begun: boolean): readonly (string | number)[] {
  const line = army.rounds[index];
  return line && begun ? [line.primary ?? '…', line.secondary ?? '…', line.total] : COLUMNS.map(() => TO_COME);
}

/** What the armies begin with, where one of them has a head start. */
function StartRow({ armies }: { armies: readonly [ArmyLine, ArmyLine] }) {
  if (!armies.some((army) => army.headStart > 0)) return null;
  return (
    <tr>
      <th scope="row">Start</th>
      {armies.map((army) =>
        [TO_COME, TO_COME, army.headStart].map((value, column) => <td key={army.uuid + COLUMNS[column]}>{value}</td>),
      )}
    </tr>
  );
}
