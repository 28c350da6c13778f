/** What the server answers about a game; see docs/play.md. Places are [x, y] in inches. */

export type Spot = readonly [number, number];
/** 'fight', 'morale' and 'cleanup' come from logs alone. */
export type PhaseName =
  | 'setup'
  | 'deployment'
  | 'command'
  | 'movement'
  | 'shooting'
  | 'charge'
  | 'combat'
  | 'fight'
  | 'morale'
  | 'cleanup'
  | 'game_end';
export type PhaseTime = 'beginning' | 'middle' | 'end';

/** An offer of one player to the other: `what` has the clock's change, or the dice that were laid down. */
export interface WireOffer {
  kind: 'draw' | 'clock' | 'dice' | 'lost_device';
  army_uuid: string;
  army_name: string;
  yours: boolean;
  what: {
    do?: 'start' | 'pause' | 'resume' | 'stop';
    minutes?: number;
    faces?: number[];
    source?: string;
    stage?: string;
  };
}

export type TookPart = 'revealed' | 'missed' | 'none';

/** How the game's dice are made, and how those of the last roll were. `own`: rolled by a player's own hand. */
export interface WireDice {
  sealed: boolean;
  own_dice: boolean;
  pending: boolean;
  last: { roll: number | null; witness: TookPart; thrower: TookPart; own: 'typed' | 'camera' | null } | null;
}

export interface WireMiniature {
  uuid: string;
  name: string;
  alive: boolean;
  wounds: number;
  location: Spot | null;
  radius: number;
  height: number;
}

export interface WireTarget {
  target_unit_uuid: string;
  target_unit_name: string;
  distance: number;
  location: Spot | null;
}

/** A weapon that a unit may use now, with what it may be aimed at. */
export interface WireWeapon {
  weapon_uuid: string;
  miniature_uuid: string | null;
  bearers: string[];
  count: number;
  name: string;
  weapon_range: number | 'Melee';
  attacks: string;
  skill: string;
  strength: string;
  ap: number;
  damage: string;
  keywords: string[];
  mode: string;
  targets: WireTarget[];
}

export interface WireProfileWeapon {
  uuid?: string;
  name: string;
  count: number;
  weapon_range?: number;
  attacks: string;
  skill: string;
  strength: string;
  ap: number;
  damage: string;
  keywords: string[];
}

export interface WireProfile {
  name: string;
  count: number;
  alive: number;
  attributes: Record<string, string | number | null>;
  ranged_weapons: WireProfileWeapon[];
  melee_weapons: WireProfileWeapon[];
}

export interface WireUnit {
  uuid: string;
  army_uuid: string;
  army_index: 0 | 1;
  player: number;
  name: string;
  points: number;
  location: Spot | null;
  transponder: string;
  character: boolean;
  alive: boolean;
  alive_count: number;
  starting_strength: number;
  half_strength: boolean;
  battle_shocked: boolean;
  deployed: boolean;
  in_reserves: boolean;
  keywords: string[];
  abilities: { name: string; description: string; by_hand: boolean }[];
  /** Abilities that reach others near it; inches from its base. */
  auras?: { name: string; reach: number }[];
  miniatures: WireMiniature[];
  unit_stats: { alive_count: number; miniatures: WireProfile[] };
  engaged: boolean;
  in_combat: boolean;
  in_cover: boolean;
  charge_bonus: number;
  charged: boolean;
  movement: number;
  command_phase_action: boolean;
  movement_action: boolean;
  shooting_action: boolean;
  charge_action: boolean;
  combat_action: boolean;
  battle_shock_action: boolean;
  scoring_action: boolean;
  movement_action_type: string;
  moved: boolean;
  advanced: boolean;
  fall_back: boolean;
  stationary: boolean;
  /** What is printed on its transponder ("T07"), where the table is real. */
  marker?: string;
  leaders?: { uuid: string; name: string }[];
  joined?: string;
  inside?: string;
  weapons?: WireWeapon[];
  /** Transports that it may get into now. */
  rides?: { uuid: string; name: string }[];
}

export interface WireArmy {
  uuid: string;
  name: string;
  army: string;
  commander: string;
  codex: string;
  detachment: string;
  points: number;
  cp: number;
  vp: number;
  vp_by_round: number[];
  primary: number;
  secondary: number;
  controller: 'human' | 'ai';
  personality_type: string;
  personality_intensity: number;
  personality_description: string;
  player_number: number;
  device: string | null;
  deployment_zone: number | null;
  gained_cp_this_round: boolean;
  fixed_missions: boolean;
  objective_type: string;
  abilities: { name: string; description: string; by_hand: boolean }[];
  abilities_cast_this_turn: string[];
  active_effects: string[];
  secondary_missions: string[];
  /** What is still to be drawn, by name; nobody is told the order. */
  secondary_card_deck: string[];
  units_destroyed_this_turn: string[];
  units_lost_this_turn: string[];
  units: WireUnit[];
}

export interface WireObjective {
  uuid: string;
  name: string;
  location: Spot;
  sticky: boolean;
  empowered: boolean;
  held_by: string | null;
  model_ranges: { name: string; army_uuid: string; distance: number; oc: number }[];
  control_info: {
    held_by_army_name: string | null;
    empowered: boolean;
    army_control: {
      army_uuid: string;
      army_name: string;
      in_control_range: boolean;
      total_oc: number;
      models_in_range: number;
      closest_distance: number | null;
    }[];
  };
}

export interface WireNeeded {
  hit_needed: string | null;
  hit_modifier: number;
  wound_needed: string | null;
  wound_modifier: number;
  save_needed: string | null;
  fnp_needed: string | null;
  damage: string;
  sources: { stage: string; name: string; effect: string }[];
}

