import type { ArmyState, GameState, MiniatureProfile, UnitState } from '@/shared/api';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import fixture from '@/test/fixtures/game-panels.json';
import { json, serve } from '@/test/page';
import { NOW, GAME, showPanel } from '../staged.test-kit';
import { FirstArmy } from './ArmyPanel';

const base = fixture.state as unknown as GameState;
const [first] = base.game_model.armies;
const castable = fixture.abilities.filter(
  (each) => each.location.army_uuid === first.uuid && each.effects.some((effect) => effect.meta.activated_ability),
);
const buff = {
  effect_id: 'b',
  name: 'Warm Ash',
  effect_type: 'fnp',
  effect_value: '6+',
  affects: 'self',
  description: '',
  duration: 'always',
  by_army: '',
  unit_name: null,
  since_round: 1,
  since_turn: 1,
  is_triggered: true,
  is_expired: false,
};

/** The first army's panel in a game where that army is as given. */
function army(more: Partial<ArmyState> = {}) {
  const abilities = fixture.abilities.map((each) =>
    each.id === castable[0]?.id ? { ...each, overall_active: true } : each,
  );
  serve({
    [`/api/game/${GAME}/abilities`]: () => json({ abilities, game_state: NOW }),
    [`/api/game/${GAME}/active-effects`]: () =>
      json({
        active_effects: fixture.active_effects.map((each, index) => ({ ...each, effects: index ? [] : [buff] })),
      }),
  });
  const armies = [{ ...first, ...more }, base.game_model.armies[1]] as const;
  return showPanel(<FirstArmy />, { ...base, game_model: { ...base.game_model, armies: [...armies] } });
}

/** What a fact's name is followed by. */
const fact = (name: string): string => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent ?? '';

describe('the army', () => {
  test('ARMY-1..8 its header shows who it is, and can be folded', async () => {
    army({
      army: 'Basalt Vow',
      commander: 'Brook',
      codex: 'Vow and Ash',
      detachment: 'Slate Column',
      points: 1995,
      cp: 3,
      vp: 17,
    });
    const head = screen.getByText('Army details').closest('details')!;
    expect(head.open).toBe(true);
    const facts = {
      Army: 'Basalt Vow',
      Commander: 'Brook',
      Codex: 'Vow and Ash',
      Detachment: 'Slate Column',
      Points: '1995',
      'Command Points': '3',
      'Victory Points': '17',
    };
    for (const [name, value] of Object.entries(facts)) {
      expect(fact(name)).toBe(value);
      expect(head).toContainElement(screen.getByText(name, { selector: 'dt' }));
    }
    await userEvent.click(screen.getByText('Army details'));
    expect(head.open).toBe(false);
  });

  test('ARMY-9..13 personality and control, as given', () => {
    army({
      controller: 'AI' as 'ai',
      personality_type: 'Aggressive',
      personality_intensity: 5,
      personality_description: 'Goes for the throat.',
      player_number: 2,
    });
    expect(screen.getByText('Personality and Control')).toBeInTheDocument();
    expect([
      fact('Controller'),
      fact('Personality'),
      fact('Intensity'),
      fact('Description'),
      fact('Player number'),
    ]).toEqual(['AI', 'Aggressive', '5', 'Goes for the throat.', '2']);
  });

  // CONST-40
  test('ARMY-9 ARMY-10 ARMY-11 ARMY-18 what nobody set is human, Standard, 3 and fixed', () => {
    army({ controller: '' as 'human', personality_type: '', personality_intensity: 0, objective_type: '' as 'fixed' });
    expect([fact('Controller'), fact('Personality'), fact('Intensity'), fact('Objective type')]).toEqual([
      'Human',
      'Standard',
      '3',
      'fixed',
    ]);
  });

  test('ARMY-14..18 how it stands in the game', () => {
    army({
      device: 'phone-7',
      deployment_zone: 0,
      gained_cp_this_round: true,
      fixed_missions: true,
      objective_type: 'drawn',
    });
    const facts = () => [
      fact('Device'),
      fact('Deployment zone'),
      fact('CP gained this round'),
      fact('Fixed missions'),
      fact('Objective type'),
    ];
    expect(screen.getByText('Game State')).toBeInTheDocument();
    expect(facts()).toEqual(['phone-7', base.map_data.deployment_zones[0]!.name, 'Yes', 'Yes', 'drawn']);
    cleanup();
    army({
      device: null,
      deployment_zone: null,
      gained_cp_this_round: false,
      fixed_missions: false,
      objective_type: 'fixed',
    });
    expect(facts()).toEqual(['None', 'Not chosen', 'No', 'No', 'fixed']);
  });

  test('ARMY-19..28 what it has, has done and has suffered', async () => {
    army({
      abilities_cast_this_turn: ['Ember Ring', 'Second Throw'],
      active_effects: ['Steady Charge'],
      secondary_missions: ['Break the Line'],
      secondary_card_deck: ['Burn the Stores', 'Hold the Ford'],
      units_destroyed_this_turn: ['Reed Archers'],
      units_lost_this_turn: ['Longshadow'],
    });
    const names = first.abilities.map((each) => each.name).join(', ');
    expect(fact('Abilities')).toBe(names);
    await screen.findByText(castable.map((each) => each.name).join(', '));
    expect(fact('Castable abilities')).toBe(castable.map((each) => each.name).join(', '));
    expect(fact('Triggered abilities')).toBe(castable[0]!.name);
    expect(fact('Abilities cast this turn')).toBe('Ember Ring, Second Throw');
    expect(fact('Active effects')).toBe('Steady Charge');
    expect(fact('Secondary missions')).toBe('Break the Line');
    expect(fact('Secondary card deck')).toBe('Burn the Stores, Hold the Ford');
    expect(fact('Units destroyed this turn')).toBe('Reed Archers');
    expect(fact('Units lost this turn')).toBe('Longshadow');
    expect(
      await within(screen.getByText('Buffs', { selector: 'dt' }).parentElement!).findByText('6+'),
    ).toBeInTheDocument();
  });

  test('ARMY-22 ARMY-24 ARMY-26 ARMY-27 an army without any says so', () => {
    army({
      abilities_cast_this_turn: [],
      secondary_missions: [],
      units_destroyed_this_turn: [],
      units_lost_this_turn: [],
    });
    for (const name of [
      'Abilities cast this turn',
      'Secondary missions',
      'Units destroyed this turn',
      'Units lost this turn',
    ])
      expect(fact(name)).toBe('None');
  });
});

