import type { ActiveEffect, InactiveEffect } from '@/shared/api';
import { EffectList } from '../abilities/EffectList';
import { ArmyTabs, Group, Loaded, MomentHead } from '../abilities/parts';
import { useEffects } from '../abilities/useAbilities';

/** Effects in force and not, army by army and unit by unit. */
export function EffectsPanel() {
  const query = useEffects();
  return (
    <>
      <MomentHead title="Effects" />
      <Loaded query={query} what="effects" empty="No active effects for this army">
        {(armies) => (
          <ArmyTabs>
            {(army) => {
              const listed = armies.find((each) => each.army_uuid === army.uuid);
              return (
                <>
                  <Group title="Active effects">
                    {listed?.effects.length ? (
                      listed.effects.map((each, index) => <Effect key={index} effect={each} />)
                    ) : (
                      <p className="text-soft">No active effects for this army</p>
                    )}
                  </Group>
                  {listed?.units.map((unit) => (
                    <Group key={unit.unit_uuid} title={unit.unit_name}>
                      {unit.effects.length + unit.inactive_effects.length === 0 && (
                        <p className="text-sm text-faint">No effects for this unit</p>
                      )}
                      {unit.effects.map((each, index) => (
                        <Effect key={index} effect={each} />
                      ))}
                      {unit.inactive_effects.map((each) => (
                        <Effect key={each.effect_id} effect={each} />
                      ))}
                    </Group>
                  ))}
                </>
              );
            }}
          </ArmyTabs>
        )}
      </Loaded>
    </>
  );
}

function Effect({ effect }: { effect: ActiveEffect | InactiveEffect }) {
  return (
    <article className="unit-card-open" aria-label={effect.name}>
      <h4 className="font-semibold">{effect.name}</h4>
      <EffectList effects={[effect]} />
      {'why_not' in effect && effect.why_not && (
        <details className="text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center text-soft">
            Why is this effect inactive?
          </summary>
          <p>{effect.why_not}</p>
        </details>
      )}
    </article>
  );
}
