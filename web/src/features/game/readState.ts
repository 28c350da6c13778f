import type { WireState } from './wire';

const lower = <T extends string>(controller: T): T => controller.toLowerCase() as T;

const NEW = { phase: 'setup', phase_time: 'beginning', round: 1, turn: 0 } as const;

/**
 * A state as the server sent it: a controller is 'ai' or 'human' however it is written, a game is in its set-up until it
 * says more, and each unit knows its army: `player` (the army's index + 1), `army_uuid`, `army_index`.
 */
export function readState(sent: unknown): WireState {
  const state = sent as WireState;
  const { game_model: model, request, deployment_status: status } = state;
  const armies = model.armies.map((army, index) => ({
    ...army,
    controller: lower(army.controller),
    units: army.units.map((unit) => ({ ...unit, player: index + 1, army_uuid: army.uuid, army_index: index })),
  }));
  return {
    ...state,
    current_picker_controller: lower(state.current_picker_controller),
    ...(status && {
      deployment_status: {
        ...status,
        army_controllers: status.army_controllers.map((each) => ({ ...each, controller: lower(each.controller) })),
      },
    }),
    request: request && { ...request, controller: lower(request.controller) },
    game_model: { ...NEW, ...model, armies: armies as unknown as typeof model.armies },
  };
}