const BADGES = {
  Character: 'character',
  Alive: 'alive',
  Engaged: 'engaged',
  'In Combat': 'in_combat',
  'Half Strength': 'half_strength',
  'Battle Shocked': 'battle_shocked',
  'In Cover': 'in_cover',
  Deployed: 'deployed',
} as const;
const ACTIONS = {
  'Command Phase': 'command_phase_action',
  Shooting: 'shooting_action',
  Charge: 'charge_action',
  Combat: 'combat_action',
  'Battle Shock': 'battle_shock_action',
  Scoring: 'scoring_action',
} as const;
const MOVES = { Moved: 'moved', Advanced: 'advanced', 'Fall Back': 'fall_back', Stationary: 'stationary' } as const;

const every = (fields: Record<string, string>, on: boolean) =>
  Object.fromEntries(Object.values(fields).map((field) => [field, on]));

/** The card of an army's only unit. */
async function card(more: Partial<UnitState> = {}, open = true) {
  army({ units: [{ ...first.units[0]!, name: 'Ash Chanter', ...more }] });
  const found = within(screen.getByRole('article', { name: 'Ash Chanter' }));
  if (open) await userEvent.click(found.getByRole('button', { expanded: false }));
  return found;
}

const gun = (name: string, count: number, more = {}) => ({
  name,
  count,
  weapon_range: 24,
  attacks: '2',
  skill: '3+',
  strength: '4',
  ap: -1,
  damage: '1',
  keywords: [],
  ...more,
});
const blade = (name: string, count: number) => ({
  name,
  count,
  attacks: '3',
  skill: '4+',
  strength: '5',
  ap: 0,
  damage: '2',
  keywords: [],
});
const attributes = {
  movement: 6,
  toughness: 4,
  wounds: 2,
  leadership: '6+',
  objective_controlled: 2,
  save: '3+',
  invuln: null,
  fnp: null,
};
const profile = (more: Partial<MiniatureProfile> = {}): MiniatureProfile => ({
  name: 'Warden',
  count: 1,
  alive: 1,
  attributes,
  ranged_weapons: [],
  melee_weapons: [],
  ...more,
});
const rows = (table: HTMLElement) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));

