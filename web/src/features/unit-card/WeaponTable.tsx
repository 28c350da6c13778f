import type { Weapon } from '@/shared/battle-log';
import { CODES } from './codes';
import { groupedWeapons } from './grouped';
import './unit-card.css';

type Column = readonly [head: string, value: (weapon: Weapon) => string | number];

const COUNT: Column = ['Count', ({ count }) => count ?? '–'];
const RANGE: Column = ['Range', ({ range }) => (range === null ? 'Melee' : `${range}″`)];
const ATTACKS: Column = ['A', ({ attacks }) => attacks || '–'];
const HARM: readonly Column[] = [
  ['S', ({ strength }) => strength || '–'],
  ['AP', ({ ap }) => ap || '–'],
  ['D', ({ damage }) => damage || '–'],
];
const skill = (head: string): Column => [head, (weapon) => weapon.skill || '–'];

const COLUMNS = {
  ranged: [COUNT, RANGE, ATTACKS, skill('BS'), ...HARM],
  melee: [COUNT, ATTACKS, skill('WS'), ...HARM],
  brief: [RANGE, ATTACKS, ...HARM],
};
const TITLES = { ranged: 'Ranged weapons', melee: 'Melee weapons', brief: 'Weapons' };

/** Weapons with their numbers, those of one set of numbers in one row; `brief` has all kinds in one table. */
export function WeaponTable({ kind, weapons }: { kind: keyof typeof COLUMNS; weapons: readonly Weapon[] }) {
  if (!weapons.length) return null;
  const columns = COLUMNS[kind];
  return (
    <table className="stat-table" aria-label={TITLES[kind]}>
      <thead>
        <tr>
          <th scope="col" className="stat-name">
            Weapon
          </th>
          {columns.map(([head]) => (
            <th key={head} scope="col" title={CODES[head]}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groupedWeapons(weapons).map((each, index) => (
          <tr key={index}>
            <th scope="row">
              {each.name}
              {kind !== 'brief' && each.keywords.length > 0 && (
                <span className="block text-faint">{each.keywords.join(', ')}</span>
              )}
            </th>
            {columns.map(([head, value]) => (
              <td key={head} className="figure">
                {value(each)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
