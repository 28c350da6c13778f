import type { GameState, ObjectiveState, PromptState, UnitState } from '@/shared/api';
import { vi } from 'vitest';
import { request } from './staged.test-kit';

/** A table of our own as the server sends it, cut down to what the map and the panels of moving look at. */

const RIFLE = {
  uuid: 'rifle',
  name: 'Thorn rifle',
  count: 2,
  weapon_range: 24,
  attacks: '2',
  skill: '3+',
  strength: '4',
  ap: -1,
  damage: '1',
  keywords: [],
};
const PISTOL = { ...RIFLE, uuid: 'pistol', name: 'Ember pistol', weapon_range: 12 };

/** A unit of two miniatures side by side, about a place. */
export function unitAt(
  uuid: string,
  name: string,
  side: 0 | 1,
  [x, y]: [number, number],
  more: Partial<UnitState> = {},
): UnitState {
  const minis = [-1, 1].map((dx, index) => ({
    uuid: `${uuid}-${index}`,
    name: 'Guard',
    alive: true,
    wounds: 2,
    location: [x + dx, y] as const,
    radius: 0.5,
    height: 1.5,
  }));
  const attributes = { movement: 6, toughness: 4, save: '4+', wounds: 2, leadership: '6+', objective_controlled: 2 };
  return {
    uuid,
    name,
    army_uuid: `army-${side}`,
    army_index: side,
    player: side + 1,
    points: 100,
    location: [x, y],
    transponder: `transponders/${uuid}.svg`,
    character: false,
    alive: true,
    alive_count: 2,
    starting_strength: 2,
    half_strength: false,
    battle_shocked: false,
    deployed: true,
    in_reserves: false,
    keywords: [],
    abilities: [],
    miniatures: minis,
    engaged: false,
    in_combat: false,
    in_cover: false,
    unit_stats: {
      alive_count: 2,
      miniatures: [
        { name: 'Guard', count: 2, alive: 2, attributes, ranged_weapons: [PISTOL, RIFLE], melee_weapons: [] },
      ],
    },
    auras: [],
    charge_bonus: 1,
    charged: false,
    movement: 6,
    movement_action_type: '',
    moved: false,
    advanced: false,
    fall_back: false,
    stationary: false,
    ...more,
  } as unknown as UnitState;
}

const control = (index: number, more = {}) => ({
  army_uuid: `army-${index}`,
  army_name: index ? 'Saltmarsh Host' : 'Lantern Wardens',
  in_control_range: false,
  total_oc: 0,
  models_in_range: 0,
  closest_distance: null,
  ...more,
});

export const objectiveAt = (
  uuid: string,
  [x, y]: [number, number],
  more: Partial<ObjectiveState> = {},
): ObjectiveState => ({
  uuid,
  name: uuid,
  location: [x, y],
  pixel_location: [x * 10, y * 10],
  sticky: false,
  empowered: false,
  held_by: null,
  model_ranges: [],
  control_info: { held_by_army_name: null, empowered: false, army_control: [control(0), control(1)], model_ranges: [] },
  ...more,
});

/** Held by the first army, sticky and empowered, with both armies near it. */
export const HELD = objectiveAt('Mill', [30, 22], {
  worth: 'Worth 5 VP a turn from round 2 on',
  sticky: true,
  empowered: true,
  held_by: 'army-0',
  model_ranges: [
    { name: 'Torch Runners: Guard', army_uuid: 'army-0', distance: 1.25, oc: 2 },
    { name: 'Reed Stalkers: Guard', army_uuid: 'army-1', distance: 3, oc: 1 },
  ],
  control_info: {
    held_by_army_name: 'Lantern Wardens',
    empowered: true,
    model_ranges: [],
    army_control: [
      control(0, { in_control_range: true, total_oc: 4, models_in_range: 2, closest_distance: 1.25 }),
      control(1, { army_name: '', closest_distance: 3.14 }),
    ] as ObjectiveState['control_info']['army_control'],
  },
});

