import { useState } from 'react';
import { UnitCard } from '@/features/unit-card';
import { statsOf, type Army, type BoardUnit, type NamedDistance } from '@/shared/battle-log';
import { showInches } from '@/shared/geometry';

interface UnitPanelProps {
  unit: BoardUnit;
  army: Army | undefined;
  /** Miniatures or wounds left, in words. */
  left: string;
  onClose: () => void;
}

/** A unit's card as it stands in this phase, with its abilities and what is how far away. */
export function UnitPanel({ unit, army, left, onClose }: UnitPanelProps) {
  const stats = statsOf(unit);
  const states = [
    ...(unit.battleShocked ? [{ name: 'Battle-shocked', bad: true }] : []),
    ...(unit.inReserves ? [{ name: 'In reserves' }] : []),
  ];
  return (
    <UnitCard unit={unit} army={army} left={left} states={states} onClose={onClose}>
      {stats && stats.abilities.length > 0 && <Abilities abilities={stats.abilities} />}
      {stats && (
        <div className="grid gap-3">
          <Distances title="Enemies" items={stats.enemyDistances} />
          <Distances title="Friends" items={stats.friendlyDistances} />
          <Distances title="Objectives" items={stats.objectiveDistances} />
        </div>
      )}
    </UnitCard>
  );
}

function Abilities({ abilities }: { abilities: { name: string; description: string }[] }) {
  return (
    <div>
      <h3 className="label mb-1 text-xs text-soft">Abilities</h3>
      <ul className="grid gap-1.5 text-sm">
        {abilities.map((each, index) => (
          <li key={index}>
            <strong className="font-semibold">{each.name}</strong>
            {each.description && <span className="text-soft"> – {each.description}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

const FEW = 4;

function Distances({ title, items }: { title: string; items: readonly NamedDistance[] }) {
  const [all, setAll] = useState(false);
  if (!items.length) return null;
  const near = [...items].sort((a, b) => a.distance - b.distance);
  return (
    <div>
      <h3 className="label mb-1 text-xs text-soft">{title}</h3>
      <ul className="text-sm">
        {near.slice(0, all ? undefined : FEW).map((each, index) => (
          <li key={index} className="flex justify-between gap-3 border-b border-line py-0.5">
            <span className="truncate">{each.name}</span>
            <span className="figure">{showInches(each.distance)}</span>
          </li>
        ))}
      </ul>
      {near.length > FEW && (
        <button
          type="button"
          className="min-h-8 text-sm text-soft underline coarse:min-h-11"
          onClick={() => setAll(!all)}>
          {all ? 'Only the nearest' : `All ${near.length}`}
        </button>
      )}
    </div>
  );
}
