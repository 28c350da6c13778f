import { useState } from 'react';
import { chooseZone, type GameState } from '@/shared/api';
import { toast } from '@/shared/ui';
import { useClient, useGameId } from '../client/context';
import { useCommand, type Command } from '../client/useCommand';
import { ZONES, type ZoneIndex } from './zones';

/** What a choice of a zone lacks, as it is shown; empty where it has everything. */
function whatIsMissing(gameId: string, state: GameState): string {
  if (!state.game_model.armies.some((army) => army.uuid === state.deployment_status.winner_army_uuid))
    return 'Game model not available';
  if (!state.map_data.deployment_zones.length) return 'Deployment zones not available';
  return gameId ? '' : 'Game ID not available';
}

/** Chooses a zone, from the panel, the prompt or the map; by a command that is there already, or its own. */
export function useZoneChoice(given?: Command) {
  const gameId = useGameId();
  const client = useClient();
  const own = useCommand();
  const command = given ?? own;
  const [problem, setProblem] = useState('');
  const choose = async (zone: ZoneIndex): Promise<void> => {
    const { state } = client;
    if (!state || command.locked) return;
    const missing = whatIsMissing(gameId, state);
    setProblem(missing);
    if (missing) return;
    const winner = state.deployment_status.winner_army_uuid;
    const done = await command.run((number) =>
      chooseZone({
        path: { game_id: gameId },
        body: {
          selecting_army_uuid: winner ?? '',
          deployment_zones: state.map_data.deployment_zones,
          selected_zone_index: zone,
          number,
        },
      }),
    );
    const name = state.game_model.armies.find((army) => army.uuid === winner)?.name ?? '';
    if (done) toast(`Deployment zones have been assigned! ${name} selected the ${ZONES[zone]}`);
  };
  return { choose, problem, command };
}