/** One weapon's attacks at one target, before a die is thrown. */
export interface WireRow {
  unit_uuid: string;
  unit_name: string;
  weapon_uuid: string;
  weapon_name: string;
  weapons: number;
  attacks: string;
  target_unit_uuid: string;
  target_unit_name: string;
  needed_values: WireNeeded;
}

export interface WireRoll {
  needed: string | null;
  roll: number | null;
  first?: number;
  success?: boolean | null;
  /** Wounds lost by it, once feel no pain is rolled. */
  final_damage?: number;
  faces?: number[];
  modifier?: number;
}

export interface WireAttack {
  hit_roll: WireRoll;
  wound_roll?: WireRoll;
  save_roll?: WireRoll;
  damage_roll?: WireRoll;
  fnp_roll?: WireRoll[];
  critical_hit: boolean;
  critical_wound: boolean;
  wasted?: boolean;
}

export interface WireLatestRoll {
  unit_uuid: string;
  unit_name: string;
  stage: 'hit' | 'wound' | 'save' | 'damage' | 'fnp' | 'complete';
  miniature_rolls: {
    miniature_uuid: string;
    weapon_rolls: {
      weapon_uuid: string;
      weapon_name: string;
      weapons: number;
      target_unit_uuid: string;
      target_unit_name: string;
      needed_values: WireNeeded;
      attacks: WireAttack[];
      damage_taken: number;
      models_killed: number;
    }[];
  }[];
}

export interface WireChargeable {
  unit_uuid: string;
  unit_name: string;
  transponder: string;
  movement: number;
  charge_bonus: number;
  targets: {
    target_unit_uuid: string;
    target_unit_name: string;
    target_transponder: string;
    distance: number;
    in_range: boolean;
    needed: number;
    location: Spot | null;
  }[];
}

/** What came of a charge. */
export interface WireChargeResult {
  charging_unit_uuid: string;
  charging_unit_name: string;
  charge_roll: number;
  dice: number[];
  needed: number;
  charge_success: boolean;
  message: string;
  targets: { target_uuid: string; target_name: string; target_distance: number; charge_success: boolean }[];
}

/** A die that may be thrown again, by its volley and its place in the roll. */
export interface WireLooseDie {
  unit_uuid: string;
  volley: number;
  die: number;
  face: number;
  weapon_name: string;
  target_unit_name: string;
}

/** What is asked, and of whom. `kinds` are the answers that fit. */
export interface WireRequest {
  army_uuid: string;
  army_name: string;
  controller: 'human' | 'ai';
  mine: boolean;
  kinds: string[];
  units: string[];
  unit_uuid: string | null;
  limit: number | null;
  stage: string;
  why: string;
  dice: WireLooseDie[];
  selected_unit_uuid: string | null;
}

/** The chess clock at the moment of the answer, in seconds; whose time runs is null while nobody pays. */
export interface WireClock {
  seconds: number;
  used: number[];
  running_army_uuid: string | null;
  paused: boolean;
}

export interface WireState {
  number: number;
  sides: number[];
  /** Tells the states apart that this seat sees; the number before its dot grows with every choice and undo. */
  version: string;
  game_model: {
    game_id: string;
    status: string;
    /** Played without a camera; a game that does not say is. */
    digital?: boolean;
    winner_army_uuid: string | null;
    phase: PhaseName;
    phase_time: PhaseTime;
    round: number;
    turn: number;
    mission: { name: string; description: string };
    armies: [WireArmy, WireArmy];
    objectives: WireObjective[];
    latest_roll: WireLatestRoll | null;
    phase_controller: { current_step: string };
  };
  deployment_status: {
    all_units_deployed: boolean;
    current_army_uuid: string;
    current_army_name: string;
    army_controllers: { army_uuid: string; controller: 'human' | 'ai' }[];
    units_to_deploy: { uuid: string; name: string }[][];
    rolls: number[][];
    winner_army_uuid: string | null;
    zones_chosen: boolean;
  };
  units: WireUnit[];
  chargeable_units: WireChargeable[];
  recorded_charges: Record<string, string[]>;
  charge_results: WireChargeResult[];
  current_army_uuid: string;
  current_army_name: string;
  current_picker_controller: 'human' | 'ai';
  current_picker_army_name: string;
  current_picker_army_uuid: string;
  request: WireRequest | null;
  /** What one player offers and the other has to agree to. */
  offers: WireOffer[];
  dice: WireDice;
  /** What the undo button takes back; not `free` where dice were thrown since. `asked`: who waits for the other's consent. */
  undo: {
    what: string;
    free: boolean;
    yours: boolean;
    asked: { army_uuid: string; army_name: string; yours: boolean } | null;
  } | null;
  /** Null where the players have none. */
  clock: WireClock | null;
  map_data: {
    width: number;
    height: number;
    terrain: { name: string; coordinates: Spot[]; obscuring: boolean; height: number; walls: [Spot, Spot][] }[];
    deployment_zones: { name: string; owner_army_index: number; shape: [number, number][] }[];
  };
  /** What a call was about, beside the state after it. */
  result?: unknown;
  /** What the computer did, why, and what to do on a real table, after a call that lets it act. */
  ai_action_description?: string;
  ai_rationale?: string;
  ai_instructions?: string[];
}

/** A mean, and the chances of 0, 1, 2, ... in order. */
export interface WireChances {
  mean: number;
  chances: number[];
}

/** What attacks would do that are not declared yet. */
export interface WireOdds {
  targets: {
    target_unit_uuid: string;
    target_unit_name: string;
    models: number;
    wounds: number;
    damage: WireChances;
    slain: WireChances;
    destroyed: number;
  }[];
}
