import type { ReactNode } from 'react';
import { statsOf, type Army, type BoardUnit, type UnitStats } from '@/shared/battle-log';
import { Badge, IconButton, UnitImage } from '@/shared/ui';
import { Attributes } from './Attributes';
import { Legend } from './Legend';
import { UnitSheet } from './UnitSheet';
import { WeaponTable } from './WeaponTable';

interface UnitCardProps {
  unit: Pick<BoardUnit, 'name' | 'transponder' | 'sheet'>;
  army: Pick<Army, 'name' | 'colorIndex'> | undefined;
  /** Miniatures or wounds left, in words. */
  left: string;
  /** The label on its printed transponder. */
  marker?: string | undefined;
  /** What holds for it now; bad news stands out. */
  states: readonly { name: string; bad?: boolean }[];
  /** Over a map: its first kinds and its weapons at a glance, without the rest of the sheet. */
  glance?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** A unit with its picture, its army, how it stands and its sheet: on the live table as in a log. */
export function UnitCard({ unit, army, left, marker, states, glance = false, onClose, children }: UnitCardProps) {
  const stats = statsOf(unit);
  return (
    <section
      aria-label={`Unit ${unit.name}`}
      className={glance ? 'map-card' : 'flex flex-col gap-4 p-4'}
      data-testid="unit-panel">
      <header className="flex items-start gap-3">
        <UnitImage
          transponder={unit.transponder}
          className={glance ? 'size-10' : 'size-14'}
          alt={`Transponder of ${unit.name}`}
        />
        <div className="min-w-0 flex-1">
          <h2 className="text-lg leading-tight font-semibold">{unit.name}</h2>
          <p className="text-sm text-soft">
            <span
              aria-hidden="true"
              style={{ color: army ? `var(--${army.colorIndex === 0 ? 'blue' : 'red'})` : undefined }}>
              ●{' '}
            </span>
            {marker && (
              <>
                <strong className="figure text-ink" title="Its printed transponder">
                  {marker}
                </strong>{' '}
                ·{' '}
              </>
            )}
            {army?.name ?? 'Army unknown'} · {left}
          </p>
        </div>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      {states.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          {states.map(({ name, bad }) => (
            <Badge key={name} tone={bad ? 'bad' : 'plain'}>
              {name}
            </Badge>
          ))}
        </p>
      )}
      {!stats && <p className="text-sm text-soft">The log has no sheet for this unit.</p>}
      {stats && (glance ? <Glance stats={stats} /> : <UnitSheet profiles={stats.profiles} level={3} />)}
      {children}
    </section>
  );
}

const FEW = 2;

/** Without those that are like one before them. */
const firsts = <T,>(items: readonly T[], like: (item: T) => string): T[] =>
  [...new Map([...items].reverse().map((each) => [like(each), each])).values()].reverse();

let weaponsOpen = false;

function Glance({ stats: { profiles } }: { stats: UnitStats }) {
  const kinds = firsts(profiles, ({ attributes }) => JSON.stringify(attributes));
  const weapons = firsts(
    profiles.flatMap((each) => [...each.ranged, ...each.melee]),
    ({ name }) => name,
  );
  return (
    <>
      {kinds.slice(0, FEW).map((each, index) => (
        <Attributes key={index} profile={each} />
      ))}
      {/* A card over the map hides as little of it as it can; what was opened stays open for the next unit. */}
      <details className="fold" open={weaponsOpen} onToggle={({ currentTarget }) => (weaponsOpen = currentTarget.open)}>
        <summary className="label">Weapons · {weapons.length}</summary>
        <WeaponTable kind="brief" weapons={weapons} />
        <Legend />
      </details>
    </>
  );
}
