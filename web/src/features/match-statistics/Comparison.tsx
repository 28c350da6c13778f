import type { ArmyStatistics } from '@/shared/api';
import { ArmyName, type Color } from './ArmyName';

const ROWS: readonly (readonly [string, (army: ArmyStatistics) => number])[] = [
  ['Primary points', (army) => army.vp_primary],
  ['Secondary points', (army) => army.vp_secondary],
  ['Wounds dealt', (army) => army.damage_dealt],
  ['Miniatures slain', (army) => army.models_slain],
  ['Units destroyed', (army) => army.units_destroyed],
  ['Points destroyed', (army) => army.points_destroyed],
  ['Abilities used', (army) => army.abilities_used],
  ['Command points spent', (army) => army.cp_spent],
];

/** Sources of points that few battles have: each is shown where an army has any of it. */
const RARE: typeof ROWS = [
  ['Head start', (army) => army.head_start ?? 0],
  ['Points given by hand', (army) => army.by_hand ?? 0],
];

/** Both armies side by side, each row with its bars from the middle outwards. */
export function Comparison({ blue, red }: { blue: ArmyStatistics; red: ArmyStatistics }) {
  const rows = [...RARE.filter(([, of]) => of(blue) || of(red)), ...ROWS];
  return (
    <table className="comparison">
      <caption className="sr-only">Both armies in figures</caption>
      <thead>
        <tr>
          <th scope="col">
            <Score army={blue} color={0} />
          </th>
          <td />
          <th scope="col">
            <Score army={red} color={1} />
          </th>
        </tr>
      </thead>
      <tbody>
        <tr className="comparison-total">
          <td className="figure text-xl leading-none">{blue.vp}</td>
          <th scope="row">Victory points</th>
          <td className="figure text-xl leading-none">{red.vp}</td>
        </tr>
        {rows.map(([label, of]) => {
          const most = Math.max(1, of(blue), of(red));
          return (
            <tr key={label}>
              <td>
                <Side value={of(blue)} share={Math.max(0, of(blue)) / most} color={0} />
              </td>
              <th scope="row">{label}</th>
              <td>
                <Side value={of(red)} share={Math.max(0, of(red)) / most} color={1} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const Score = ({ army, color }: { army: ArmyStatistics; color: Color }) => (
  <ArmyName color={color}>{army.name}</ArmyName>
);

function Side({ value, share, color }: { value: number; share: number; color: Color }) {
  return (
    <span className="comparison-side" data-color={color}>
      <span className="figure text-base">{value}</span>
      <span className="track" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}
