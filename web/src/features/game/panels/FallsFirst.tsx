import { allocate, type UnitState } from '@/shared/api';
import { Field, Select } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { useCommand } from '../client/useCommand';
import { Refusal } from './Act';

/** The kinds of living miniatures of a unit, each with its miniatures, the last of the roster first. */
function kindsOf(unit: UnitState): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  for (const { name, uuid, alive } of [...unit.miniatures].reverse())
    if (alive) kinds.set(name, [...(kinds.get(name) ?? []), uuid]);
  return kinds;
}

/** Whose wounds are the first: said ahead, or between the enemy's rolls. Nothing where all miniatures are alike. */
export function FallsFirst({ unit }: { unit: UnitState }) {
  const gameId = useGameId();
  const own = useGameState((state) => state.sides.includes(unit.army_index));
  const command = useCommand();
  const kinds = kindsOf(unit);
  if (!own || kinds.size < 2) return null;
  const first = unit.falls?.[0];
  const chosen = first ? ([...kinds].find(([, uuids]) => uuids.includes(first))?.[0] ?? '') : '';
  return (
    <div className="flex flex-col gap-1">
      <Field label="Takes wounds first" hint="Wounded miniatures come before all others.">
        <Select
          value={chosen}
          disabled={command.locked}
          onChange={({ target: { value } }) =>
            void command.run((number) =>
              allocate({
                path: { game_id: gameId },
                body: { unit_uuid: unit.uuid, miniature_uuids: kinds.get(value) ?? [], number },
              }),
            )
          }>
          <option value="">As usual: leaders and the first of the roster last</option>
          {[...kinds.keys()].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Refusal of={command} />
    </div>
  );
}
