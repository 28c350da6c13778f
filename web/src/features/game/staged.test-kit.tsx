import type {
  AbleUnit,
  ChargingUnit,
  CheckRoll,
  GameState,
  LatestRoll,
  NeededValues,
  PromptState,
  UnitState,
  UsableWeapon,
} from '@/shared/api';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { onTestFinished } from 'vitest';
import { GameClient } from './client/client';
import { GameContext } from './client/context';
import { listsOf } from './client/useGameClient';
import { ConfirmHost, Toaster } from '@/shared/ui';

/** A game of our own as the server sends it, cut down to what the fighting panels look at. */

export const GAME = 'ford';

/** The moment that a list of abilities is for. */
export const NOW = { round: 1, turn: 1, phase: 'shooting', phase_time: 'middle' } as const;

const army = (index: 0 | 1, controller: 'human' | 'ai', units: UnitState[]) => ({
  uuid: `army-${index}`,
  name: index ? 'Saltmarsh Host' : 'Lantern Wardens',
  cp: 2,
  vp: 0,
  controller,
  player_number: index + 1,
  units,
});

export const weapon = (name: string, more: Partial<UsableWeapon> = {}): UsableWeapon => ({
  weapon_uuid: name,
  miniature_uuid: 'm1',
  bearers: ['m1', 'm2'],
  count: 2,
  name,
  weapon_range: 24,
  attacks: '2',
  skill: '3+',
  strength: '4',
  ap: -1,
  damage: '1',
  keywords: [],
  mode: '',
  parts: 2,
  targets: [
    {
      target_unit_uuid: 'reeds',
      target_miniature_uuid: 'r1',
      target_unit_name: 'Reed Stalkers',
      distance: 8.25,
      location: [20, 20],
    },
  ],
  ...more,
});

export const unit = (uuid: string, name: string, more: Partial<UnitState> = {}): UnitState =>
  ({
    uuid,
    name,
    army_uuid: 'army-0',
    army_index: 0,
    transponder: '',
    alive: true,
    alive_count: 5,
    starting_strength: 5,
    deployed: true,
    movement: 6,
    charge_bonus: 1,
    location: [10, 10],
    miniatures: [],
    keywords: [],
    abilities: [],
    ...more,
  }) as UnitState;

export const request = (kinds: string[], more: Partial<PromptState> = {}): PromptState => ({
  army_uuid: 'army-0',
  army_name: 'Lantern Wardens',
  controller: 'human',
  mine: true,
  kinds,
  units: [],
  unit_uuid: null,
  limit: null,
  stage: '',
  needed: null,
  why: '',
  dice: [],
  removals: [],
  removable: [],
  able: [],
  selected_unit_uuid: null,
  ...more,
});

/** A unit that could still do something in that phase. */
export const able = (unit_uuid: string, unit_name: string, phase: string, could = ''): AbleUnit => ({
  unit_uuid,
  unit_name,
  army_uuid: 'army-0',
  phase,
  could,
});

const NEEDED: NeededValues = {
  hit_needed: '3+',
  hit_modifier: -1,
  wound_needed: '4+',
  wound_modifier: 1,
  save_needed: '5+',
  fnp_needed: '6+',
  damage: '2',
  sources: [],
};

export const die = (needed: string, roll: number, success: boolean): CheckRoll => ({
  needed,
  roll,
  success,
  active_abilities: [],
});

export const latest = (
  stage: LatestRoll['stage'],
  attacks: LatestRoll['miniature_rolls'][0]['weapon_rolls'][0]['attacks'] = [],
): LatestRoll => ({
  unit_uuid: 'runners',
  unit_name: 'Torch Runners',
  stage,
  dice_due: null,
  number_due: '',
  miniature_rolls: [
    {
      miniature_uuid: 'm1',
      weapon_rolls: [
        {
          weapon_uuid: 'rifle',
          weapon_name: 'Thorn rifle',
          weapons: 2,
          target_unit_uuid: 'reeds',
          target_unit_name: 'Reed Stalkers',
          needed_values: NEEDED,
          attacks_roll: { needed: null, roll: 2, faces: [], active_abilities: [] },
          attacks,
          damage_taken: 3,
          models_killed: 1,
        },
      ],
    },
  ],
});

export const chargeable = (unit_uuid: string, unit_name: string): ChargingUnit => ({
  unit_uuid,
  unit_name,
  transponder: '',
  movement: 6,
  charge_bonus: 1,
  targets: [
    {
      target_unit_uuid: 'reeds',
      target_unit_name: 'Reed Stalkers',
      target_transponder: '',
      distance: 7.25,
      in_range: true,
      needed: 7,
      location: [20, 20],
    },
    {
      target_unit_uuid: 'mill',
      target_unit_name: 'Mill Guard',
      target_transponder: '',
      distance: 13,
      in_range: false,
      needed: 12,
      location: [30, 20],
    },
  ],
});

interface Parts {
  phase: 'shooting' | 'charge' | 'combat';
  asked: PromptState;
  units?: UnitState[];
  controller?: 'human' | 'ai';
  roll?: LatestRoll | null;
  more?: Partial<GameState>;
}

export function gameState({
  phase,
  asked,
  units = [],
  controller = asked.controller,
  roll = null,
  more = {},
}: Parts): GameState {
  const own = [unit('runners', 'Torch Runners'), unit('bridge', 'Bridge Watch')];
  const theirs = [
    unit('reeds', 'Reed Stalkers', { army_uuid: 'army-1', army_index: 1, location: [20, 20] }),
    unit('mill', 'Mill Guard', { army_uuid: 'army-1', army_index: 1, location: [30, 20] }),
  ];
  return {
    number: 7,
    sides: [0, 1],
    units,
    chargeable_units: [],
    recorded_charges: {},
    unasked: [],
    charge_results: [],
    current_army_uuid: 'army-0',
    current_army_name: 'Lantern Wardens',
    current_picker_controller: controller,
    current_picker_army_name: asked.army_name,
    current_picker_army_uuid: asked.army_uuid,
    request: asked,
    map_data: { width: 60, height: 44, terrain: [], deployment_zones: [] },
    offers: [],
    dice: { sealed: false, own_dice: true, pending: false, last: null, fallen: [], harm: [], rolls: [] },
    game_model: {
      game_id: GAME,
      phase,
      phase_time: 'middle',
      round: 1,
      turn: 1,
      mission: { name: 'Crossings', description: 'Hold the fords.', scoring: '5 VP for each ford held.' },
      armies: [army(0, controller, own), army(1, 'human', theirs)],
      objectives: [],
      latest_roll: roll,
    },
    ...more,
  } as unknown as GameState;
}

let shown: GameClient;

/** The client of the game that `showPanel` showed last, and what map and panels share of it. */
export const client = (): GameClient => shown;
export const onTable = () => shown.table.getState();
export const autoplay = () => shown.autoplay.getState();

/** Shows a panel in a game that has come to this state; calls that answer a state bring it on. */
export function showPanel(panel: ReactNode, state: GameState, query = '', gameId = GAME) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const game = new GameClient(gameId, false, listsOf(queries, gameId));
  onTestFinished(() => game.close());
  shown = game;
  shown.show(state);
  shown.known.setState({ link: { status: 'connected', reason: '' } });
  const view = render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[`/game/${GAME}/view${query}`]}>
        <GameContext value={shown}>{panel}</GameContext>
        <Toaster />
        <ConfirmHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { ...view, queries, client: shown };
}