describe('a unit of it', () => {
  test.each(Object.entries(BADGES))('ARMY-29..36 badge %s stands there while it holds, alone', async (name, field) => {
    const found = await card({ ...every(BADGES, false), [field]: true }, false);
    for (const each of Object.keys(BADGES)) expect(found.queryByText(each) !== null).toBe(each === name);
  });

  test('ARMY-38 ARMY-39 miniatures of one name and one set of attributes stand together', async () => {
    const found = await card({
      unit_stats: {
        alive_count: 6,
        miniatures: [
          profile({ count: 4, alive: 3 }),
          profile({ count: 3, alive: 2 }),
          profile({ attributes: { ...attributes, wounds: 3 } }),
        ],
      },
    });
    const heads = found
      .getAllByRole('heading', { level: 5 })
      .map((each) => each.textContent)
      .filter((each) => each?.startsWith('Warden'));
    expect(heads).toEqual(['Warden ×75 alive', 'Warden ×11 alive']);
  });

  test('ARMY-41 ARMY-42 ARMY-43 weapons in tables, those of one set of stats in one row', async () => {
    const ranged = [gun('Thorn rifle', 3), gun('Thorn rifle', 2), gun('Thorn rifle', 1, { ap: -2 })];
    const found = await card({
      unit_stats: {
        alive_count: 1,
        miniatures: [
          profile({ ranged_weapons: ranged, melee_weapons: [blade('Boat hook', 1), blade('Boat hook', 4)] }),
        ],
      },
    });
    expect(rows(found.getByRole('table', { name: 'Ranged weapons' }))).toEqual([
      ['Weapon', 'Count', 'Range', 'A', 'BS', 'S', 'AP', 'D'],
      ['Thorn rifle', '5', '24″', '2', '3+', '4', '-1', '1'],
      ['Thorn rifle', '1', '24″', '2', '3+', '4', '-2', '1'],
    ]);
    expect(rows(found.getByRole('table', { name: 'Melee weapons' }))).toEqual([
      ['Weapon', 'Count', 'A', 'WS', 'S', 'AP', 'D'],
      ['Boat hook', '5', '3', '4+', '5', '0', '2'],
    ]);
  });

  test('ARMY-44 ARMY-45 ARMY-47 abilities, keywords and where it is', async () => {
    const found = await card({
      abilities: [{ name: 'Warm Ash', description: 'Shrugs wounds off.', by_hand: false }],
      keywords: ['infantry', 'psyker'],
      location: [12.34, 5],
    });
    expect(found.getByText('Warm Ash').parentElement).toHaveTextContent('Warm Ash Shrugs wounds off.');
    expect([fact('Keywords'), fact('Location')]).toEqual(['infantry, psyker', '4.7″ from objective 2, North Spur']);
  });

  test('ARMY-47 a unit off the table says where it is', async () => {
    await card({ location: null, in_reserves: true });
    expect(fact('Location')).toBe('In reserves');
  });

  test('ARMY-48..54 each action is Available or Used', async () => {
    await card({ ...every(ACTIONS, true), movement_action: true, movement_action_type: '' });
    for (const name of [...Object.keys(ACTIONS), 'Movement']) expect(fact(name)).toBe('Available');
    cleanup();
    await card({ ...every(ACTIONS, false), movement_action: false, movement_action_type: 'Advance' });
    for (const name of [...Object.keys(ACTIONS), 'Movement (Advance)']) expect(fact(name)).toBe('Used');
  });

  test.each(Object.entries(MOVES))('ARMY-55 movement status %s', async (name, field) => {
    await card({ ...every(MOVES, false), [field]: true });
    expect(fact('Movement status')).toBe(name);
  });

  test('ARMY-55 a unit that did not move yet says so', async () => {
    await card(every(MOVES, false));
    expect(fact('Movement status')).toBe('Not moved yet');
  });
});
