import type {
  AbilityEffect,
  AbilityState,
  ActiveEffect,
  GameState,
  InactiveEffect,
  ObjectiveState,
} from '@/shared/api';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import fixture from '@/test/fixtures/game-panels.json';
import { json, serve } from '@/test/page';
import { GAME, showPanel } from '../staged.test-kit';
import { EffectsPanel } from './EffectsPanel';
import { StratagemsPanel } from './StratagemsPanel';
import { SummaryPanel } from './SummaryPanel';

const HOLDS = { time_check: true, action_check: true, expiration_check: true, casts_check: true };
const loaded = fixture.state as unknown as GameState;
const [first, second] = loaded.game_model.armies;
const base: GameState = { ...loaded, request: { ...loaded.request!, army_uuid: first.uuid } };
const inGame = (more: Partial<GameState['game_model']>): GameState => ({
  ...base,
  game_model: { ...base.game_model, ...more },
});

describe('the summary', () => {
  const near = (army: 0 | 1, total_oc: number, models_in_range: number, closest_distance: number | null) => ({
    army_uuid: base.game_model.armies[army].uuid,
    army_name: base.game_model.armies[army].name,
    in_control_range: models_in_range > 0,
    total_oc,
    models_in_range,
    closest_distance,
  });
  const objective = (more: Partial<ObjectiveState>, control: ReturnType<typeof near>[]): ObjectiveState => ({
    ...base.game_model.objectives[0]!,
    uuid: more.name ?? 'stair',
    name: 'Stair Head',
    held_by: null,
    sticky: false,
    ...more,
    control_info: {
      held_by_army_name: more.held_by ? second.name : null,
      empowered: false,
      army_control: control,
      model_ranges: [],
    },
  });
  const show = (...objectives: ObjectiveState[]) =>
    showPanel(<SummaryPanel />, inGame({ round: 3, turn: 2, objectives }));
  const lines = () =>
    screen.getAllByRole('article').map((each) =>
      within(each)
        .queryAllByRole('listitem')
        .map((line) => line.textContent),
    );

  test('SUMM-3 SUMM-4 round and turn', () => {
    show();
    expect(screen.getByText('Round').nextElementSibling).toHaveTextContent(/^3$/);
    expect(screen.getByText('Turn').nextElementSibling).toHaveTextContent(/^2$/);
  });

  test('SUMM-9 SUMM-10 whether an objective is sticky, and whose it is', () => {
    show(objective({ held_by: second.uuid, sticky: true }, []), objective({ name: 'Mill' }, []));
    const [held, free] = screen.getAllByRole('article');
    expect(held).toHaveTextContent(`Sticky: Yes · Held by ${second.name}`);
    expect(held).toHaveTextContent('Controlled');
    expect(free).toHaveTextContent('Sticky: No');
    expect(free).not.toHaveTextContent('Held by');
  });

  // CONST-17
  test('SUMM-11..15 what each army has there, and whether it is in range', () => {
    show(
      objective({}, [near(0, 10, 5, 3), near(1, 1, 1, 0.4)]),
      objective({ name: 'Mill' }, [near(0, 0, 0, 3.1), near(1, 0, 0, null)]),
      objective({ name: 'Ford' }, []),
    );
    expect(lines()).toEqual([
      [
        `${first.name}OC 10 · 5 models in range · in range (3.0″)`,
        `${second.name}OC 1 · 1 model in range · in range (0.4″)`,
      ],
      [
        `${first.name}OC 0 · No models in range · out of range (3.1″)`,
        `${second.name}OC 0 · No models in range · out of range`,
      ],
      [],
    ]);
    expect(screen.getByRole('article', { name: 'Objective 3, Ford' })).toHaveTextContent('No models in range');
  });
});

