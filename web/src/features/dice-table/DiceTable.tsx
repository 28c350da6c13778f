import { Fragment, useState } from 'react';
import { Die } from './Die';
import { STAGE_NAMES, STAGES, type Attack, type Roll, type Stage, type WeaponDice } from './rolls';
import { useFirstRows } from './useFirstRows';

interface Selection {
  weapon: number;
  attack: number;
  stage: Stage;
}

/** Every attack's dice: what was needed and what fell, by stage. A cell opens what stood behind its number. */
export function DiceTable({ weapons }: { weapons: readonly WeaponDice[] }) {
  const [selection, setSelection] = useState<Selection | null>(null);
  const pick = (next: Selection) => setSelection((now) => (now && same(now, next) ? null : next));
  const { counts, more } = useFirstRows(weapons.map((each) => each.attacks.length));
  return (
    <>
      <table className="dice-table">
        <caption className="sr-only">Dice by weapon and attack. Choose a number to see what stood behind it.</caption>
        <Head />
        {weapons.map((weapon, index) => {
          const attacks = weapon.attacks.slice(0, counts[index]);
          return (
            attacks.length > 0 && (
              <WeaponRows
                key={`${weapon.id}-${index}`}
                weapon={{ ...weapon, attacks }}
                index={index}
                selection={selection}
                onPick={pick}
              />
            )
          );
        })}
      </table>
      {more}
    </>
  );
}

const same = (a: Selection, b: Selection): boolean =>
  a.weapon === b.weapon && a.attack === b.attack && a.stage === b.stage;

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2} style={{ textAlign: 'left' }}>
          Weapon
        </th>
        {STAGES.map((stage) => (
          <th key={stage} scope="colgroup" colSpan={2}>
            {STAGE_NAMES[stage]}
          </th>
        ))}
      </tr>
      <tr>
        {STAGES.map((stage) => (
          <Fragment key={stage}>
            <th scope="col">
              <abbr
                title={`${STAGE_NAMES[stage]}: Needed`}
                className="no-underline"
                aria-label={`${STAGE_NAMES[stage]} Needed`}>
                Need
              </abbr>
            </th>
            <th scope="col" aria-label={`${STAGE_NAMES[stage]} Roll`}>
              Roll
            </th>
          </Fragment>
        ))}
      </tr>
    </thead>
  );
}

interface WeaponRowsProps {
  weapon: WeaponDice;
  index: number;
  selection: Selection | null;
  onPick: (selection: Selection) => void;
}

function WeaponRows({ weapon, index, selection, onPick }: WeaponRowsProps) {
  const open = selection?.weapon === index ? selection : null;
  const detail = open && weapon.attacks[open.attack] ? 1 : 0;
  return (
    <tbody>
      {weapon.attacks.map((attack, row) => (
        <Fragment key={row}>
          <tr>
            {row === 0 && (
              <th scope="rowgroup" rowSpan={weapon.attacks.length + detail}>
                {weapon.name}
                <span className="block text-xs font-normal text-faint">
                  {weapon.count} attack{weapon.count === 1 ? '' : 's'}
                </span>
              </th>
            )}
            {STAGES.map((stage) => (
              <StageCells
                key={stage}
                stage={stage}
                rolls={attack[stage]}
                pressed={open?.attack === row && open.stage === stage}
                onPick={() => onPick({ weapon: index, attack: row, stage })}
              />
            ))}
          </tr>
          {open?.attack === row && (
            <tr>
              <td colSpan={STAGES.length * 2}>
                <RollDetail attack={attack} stage={open.stage} />
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </tbody>
  );
}

interface StageCellsProps {
  stage: Stage;
  rolls: readonly Roll[];
  pressed: boolean;
  onPick: () => void;
}

function StageCells({ stage, rolls, pressed, onPick }: StageCellsProps) {
  const [first] = rolls;
  if (!first)
    return (
      <>
        <td className="text-faint">·</td>
        <td />
      </>
    );
  const name = STAGE_NAMES[stage];
  const buffed = rolls.some(
    (each) => each.abilities.length > 1 || (each.abilities.length === 1 && each.first !== null),
  );
  return (
    <>
      <td>
        <button
          type="button"
          className="dice-cell"
          aria-pressed={pressed}
          data-buffed={buffed || undefined}
          aria-label={`${name} needed ${first.needed || 'nothing'}${buffed ? ', changed by abilities' : ''}`}
          onClick={onPick}>
          <span className="dice-needed">{first.needed || '–'}</span>
        </button>
      </td>
      <td>
        <button
          type="button"
          className="dice-cell"
          aria-pressed={pressed}
          aria-label={`${name} roll ${rolls.map(said).join('; ')}`}
          onClick={onPick}>
          <RollFaces rolls={rolls} />
        </button>
      </td>
    </>
  );
}

const said = ({ roll, first, result, critical, success }: Roll): string =>
  [
    roll === null ? 'no die' : String(roll),
    first !== null && `re-rolled from ${first}`,
    result !== null && `counts ${result}`,
    critical && 'critical',
    success === true && 'success',
    success === false && 'failure',
  ]
    .filter(Boolean)
    .join(', ');

function RollFaces({ rolls }: { rolls: readonly Roll[] }) {
  const good = rolls.filter((each) => each.success).length;
  const [first] = rolls;
  if (!first) return null;
  if (rolls.length > 2)
    return (
      <span className="figure text-ink">
        {good}/{rolls.length}
      </span>
    );
  return (
    <>
      {rolls.map((each, index) => (
        <Fragment key={index}>
          {each.first !== null && <Die face={each.first} success={null} struck size={17} />}
          {each.roll === null ? (
            <span className="figure">{each.result ?? 'auto'}</span>
          ) : (
            <Die face={each.roll} success={each.success} critical={each.critical} size={23} />
          )}
          {each.roll !== null && each.result !== null && (
            <span className="figure text-sm text-ink">→{each.result}</span>
          )}
        </Fragment>
      ))}
    </>
  );
}

/** What stood behind a number: the dice, whether critical, and each ability that changed it. */
function RollDetail({ attack, stage }: { attack: Attack; stage: Stage }) {
  const rolls = attack[stage];
  const abilities = rolls.flatMap((each) => each.abilities);
  const critical = rolls.some((each) => each.critical);
  return (
    <div
      className="my-1 border-l-2 border-lamp bg-well px-3 py-2 text-left"
      data-testid="roll-detail"
      aria-live="polite">
      <p className="flex flex-wrap items-center gap-2">
        <span className="label text-soft">{STAGE_NAMES[stage]}</span>
        {rolls.map((each, index) => (
          <span key={index} className="figure flex items-center gap-1">
            {each.needed && `needed ${each.needed}`}
            {each.first !== null && <Die face={each.first} success={null} struck size={18} />}
            {each.roll !== null && <Die face={each.roll} success={each.success} critical={each.critical} />}
            {each.result !== null && ` counts ${each.result}`}
          </span>
        ))}
        {critical && <span className="label rounded-sm bg-lamp px-1.5 text-on-lamp">★ critical</span>}
      </p>
      {abilities.length > 0 ? (
        <ul className="mt-1 text-sm">
          {abilities.map((each, index) => (
            <li key={index}>
              <strong className="font-semibold">{each.name}</strong>
              {each.effect && ` – ${each.effect}`}
              {each.affects && <span className="text-faint"> ({each.affects})</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-sm text-faint">No buffs or abilities changed this value.</p>
      )}
    </div>
  );
}
