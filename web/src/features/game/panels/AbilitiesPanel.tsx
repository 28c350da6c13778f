import type { AbilityState } from '@/shared/api';
import { AbilityCard } from '../abilities/AbilityCard';
import { ArmyTabs, Group, Loaded, MomentHead } from '../abilities/parts';
import { useAbilities } from '../abilities/useAbilities';
import { abilitiesOf } from '../abilities/kinds';

const Cards = ({ abilities }: { abilities: readonly AbilityState[] }) =>
  abilities.map((ability) => <AbilityCard key={ability.id} ability={ability} kind="ability" />);

/** Both armies' abilities, each with what keeps it from working now. */
export function AbilitiesPanel() {
  const query = useAbilities();
  return (
    <>
      <MomentHead title="Abilities" />
      <Loaded query={query} what="abilities" empty="No abilities available">
        {(abilities) => (
          <ArmyTabs>
            {(army) => {
              const own = abilities.filter((each) => each.location.army_uuid === army.uuid);
              const armys = own.filter((each) => each.location.unit_uuid === null);
              return (
                <>
                  <Group title="Army abilities">
                    {armys.length ? (
                      <Cards abilities={armys} />
                    ) : (
                      <p className="text-sm text-faint">No abilities for this army</p>
                    )}
                  </Group>
                  {army.units.map((unit) => {
                    const its = abilitiesOf(own, unit);
                    return (
                      <Group key={unit.uuid} title={unit.name}>
                        {its.length ? (
                          <Cards abilities={its} />
                        ) : (
                          <p className="text-sm text-faint">No abilities for this unit</p>
                        )}
                      </Group>
                    );
                  })}
                </>
              );
            }}
          </ArmyTabs>
        )}
      </Loaded>
    </>
  );
}