describe('the effects', () => {
  /** An effect with all that one may say. */
  type Shown = ActiveEffect & InactiveEffect & Partial<Pick<AbilityEffect, 'has_casts_remaining' | 'remaining_casts'>>;
  const effect = (name: string, more: Partial<Shown> = {}): Shown => ({
    effect_id: name,
    name,
    effect_type: 'roll',
    effect_value: 'hit +1',
    affects: 'self',
    description: 'hit +1',
    duration: 'always',
    by_army: '',
    unit_name: null,
    since_round: 1,
    since_turn: 1,
    why_not: '',
    trigger_conditions: HOLDS,
    is_triggered: false,
    is_expired: false,
    ...more,
  });
  const unit = (name: string, effects: Shown[] = [], inactive_effects: Shown[] = []) => ({
    unit_uuid: name,
    unit_name: name,
    effects,
    inactive_effects,
  });
  async function show(armies: { effects: ActiveEffect[]; units: ReturnType<typeof unit>[] }[]) {
    serve({
      [`/api/game/${GAME}/active-effects`]: () =>
        json({
          active_effects: armies.map((each, side) => ({
            army_uuid: base.game_model.armies[side]!.uuid,
            army_name: '',
            ...each,
          })),
        }),
    });
    showPanel(<EffectsPanel />, { ...base, sides: [0, 1] });
    await screen.findAllByRole('tab');
  }
  const group = (name: string) => within(screen.getByRole('heading', { name, level: 3 }).parentElement!);

  test.each([
    [[0, 1], 1],
    [[0], 0],
    [[1], 1],
  ])('of somebody who commands %s the army shown first is his that is asked, else his own', async (sides, shown) => {
    serve({
      [`/api/game/${GAME}/active-effects`]: () =>
        json({
          active_effects: loaded.game_model.armies.map(({ uuid }) => ({
            army_uuid: uuid,
            army_name: '',
            effects: [],
            units: [],
          })),
        }),
    });
    showPanel(<EffectsPanel />, { ...base, sides, request: { ...base.request!, army_uuid: second.uuid } });
    expect(await screen.findByRole('tab', { name: loaded.game_model.armies[shown as 0 | 1].name })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });

  test('EFF-2 EFF-3 EFF-7 effects in force, of the army and of its units', async () => {
    await show([
      {
        effects: [effect('Steady Charge', { is_triggered: true })],
        units: [unit('Ash Chanter', [effect('Warm Ash', { is_triggered: true })]), unit('Longshadow')],
      },
      { effects: [effect('Spate', { is_triggered: true })], units: [] },
    ]);
    expect(group('Active effects').getByRole('article', { name: 'Steady Charge' })).toHaveTextContent('Triggered');
    expect(group('Ash Chanter').getByRole('article', { name: 'Warm Ash' })).toBeInTheDocument();
    expect(group('Longshadow').getByText('No effects for this unit')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('tab', { name: second.name }));
    expect(group('Active effects').getByRole('article', { name: 'Spate' })).toBeInTheDocument();
  });

  test.each([
    ['EFF-8 triggered', 'Triggered', { is_triggered: true, is_expired: true }],
    ['EFF-9 expired', 'Expired', { is_expired: true, has_casts_remaining: false }],
    ['EFF-10 inactive while casts remain', 'Inactive', { has_casts_remaining: true, remaining_casts: 2 }],
    ['EFF-11 no casts', 'No casts', { has_casts_remaining: false, remaining_casts: 0 }],
  ])('%s', async (_, status, more) => {
    await show([
      { effects: [effect('Warm Ash', more)], units: [] },
      { effects: [], units: [] },
    ]);
    const shown = within(screen.getByRole('article', { name: 'Warm Ash' }));
    expect(['Triggered', 'Expired', 'Inactive', 'No casts'].filter((each) => shown.queryByText(each))).toEqual([
      status,
    ]);
  });

  test('EFF-12 without a limit there is neither a count nor an end of casts', async () => {
    await show([
      {
        effects: [],
        units: [unit('Ash Chanter', [], [effect('Warm Ash', { has_casts_remaining: false, remaining_casts: -1 })])],
      },
      { effects: [], units: [] },
    ]);
    const shown = screen.getByRole('article', { name: 'Warm Ash' });
    expect(shown).toHaveTextContent('Inactive');
    expect(shown).not.toHaveTextContent(/casts/i);
  });
});

describe('the stratagems', () => {
  const model = (fixture.stratagems as unknown as AbilityState[])[0]!;
  const effect = {
    ...model.effects[0]!,
    effect_id: 'e',
    effect_type: 'bonus_attacks',
    effect_value: '2',
    affects: 'friend',
    meta: { activated_ability: true, select_ability: false },
  };
  const stratagem = (name: string, more: Partial<AbilityState> = {}): AbilityState => ({
    ...model,
    id: name,
    uuid: name,
    name,
    effects: [effect],
    location: { ...model.location, type: 'army', army_uuid: first.uuid },
    ...more,
  });
  function show(stratagems: readonly AbilityState[], answer = () => json({ stratagems })) {
    const seen = serve({
      [`/api/game/${GAME}/stratagems`]: answer,
      [`/api/game/${GAME}/ability/`]: () => json({ targets: [] }),
    });
    showPanel(<StratagemsPanel />, { ...base, sides: [0, 1] });
    return seen;
  }

  test('STRAT-2 STRAT-3 while they load, and when there are none', async () => {
    show([]);
    expect(screen.getByText('Loading stratagems...')).toBeInTheDocument();
    expect(await screen.findByText('No stratagems available')).toBeInTheDocument();
  });

  test('what can be used now stands first, and the others stay in their order', async () => {
    show([
      stratagem('Cut In', { overall_active: false }),
      stratagem('Stand Firm', { overall_active: false }),
      stratagem('Quick Step', { overall_active: true }),
    ]);
    await screen.findByRole('article', { name: 'Quick Step' });
    expect(screen.getAllByRole('article').map((each) => each.ariaLabel)).toEqual([
      'Quick Step',
      'Cut In',
      'Stand Firm',
    ]);
  });

  test('STRAT-5 STRAT-17 those of the army itself that can be activated or selected', async () => {
    const plain = { ...effect, meta: { activated_ability: false, select_ability: false } };
    show([
      stratagem('Second Throw'),
      stratagem('Chosen Ground', { effects: [plain], meta: { ...model.meta, select_ability: true } }),
      stratagem('Of a unit', { location: { ...model.location, type: 'unit', army_uuid: first.uuid } }),
      stratagem('Works alone', { effects: [plain], meta: { ...model.meta, select_ability: false } }),
    ]);
    await screen.findByRole('article', { name: 'Second Throw' });
    expect(screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Second Throw',
      'Chosen Ground',
    ]);
    await userEvent.click(screen.getByRole('tab', { name: second.name }));
    expect(await screen.findByText('No stratagems for this army')).toBeInTheDocument();
  });

  test('STRAT-10 STRAT-12 what it says and does', async () => {
    show([stratagem('Second Throw', { description: 'A die is rerolled.' })]);
    const card = await screen.findByRole('article', { name: 'Second Throw' });
    expect(card).toHaveTextContent('A die is rerolled.');
    expect(within(card).getByRole('list', { name: 'Effects' })).toHaveTextContent('bonus attacks 2 affects friend');
  });

  test('STRAT-13 STRAT-14 how each effect stands, and casts left unless they have no end', async () => {
    const effects = [
      { ...effect, effect_id: '1', is_triggered: true, remaining_casts: -1 },
      { ...effect, effect_id: '2', is_triggered: false, is_expired: true, remaining_casts: 0 },
      { ...effect, effect_id: '3', is_triggered: false, has_casts_remaining: true, remaining_casts: 1 },
      { ...effect, effect_id: '4', is_triggered: false, has_casts_remaining: false, remaining_casts: 0 },
    ];
    show([stratagem('Second Throw', { effects })]);
    const list = within(await screen.findByRole('list', { name: 'Effects' }));
    const texts = list.getAllByRole('listitem').map((each) => each.textContent?.split('friend')[1]);
    expect(texts).toEqual(['Triggered', '0 casts leftExpired', '1 cast leftInactive', '0 casts leftNo casts']);
  });

  // OPEN-13, OPEN-99
  test('STRAT-9 STRAT-16 Activate activates it; View JSON shows JSON and asks the server nothing', async () => {
    const seen = show([stratagem('Second Throw', { overall_active: true })]);
    const card = within(await screen.findByRole('article', { name: 'Second Throw' }));
    const before = seen.length;
    await userEvent.click(card.getByRole('button', { name: 'View JSON' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Second Throw' }));
    expect(JSON.parse(dialog.getByLabelText('JSON').textContent)).toMatchObject({
      name: 'Second Throw',
      overall_active: true,
    });
    expect(seen).toHaveLength(before);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(card.getByRole('button', { name: 'Activate' }));
    expect(within(await screen.findByRole('dialog')).queryByLabelText('JSON')).toBeNull();
    expect(await screen.findByText('No Valid Targets')).toBeInTheDocument();
  });
});
