import { AbilityCard } from '../abilities/AbilityCard';
import { ArmyTabs, Group, Loaded, MomentHead } from '../abilities/parts';
import { useStratagems } from '../abilities/useAbilities';
import { isCastable, usableFirst } from '../abilities/kinds';

/** What either army can pay command points for. */
export function StratagemsPanel() {
  const query = useStratagems();
  return (
    <>
      <MomentHead title="Stratagems" />
      <Loaded query={query} what="stratagems" empty="No stratagems available">
        {(stratagems) => (
          <ArmyTabs>
            {(army) => {
              const own = usableFirst(
                stratagems.filter(
                  (each) => each.location.army_uuid === army.uuid && each.location.type === 'army' && isCastable(each),
                ),
              );
              return (
                <Group title="Army Stratagems">
                  {own.length ? (
                    own.map((each) => <AbilityCard key={each.id} ability={each} kind="stratagem" />)
                  ) : (
                    <p className="text-soft">No stratagems for this army</p>
                  )}
                </Group>
              );
            }}
          </ArmyTabs>
        )}
      </Loaded>
    </>
  );
}
