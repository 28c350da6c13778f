import type { ArmyStatistics, StageRolls } from '@/shared/api';
import { ArmyName, colorAt, type Color } from './ArmyName';
import { certainty, signed, spreadsOff, stages, verdict, type StageLuck } from './chances';

/** Spreads to either side of the expected value that the scale shows. */
const REACH = 3;

/** Each army's dice: rolled against expected, and how sure it is that it was luck. */
export function Luck({ armies }: { armies: readonly [ArmyStatistics, ArmyStatistics] }) {
  return (
    <div className="statistics-pair">
      {armies.map((army, at) => (
        <section key={army.army_uuid} aria-label={`Dice of ${army.name}`}>
          <h3 className="font-semibold">
            <ArmyName color={colorAt(at)}>{army.name}</ArmyName>
          </h3>
          <ul className="mt-2 flex flex-col">
            {stages(army).map((stage) => (
              <Stage key={stage.name} stage={stage} color={colorAt(at)} />
            ))}
          </ul>
          <p className="mt-3 text-sm text-soft">
            Its attacks did <b className="figure text-base text-ink">{army.attack_damage}</b> wounds; their dice were
            worth <b className="figure text-base text-ink">{army.attack_damage_expected.toFixed(1)}</b> (
            {signed(army.luck)}).
            <Outside wounds={army.damage_dealt - army.attack_damage} />
          </p>
        </section>
      ))}
    </div>
  );
}

/** Wounds that no attack dealt: without dice of their own to compare, they are no luck. */
function Outside({ wounds }: { wounds: number }) {
  if (wounds <= 0) return null;
  return (
    <>
      {' '}
      <b className="figure text-base text-ink">{wounds}</b> more {wounds === 1 ? 'wound was' : 'wounds were'} dealt
      outside of attacks, by abilities and explosions; luck leaves {wounds === 1 ? 'it' : 'them'} out.
    </>
  );
}

function Stage({ stage: { name, rolled }, color }: { stage: StageLuck; color: Color }) {
  return (
    <li className="luck" data-color={color}>
      <span className="label text-soft">{name}</span>
      <span className="figure text-right text-base">
        {rolled.successes}
        <span className="text-faint"> rolled, {rolled.expected.toFixed(1)} expected</span>
      </span>
      <Scale rolled={rolled} />
      <span className="luck-words text-sm">
        <b className="font-semibold">{capital(verdict(rolled))}.</b>{' '}
        <span className="text-soft">{certainty(rolled)}</span>
      </span>
    </li>
  );
}

/** Expected in the middle, a band of one spread, a mark where the dice fell. */
function Scale({ rolled }: { rolled: StageRolls }) {
  const off = Math.max(-REACH, Math.min(REACH, spreadsOff(rolled)));
  const place = (spreads: number) => ((spreads + REACH) / (2 * REACH)) * 240;
  return (
    <svg className="luck-scale" viewBox="0 0 240 22" preserveAspectRatio="none" aria-hidden="true">
      <rect x={place(-1)} width={place(1) - place(-1)} y="4" height="14" className="luck-band" />
      <path d="M0 11H240" className="luck-axis" />
      <path d={`M120 1V21M${place(-2)} 8V14M${place(2)} 8V14`} className="luck-axis" />
      {rolled.dice > 0 && <path d={`M120 11H${place(off)}`} className="luck-way" />}
      {rolled.dice > 0 && <path d={`M${place(off)} 2V20`} className="luck-rolled" />}
    </svg>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
