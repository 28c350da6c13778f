import { selectUnit } from '@/shared/api';
import { toPoint, unitOf } from '../../board';
import { useClient, useGameId, useGameState } from '../../client/context';
import { useCommand, type Command } from '../../client/useCommand';
import { useSection } from '../../shell/useSection';
import type { UnitAction } from './unitActions';
import { useMove } from './useMove';

/** What is done with a unit by its menu, and by the list of the table. */
export function useActions(onWhy: () => void): { act: (uuid: string, action: UnitAction) => void; command: Command } {
  const gameId = useGameId();
  const state = useGameState();
  const { table } = useClient();
  const command = useCommand();
  const move = useMove(command);
  const [, showSection] = useSection();
  /** Takes a unit up, for arrow keys or a drag. */
  const takeUp = (uuid: string) => {
    const unit = unitOf(state, uuid);
    const marches = state.units.find((each) => each.uuid === uuid)?.marches ?? [];
    const { select, want } = table.getState();
    const transport = unitOf(state, unit?.inside?.uuid ?? null)?.location;
    select(uuid);
    want(
      unit?.inside || unit?.in_reserves
        ? { kind: 'place', unitId: uuid, limit: null, about: transport && toPoint(transport) }
        : { kind: 'drag', unitId: uuid, limit: marches.at(-1)?.limit ?? 0, marches },
    );
  };
  /** Takes up again the unit that has to be put down, as after its advance was rolled. */
  const takeUpAgain = (uuid: string) => {
    const { select, want } = table.getState();
    select(uuid);
    want({ kind: 'drag', unitId: uuid, limit: state.request?.limit ?? 0 });
  };
  /** Has its advance die asked for where units are moved. */
  const askOwnDie = (uuid: string) => {
    const { select, want, askOwnDice } = table.getState();
    showSection('battlefield');
    select(uuid);
    want(null);
    askOwnDice(uuid);
  };
  const act = (uuid: string, action: UnitAction): void => {
    if (action.kind === 'move' || action.kind === 'arrive') takeUp(uuid);
    else if (action.kind === 'place') takeUpAgain(uuid);
    else if (action.kind === 'getOut') takeUp(action.unitId);
    else if (action.kind === 'advance') void move(uuid, 'advance');
    else if (action.kind === 'ownAdvance') askOwnDie(uuid);
    else if (action.kind === 'flyOff') void move(uuid, 'fly_off');
    else if (action.kind === 'hold') void move(uuid, 'stationary');
    else if (action.kind === 'embark') void move(uuid, 'move', { transport_uuid: action.transportId });
    else if (action.kind === 'attack') {
      const path = { game_id: gameId, phase: action.phase };
      void command.run((number) => selectUnit({ path, body: { unit_uuid: uuid, number } }));
    } else if (action.kind === 'why') onWhy();
    else table.getState().select(uuid);
  };
  return { act, command };
}
