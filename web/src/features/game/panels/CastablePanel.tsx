import { aiAbility, type ArmyState, type AbilityState } from '@/shared/api';
import { toast } from '@/shared/ui';
import { useComputerActs, useGameId } from '../client/context';
import { AbilityCard } from '../abilities/AbilityCard';
import { ArmyTabs, Group, Loaded, MomentHead } from '../abilities/parts';
import { useAbilities, useStratagems } from '../abilities/useAbilities';
import { abilitiesOf, isCastable, usableFirst } from '../abilities/kinds';
import { AiAction } from './AiAction';

const Cards = ({ abilities }: { abilities: readonly AbilityState[] }) =>
  abilities.map((ability) => <AbilityCard key={ability.id} ability={ability} kind="castable" />);

/** Everything that can be used by choice. */
export function CastablePanel() {
  return (
    <>
      <MomentHead title="Castable Abilities" />
      <Castable active={false} />
    </>
  );
}

/**
 * What can be used now, below the buttons of a phase's beginning and end. While the computer plays on by itself nothing is
 * listed, nor fetched: the phase is over before anybody has read it.
 */
export function ActiveCastable() {
  const computerPlays = useComputerActs();
  return (
    <section className="mt-2 flex flex-col gap-3 border-t border-line pt-3">
      <h3 className="label text-base">Active Castable Abilities</h3>
      {computerPlays ? (
        <p className="text-soft">The computer is playing. Pause it to see what can be used.</p>
      ) : (
        <Castable active />
      )}
    </section>
  );
}

function Castable({ active }: { active: boolean }) {
  const abilities = useAbilities();
  const stratagems = useStratagems();
  const data =
    abilities.data &&
    stratagems.data &&
    [...abilities.data, ...stratagems.data].filter((each) => isCastable(each) && (!active || each.overall_active));
  const query = {
    data,
    error: abilities.error ?? stratagems.error,
    isFetching: abilities.isFetching || stratagems.isFetching,
    refetch: () => Promise.all([stratagems.refetch(), abilities.refetch()]),
  };
  return (
    <Loaded
      query={query}
      what="castable abilities"
      empty={active ? 'No active castable abilities available' : 'No castable abilities available'}>
      {(found) => (
        <ArmyTabs>
          {(army) => (
            <ArmyCastable
              army={army}
              abilities={found.filter((each) => each.location.army_uuid === army.uuid)}
              active={active}
            />
          )}
        </ArmyTabs>
      )}
    </Loaded>
  );
}

interface ArmyCastableProps {
  army: ArmyState;
  abilities: readonly AbilityState[];
  active: boolean;
}

function ArmyCastable({ army, abilities, active }: ArmyCastableProps) {
  const gameId = useGameId();
  const armys = usableFirst(abilities.filter((each) => each.location.unit_uuid === null));
  const use = async () => {
    const answer = await aiAbility({ path: { game_id: gameId } });
    if (answer.error !== undefined) {
      const detail = (answer.error as { detail?: unknown }).detail;
      toast(
        `Error using AI ability: ${typeof detail === 'string' && detail ? detail : 'Failed to use AI ability'}`,
        'error',
      );
    }
    return answer;
  };
  return (
    <>
      {army.controller === 'ai' && <AiAction text="AI Use Ability" working="AI Thinking..." call={use} />}
      {active && abilities.length === 0 && <p className="text-soft">No active castable abilities available</p>}
      <Section
        title="Army Castable Abilities"
        abilities={armys.filter((each) => !each.meta.stratagem)}
        active={active}
      />
      <Section title="Army Stratagems" abilities={armys.filter((each) => each.meta.stratagem)} active={active} />
      {army.units.map((unit) => (
        <Section
          key={unit.uuid}
          title={`${unit.name} Castable Abilities`}
          abilities={abilitiesOf(abilities, unit)}
          active={active}
          unit
        />
      ))}
    </>
  );
}

function Section({
  title,
  abilities,
  active,
  unit = false,
}: {
  title: string;
  abilities: readonly AbilityState[];
  active: boolean;
  unit?: boolean;
}) {
  if (!abilities.length && active) return null;
  const empty = unit ? 'No castable abilities for this unit' : 'No castable abilities available';
  return (
    <Group title={title}>
      {abilities.length ? <Cards abilities={abilities} /> : <p className="text-sm text-faint">{empty}</p>}
    </Group>
  );
}