interface Parts {
  phase?: string;
  asked?: PromptState;
  controllers?: readonly ['human' | 'ai', 'human' | 'ai'];
  units?: UnitState[];
  acting?: UnitState[];
  objectives?: ObjectiveState[];
  status?: Partial<GameState['deployment_status']>;
  model?: Record<string, unknown>;
  more?: Partial<GameState>;
}

export const RUNNERS = unitAt('runners', 'Torch Runners', 0, [10, 20]);
export const BRIDGE = unitAt('bridge', 'Bridge Watch', 0, [10, 30], { transponder: '' });
export const REEDS = unitAt('reeds', 'Reed Stalkers', 1, [24, 20]);

const MAP = {
  width: 60,
  height: 44,
  terrain: [
    {
      name: 'Old Orchard',
      coordinates: [
        [20, 4],
        [28, 4],
        [28, 10],
        [20, 10],
      ],
      obscuring: false,
      height: 1,
      walls: [],
    },
    {
      name: 'Thorn Hedge',
      coordinates: [
        [34, 30],
        [40, 30],
        [40, 34],
      ],
      obscuring: true,
      height: 3,
      walls: [],
    },
  ],
  deployment_zones: [
    {
      name: 'West Bank',
      owner_army_index: 0,
      shape: [
        [0, 0],
        [12, 0],
        [12, 44],
        [0, 44],
      ],
    },
    {
      name: 'East Bank',
      owner_army_index: 1,
      shape: [
        [48, 0],
        [60, 0],
        [60, 44],
        [48, 44],
      ],
    },
  ],
} as unknown as GameState['map_data'];

export function tableState({
  phase = 'movement',
  asked = request(['move', 'end']),
  controllers = ['human', 'human'],
  units = [RUNNERS, BRIDGE, REEDS],
  acting = [RUNNERS, BRIDGE],
  objectives = [HELD, objectiveAt('Ford', [30, 40])],
  status = {},
  model = {},
  more = {},
}: Parts = {}): GameState {
  const army = (side: 0 | 1) => ({
    uuid: `army-${side}`,
    name: side ? 'Saltmarsh Host' : 'Lantern Wardens',
    cp: 2,
    vp: 0,
    points: 500,
    army: '',
    detachment: '',
    controller: controllers[side],
    player_number: side + 1,
    deployment_zone: side,
    units: units.filter((each) => each.army_index === side),
  });
  return {
    number: 7,
    sides: [0, 1],
    units: acting,
    chargeable_units: [],
    recorded_charges: {},
    unasked: [],
    charge_results: [],
    current_army_uuid: 'army-0',
    current_army_name: 'Lantern Wardens',
    current_picker_controller: asked.controller,
    current_picker_army_name: asked.army_name,
    current_picker_army_uuid: asked.army_uuid,
    request: asked,
    undo: null,
    offers: [],
    dice: { sealed: false, own_dice: true, pending: false, last: null, fallen: [], harm: [], rolls: [] },
    map_data: MAP,
    game_model: {
      game_id: 'ford',
      phase,
      phase_time: 'middle',
      round: 1,
      turn: 1,
      status: 'In progress',
      mission: { name: 'Crossings', description: 'Hold the fords.', scoring: '5 VP for each ford held.' },
      armies: [army(0), army(1)],
      objectives,
      latest_roll: null,
      ...model,
    },
    deployment_status: {
      all_units_deployed: false,
      current_army_uuid: 'army-0',
      current_army_name: 'Lantern Wardens',
      army_controllers: [
        { army_uuid: 'army-0', controller: controllers[0] },
        { army_uuid: 'army-1', controller: controllers[1] },
      ],
      units_to_deploy: [[], []],
      rolls: [],
      winner_army_uuid: null,
      zones_chosen: false,
      first_turn: null,
      ...status,
    },
    ...more,
  } as unknown as GameState;
}

/** A screen that is wide enough for everything. */
export function wideScreen(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
