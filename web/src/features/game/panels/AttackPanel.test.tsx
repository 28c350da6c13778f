import type { AttackDice } from '@/shared/api';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { emitGameEvent } from '@/shared/socket';
import { GAME, client, die, gameState, latest, onTable, request, showPanel, unit, weapon } from '../staged.test-kit';
import { held, json, serve } from '@/test/page';
import { CombatPanel, ShootingPanel } from './AttackPanel';
import { PhasePanel } from './PhasePanel';

const CALLS = `/api/game/${GAME}`;
const RIFLE = weapon('Thorn rifle');
const runners = (...weapons: ReturnType<typeof weapon>[]) => unit('runners', 'Torch Runners', { weapons });
const shooting = (...weapons: ReturnType<typeof weapon>[]) =>
  gameState({
    phase: 'shooting',
    asked: request(['shoot', 'end'], { units: ['runners'] }),
    units: [runners(...(weapons.length ? weapons : [RIFLE]))],
  });
const picked = (...weapons: ReturnType<typeof weapon>[]) =>
  gameState({
    phase: 'shooting',
    asked: request(['shoot', 'end'], { selected_unit_uuid: 'runners' }),
    units: [runners(...weapons)],
  });
const ODDS = {
  shots: [],
  targets: [
    {
      target_unit_uuid: 'reeds',
      target_unit_name: 'Reed Stalkers',
      models: 2,
      wounds: 4,
      damage: { mean: 1.5, chances: [] },
      slain: { mean: 0.6, chances: [0.5, 0.4, 0.1] },
      destroyed: 0.1,
    },
  ],
};
const odds = { [`${CALLS}/odds`]: () => json(ODDS) };
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

const wide = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: true,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

const ATTACKS: AttackDice[] = [
  {
    hit_roll: { ...die('3+', 6, true), first: 1 },
    wound_roll: die('4+', 5, true),
    save_roll: die('5+', 2, false),
    damage_roll: { needed: null, roll: 2, faces: [], final_damage: 2, active_abilities: [] },
    fnp_roll: [die('6+', 6, true), die('6+', 1, false)],
    critical_hit: true,
    critical_wound: false,
  },
  { hit_roll: die('3+', 2, false), critical_hit: false, critical_wound: false },
];

const STATE = `/api/games/${GAME}/state`;

describe('shooting', () => {
  test('SHOOT-1 SHOOT-2 SHOOT-5 SHOOT-6 lists the units with their weapons, and asks for one', async () => {
    const seen = serve({ [`${CALLS}/shooting_phase/select_unit`]: () => json(picked(RIFLE)), ...odds });
    showPanel(<ShootingPanel />, shooting());
    expect(screen.getByText('Lantern Wardens')).toBeVisible();
    expect(screen.getByText('Human')).toBeVisible();
    const row = within(screen.getByRole('table', { name: 'Weapons of Torch Runners' })).getByRole('row', {
      name: /Thorn rifle/,
    });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['24″', '2', '4', '-1', '1']);
    await press('Select Unit: Torch Runners');
    expect(await screen.findByRole('heading', { name: 'Select Targets for Torch Runners' })).toBeVisible();
    expect(seen[0]).toMatchObject({ method: 'POST', path: `${CALLS}/shooting_phase/select_unit` });
  });

  test('SHOOT-7 SHOOT-8 SHOOT-9 SHOOT-10 SHOOT-11 SHOOT-12 SHOOT-14 SHOOT-17 preselects the first target and declares it', async () => {
    let sent: unknown;
    serve({
      [`${CALLS}/shooting_phase/select_targets`]: async (_, call) => {
        sent = await call.json();
        return json(gameState({ phase: 'shooting', asked: request(['roll'], { stage: 'hit' }), roll: latest('hit') }));
      },
      ...odds,
    });
    showPanel(<ShootingPanel />, picked(RIFLE, weapon('Lamp cannon')));
    const choices = screen.getAllByRole('combobox');
    expect(choices).toHaveLength(2);
    expect(
      within(choices[0]!)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Select Target', 'Reed Stalkers (8.3″)', 'Hold fire']);
    expect(choices[0]).toHaveDisplayValue('Reed Stalkers (8.3″)');
    expect(onTable()).toMatchObject({
      involved: ['runners', 'reeds'],
      marks: { unitId: 'runners', targets: ['reeds'] },
    });
    await press('Confirm Targets');
    const aim = (name: string) => ({
      unit_uuid: 'runners',
      miniature_uuid: 'm1',
      weapon_uuid: name,
      target_unit_uuid: 'reeds',
    });
    await waitFor(() =>
      expect(sent).toEqual({ targets: [aim('Thorn rifle'), aim('Lamp cannon')], get_needed_values: true, number: 7 }),
    );
    // SHOOT-18
    expect(await screen.findByRole('table', { name: 'Combat Resolution' })).toBeVisible();
  });

  test('SHOOT-15 SHOOT-16 OPEN-68 confirms once every weapon that has targets has one, or holds its fire', async () => {
    serve(odds);
    showPanel(<ShootingPanel />, picked(RIFLE, weapon('Short bow', { targets: [] })));
    expect(screen.getByText('Nothing in range and sight')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Confirm Targets' })).toBeEnabled();
    await userEvent.selectOptions(screen.getByRole('combobox'), 'Select Target');
    expect(screen.getByRole('button', { name: 'Confirm Targets' })).toBeDisabled();
    await userEvent.selectOptions(screen.getByRole('combobox'), 'Hold fire');
    expect(screen.getByRole('button', { name: 'Confirm Targets' })).toBeEnabled();
  });

  test('SHOOT-13 Cancel lets go of the unit', async () => {
    serve({ [`${CALLS}/shooting_phase/reset_unit_state`]: () => json(shooting()), ...odds });
    showPanel(<ShootingPanel />, picked(RIFLE));
    await press('Cancel');
    expect(await screen.findByRole('button', { name: 'Select Unit: Torch Runners' })).toBeVisible();
    expect(onTable().marks).toBeNull();
  });

  test('the odds of what is chosen stand beside it', async () => {
    serve(odds);
    showPanel(<ShootingPanel />, picked(RIFLE));
    expect(await screen.findByRole('figure', { name: 'Chance to slay, 0: 50%, 1: 40%, 2: 10%' })).toBeVisible();
    expect(screen.getByText('1.5')).toBeVisible();
    expect(screen.getByText('Slays 0.6 of 2 on average; destroys it 10%.')).toBeVisible();
  });

  test('SHOOT-41 SHOOT-42 SHOOT-43 says when nobody is left, and ends the phase', async () => {
    const seen = serve({
      [`${CALLS}/shooting_phase/reset_unit_state`]: () =>
        json(gameState({ phase: 'shooting', asked: request(['end']) })),
      [`${CALLS}/advance_phase_time`]: () => json(shooting()),
    });
    showPanel(<ShootingPanel />, gameState({ phase: 'shooting', asked: request(['end']) }));
    expect(screen.getByText('No units currently require shooting actions.')).toBeVisible();
    await press('Reset Current Army Shooting Actions');
    await waitFor(() => expect(seen.map((each) => each.path)).toContain(`${CALLS}/shooting_phase/reset_unit_state`));
    await press('Complete Shooting Phase');
    await waitFor(() => expect(seen.map((each) => each.path)).toContain(`${CALLS}/advance_phase_time`));
  });

  // OPEN-67
  test('Complete Shooting Phase asks first while units could still shoot', async () => {
    const seen = serve({ [`${CALLS}/advance_phase_time`]: () => json(shooting()) });
    showPanel(<ShootingPanel />, shooting());
    await press('Complete Shooting Phase');
    expect(await screen.findByText('Torch Runners could still shoot.')).toBeVisible();
    await press('Cancel');
    expect(seen).toEqual([]);
  });

  test('units that have nothing to aim at do not ask before the phase is completed', async () => {
    const seen = serve({ [`${CALLS}/advance_phase_time`]: () => json(shooting()) });
    showPanel(<ShootingPanel />, shooting({ ...RIFLE, targets: [] }));
    await press('Complete Shooting Phase');
    await waitFor(() => expect(seen.map((each) => each.path)).toContain(`${CALLS}/advance_phase_time`));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('SHOOT-3 SHOOT-4 SHOOT-44 AI-5 AI-10 the computer shoots by its button, and its units have no other', async () => {
    const { answer, give } = held();
    serve({ [`${CALLS}/shooting_phase/ai_shooting`]: answer });
    const ai = gameState({
      phase: 'shooting',
      asked: request(['shoot', 'end'], { controller: 'ai' }),
      units: [runners(RIFLE)],
    });
    showPanel(<ShootingPanel />, ai);
    expect(screen.queryByRole('button', { name: /Select Unit:/ })).toBeNull();
    expect(screen.getByText('This unit will be controlled by AI')).toBeVisible();
    await press('AI Select Unit & Targets');
    expect(await screen.findByRole('button', { name: 'AI Shooting...' })).toBeDisabled();
    const asked = request(['roll'], { controller: 'ai', stage: 'hit' });
    const words = {
      ai_action_description: 'Torch Runners shoot at Reed Stalkers.',
      ai_rationale: 'It is near.',
      ai_instructions: ['Roll 4 dice.'],
    };
    act(() => give(json({ ...gameState({ phase: 'shooting', asked, roll: latest('hit') }), ...words })));
    expect(await screen.findByRole('table', { name: 'Combat Resolution' })).toBeVisible();
    expect(screen.getByText('Torch Runners shoot at Reed Stalkers.')).toBeVisible();
    await userEvent.click(screen.getByText('On a real table (1)'));
    expect(screen.getByText('Roll 4 dice.')).toBeVisible();
  });

  test('AI-4 a person does not see the AI button', () => {
    showPanel(<ShootingPanel />, shooting());
    expect(screen.queryByRole('button', { name: 'AI Select Unit & Targets' })).toBeNull();
  });
});

describe('the resolution table', () => {
  const rolling = (stage: 'hit' | 'wound' | 'fnp', attacks: AttackDice[] = ATTACKS) =>
    gameState({ phase: 'shooting', asked: request(['roll'], { stage }), roll: latest(stage, attacks) });
  // OPEN-86
  test('SHOOT-22 SHOOT-23 SHOOT-24 SHOOT-25 SHOOT-26 SHOOT-27 SHOOT-28 SHOOT-29 SHOOT-30 SHOOT-31 COMBAT-31 has its columns in order', () => {
    wide();
    showPanel(<ShootingPanel />, rolling('fnp'));
    const heads = screen
      .getAllByRole('columnheader')
      .map((head) => head.getAttribute('aria-label') ?? head.textContent);
    expect(heads.slice(0, 9)).toEqual([
      'Attacker',
      'Weapon',
      'Attack #',
      'Target',
      'Hit',
      'Wound',
      'Save',
      'FNP',
      'Damage',
    ]);
    expect(heads.slice(9)).toEqual(
      ['Hit', 'Wound', 'Save', 'FNP', 'Damage'].flatMap((stage) => [`${stage} Needed`, `${stage} Actual`]),
    );
  });

  test('SHOOT-32 SHOOT-33 COMBAT-32 COMBAT-33 COMBAT-34 shows needed, signed modifiers and what fell, by mark and by name', () => {
    wide();
    showPanel(<ShootingPanel />, rolling('fnp'));
    const rows = screen.getAllByRole('row').slice(4);
    expect(rows).toHaveLength(2);
    const cells = within(rows[0]!).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual(expect.arrayContaining(['3+−1', '4++1', '5+', '6+']));
    expect(cells.map((cell) => cell.dataset.outcome).filter(Boolean)).toEqual([
      'success',
      'success',
      'failure',
      'mixed',
      'none',
    ]);
    expect(within(rows[0]!).getByRole('img', { name: '6, critical, success' })).toBeVisible();
    expect(within(rows[0]!).getByRole('img', { name: 'first 1, re-rolled' })).toBeVisible();
    expect(within(rows[1]!).getByRole('img', { name: '2, failure' })).toBeVisible();
  });

  test('COMBAT-35 has one row at least before a die is rolled', () => {
    wide();
    showPanel(<ShootingPanel />, rolling('hit', []));
    expect(screen.getAllByRole('row')).toHaveLength(5);
  });

  test('SHOOT-34 SHOOT-35 SHOOT-36 processes the stage that is due, with own dice too; SHOOT-39 clears the table when all is rolled', async () => {
    const bodies: unknown[] = [];
    serve({
      [`${CALLS}/shooting_phase/process_roll_stage`]: async (_, call) => {
        bodies.push(await call.json());
        return json(
          bodies.length === 1
            ? rolling('wound')
            : gameState({ phase: 'shooting', asked: request(['end']), roll: latest('complete', ATTACKS) }),
        );
      },
    });
    showPanel(<ShootingPanel />, rolling('hit', []));
    await press('Own dice');
    await userEvent.type(screen.getByLabelText('Faces of your own dice'), '6 2');
    await press('Use these dice');
    await press('Process Wound Roll');
    expect(bodies).toEqual([
      { stage: 'hit', number: 7, dice: { faces: [6, 2], source: 'typed' } },
      { stage: 'wound', number: 7 },
    ]);
    expect(await screen.findByText('Torch Runners at Reed Stalkers: 3 damage, 1 slain.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Process/ })).toBeNull();
  });

  test.each(['shooting', 'combat'] as const)(
    'SHOOT-37 SHOOT-38 SHOOT-39 SHOOT-40 COMBAT-37 COMBAT-38 COMBAT-39 %s goes through its stages in order and back to the units',
    async (phase) => {
      const order = ['hit', 'wound', 'save', 'damage', 'fnp'] as const;
      const asked: unknown[] = [];
      const combat = phase === 'combat';
      const Panel = combat ? CombatPanel : ShootingPanel;
      const other = unit('bridge', 'Bridge Watch', {
        weapons: [combat ? weapon('Boat hook', { weapon_range: 'Melee' }) : RIFLE],
      });
      const at = (stage: (typeof order)[number], rolls: AttackDice[] = ATTACKS) =>
        gameState({ phase, asked: request(['roll'], { stage }), roll: latest(stage, rolls) });
      const chosen = gameState({
        phase,
        asked: combat
          ? request(['strike'], { unit_uuid: 'bridge' })
          : request(['shoot', 'end'], { selected_unit_uuid: 'bridge' }),
        units: [other],
        roll: latest('complete', ATTACKS),
      });
      serve({
        ...odds,
        [`${CALLS}/${phase}_phase/process_roll_stage`]: async (_, call) => {
          asked.push((await call.json()).stage);
          const next = order[asked.length];
          return json(
            next
              ? at(next)
              : gameState({
                  phase,
                  asked: request(combat ? ['fight', 'end'] : ['shoot', 'end']),
                  units: [other],
                  roll: latest('complete', ATTACKS),
                }),
          );
        },
        [`${CALLS}/${phase}_phase/select_unit`]: () => json(chosen),
        [`${CALLS}/${phase}_phase/select_targets`]: () => json(at('hit', [])),
      });
      showPanel(<Panel />, at('hit', []));
      for (const stage of ['Hit', 'Wound', 'Save', 'Damage', 'FNP'])
        await userEvent.click(await screen.findByRole('button', { name: `Process ${stage} Roll` }));
      expect(asked).toEqual(order);
      // The table is closed, another unit may be picked; its table begins empty, with the hit roll.
      await userEvent.click(await screen.findByRole('button', { name: 'Select Unit: Bridge Watch' }));
      expect(screen.queryByRole('button', { name: /^Process/ })).toBeNull();
      await userEvent.click(await screen.findByRole('button', { name: 'Confirm Targets' }));
      expect(await screen.findByRole('button', { name: 'Process Hit Roll' })).toBeEnabled();
      const table = within(screen.getByRole('region', { name: 'Combat Resolution' })).getByRole('table', {
        name: 'Combat Resolution',
      });
      expect(within(table).queryAllByRole('img')).toEqual([]);
    },
  );

  test.each(['shooting', 'combat'] as const)(
    'SHOOT-20 SHOOT-21 COMBAT-20 COMBAT-21 news of the socket change nothing while %s is resolved; what was missed is loaded',
    async (phase) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => {
        vi.useRealTimers();
      });
      const Panel = phase === 'combat' ? CombatPanel : ShootingPanel;
      const shown = gameState({ phase, asked: request(['roll'], { stage: 'wound' }), roll: latest('wound', ATTACKS) });
      const seen = serve({ [STATE]: () => json(shown) });
      showPanel(<Panel />, shown);
      client().listen();
      const before = screen.getByRole('table', { name: 'Combat Resolution' }).textContent;
      const pause = () =>
        act(async () => {
          await vi.advanceTimersByTimeAsync(1000);
        });
      await pause();
      const loads = () => seen.filter(({ path }) => path === STATE).length;
      const loaded = loads();
      for (const type of ['push', 'log-changed', 'game-updated'] as const)
        emitGameEvent({ type, gameId: GAME, lastUpdate: '1' });
      await pause();
      expect(loads()).toBe(loaded);
      expect(screen.getByRole('table', { name: 'Combat Resolution' }).textContent).toBe(before);
      expect(screen.getByRole('button', { name: 'Process Wound Roll' })).toBeEnabled();
      // Nobody knows after a gap whether these attacks are still being resolved.
      emitGameEvent({ type: 'game-updated', gameId: GAME, missed: true });
      await pause();
      expect(loads()).toBe(loaded + 1);
    },
  );

  test('a player who asks to undo a roll hears the answer during it', () => {
    const state = gameState({
      phase: 'shooting',
      asked: request(['roll'], { stage: 'wound' }),
      roll: latest('wound', ATTACKS),
      more: {
        undo: {
          what: 'the roll of the dice',
          back_to: 3,
          free: false,
          yours: true,
          why: '',
          asked: { army_uuid: 'army-0', army_name: 'Lantern Wardens', yours: true },
        },
      },
    });
    showPanel(<ShootingPanel />, state);
    expect(onTable().resolving).toBe(false);
  });

  test('SHOOT-19 SHOOT-20 COMBAT-20 sets the flag that keeps news away while dice are rolled', () => {
    const { unmount } = showPanel(<ShootingPanel />, rolling('hit'));
    expect(onTable().resolving).toBe(true);
    unmount();
    expect(onTable().resolving).toBe(false);
  });

  test('shots that answer a move are rolled in the movement phase', async () => {
    const shown = gameState({
      phase: 'shooting',
      asked: request(['roll'], { stage: 'hit', why: 'shooting' }),
      roll: latest('hit', []),
    });
    showPanel(<PhasePanel />, { ...shown, game_model: { ...shown.game_model, phase: 'movement' } });
    expect(screen.getByRole('heading', { name: 'Shots in Answer' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Process Hit Roll' })).toBeEnabled();
  });

  test.each(['movement', 'shooting', 'combat'] as const)(
    'a move that an ability gives is dragged, or left, in the %s phase',
    async (phase) => {
      const seen = serve({
        [`${CALLS}/answer`]: () => json(gameState({ phase: 'shooting', asked: request(['end']) })),
      });
      const shown = gameState({
        phase: 'shooting',
        asked: request(['place'], { unit_uuid: 'reeds', units: ['reeds'], limit: 4, why: 'move' }),
      });
      showPanel(<PhasePanel />, { ...shown, game_model: { ...shown.game_model, phase } });
      expect(screen.getByRole('heading', { name: 'Another Move' })).toBeVisible();
      expect(screen.getByText(/may move up to 4.0″ now/)).toBeVisible();
      expect(onTable().pending).toMatchObject({ kind: 'drag', unitId: 'reeds', limit: 4 });
      await press('Stay here');
      expect(seen.map(({ path }) => path)).toEqual([`${CALLS}/answer`]);
    },
  );

  test('a refusal of own dice says how many are needed, and keeps what was typed', async () => {
    serve({
      [`${CALLS}/shooting_phase/process_roll_stage`]: () =>
        json({ detail: 'Hit needs 4 dice, not 1.', code: 'wrong-dice' }, 422),
    });
    showPanel(<ShootingPanel />, rolling('hit', []));
    await press('Own dice');
    await press('Add a 5');
    expect(screen.getByLabelText('Faces of your own dice')).toHaveValue('5');
    await press('Use these dice');
    expect(await screen.findByText('Hit needs 4 dice, not 1.')).toBeVisible();
    expect(screen.getByLabelText('Faces of your own dice')).toHaveValue('5');
  });
});

describe('combat', () => {
  const BLADE = weapon('Trench blade', { weapon_range: 'Melee' });
  const fighting = (controller: 'human' | 'ai' = 'human') =>
    gameState({ phase: 'combat', asked: request(['fight'], { controller }), units: [runners(BLADE)] });
  const struck = () =>
    gameState({
      phase: 'combat',
      asked: request(['strike'], { unit_uuid: 'runners', units: ['runners'] }),
      units: [runners(BLADE)],
    });

  test('COMBAT-1 COMBAT-2 COMBAT-3 COMBAT-9 COMBAT-11 COMBAT-12 shows who picks and what there is to pick', () => {
    showPanel(<CombatPanel />, fighting());
    expect(screen.getByText('Picking').nextSibling).toHaveTextContent('Lantern Wardens');
    expect(screen.getByText('Current army').nextSibling).toHaveTextContent('Lantern Wardens');
    const row = within(screen.getByRole('table', { name: 'Weapons of Torch Runners' })).getByRole('row', {
      name: /Trench blade/,
    });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['2', '4', '-1', '1']);
    expect(screen.getByRole('button', { name: 'Select Unit: Torch Runners' })).toBeEnabled();
  });

  // OPEN-73
  test('COMBAT-14 COMBAT-16 COMBAT-17 COMBAT-43 COMBAT-44 COMBAT-45 a picked unit has its targets, and its circles on the map', () => {
    serve(odds);
    showPanel(<CombatPanel />, struck());
    expect(screen.getByRole('combobox', { name: 'Trench blade ×2' })).toHaveDisplayValue('Reed Stalkers (8.3″)');
    expect(onTable().marks).toMatchObject({
      unitId: 'runners',
      targets: ['reeds'],
      circles: [
        { radius: 6, kind: 'movement' },
        { radius: 19, kind: 'charge' },
      ],
    });
  });

  // OPEN-82
  test('COMBAT-4 COMBAT-5 COMBAT-6 COMBAT-7 COMBAT-13 COMBAT-47 AI-4 the AI button is there for the computer that picks, and only then', () => {
    const { unmount } = showPanel(<CombatPanel />, fighting('ai'));
    expect(screen.getByRole('button', { name: 'AI Select Unit & Targets' })).toBeEnabled();
    expect(screen.getByText('This unit will be controlled by AI')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Select Unit/ })).toBeNull();
    unmount();
    for (const state of [
      fighting(),
      gameState({ phase: 'combat', asked: request(['roll'], { controller: 'ai' }), roll: latest('hit') }),
      gameState({ phase: 'combat', asked: request(['end'], { controller: 'ai' }) }),
    ]) {
      const shown = showPanel(<CombatPanel />, state);
      expect(screen.queryByRole('button', { name: 'AI Select Unit & Targets' })).toBeNull();
      shown.unmount();
    }
  });

  test('COMBAT-8 AI-11 the computer picks by its button, which says that it thinks; the table opens with what it declared', async () => {
    const { answer, give } = held();
    serve({ [`${CALLS}/combat_phase/ai_combat`]: answer });
    showPanel(<CombatPanel />, fighting('ai'));
    await press('AI Select Unit & Targets');
    expect(await screen.findByRole('button', { name: 'AI Fighting...' })).toBeDisabled();
    act(() =>
      give(
        json({
          ...gameState({
            phase: 'combat',
            asked: request(['roll'], { controller: 'ai', stage: 'hit' }),
            roll: latest('hit'),
          }),
          ai_action_description: 'Torch Runners strike.',
        }),
      ),
    );
    expect(await screen.findByRole('table', { name: 'Combat Resolution' })).toBeVisible();
    expect(screen.getByText('Torch Runners strike.')).toBeVisible();
  });

  test('COMBAT-10 the icon of a unit stands beside its name', () => {
    const pictured = unit('runners', 'Torch Runners', { weapons: [BLADE], transponder: 'units/runners.svg' });
    showPanel(<CombatPanel />, gameState({ phase: 'combat', asked: request(['fight']), units: [pictured] }));
    const item = screen.getByText('Torch Runners', { exact: false, selector: 'p' }).closest('li')!;
    expect(item.querySelector('img')?.getAttribute('src')).toContain('/static/units/runners.svg');
  });

  test('COMBAT-15 Cancel lets go of the unit', async () => {
    const seen = serve({ ...odds, [`${CALLS}/combat_phase/reset_unit_state`]: () => json(fighting()) });
    showPanel(<CombatPanel />, struck());
    await press('Cancel');
    expect(await screen.findByRole('button', { name: 'Select Unit: Torch Runners' })).toBeVisible();
    expect(seen.map((each) => each.path)).toContain(`${CALLS}/combat_phase/reset_unit_state`);
  });

  test('COMBAT-19 COMBAT-22 COMBAT-23 COMBAT-24 COMBAT-25 COMBAT-26 COMBAT-27 COMBAT-28 COMBAT-29 COMBAT-30 confirming opens the table with all its columns', async () => {
    wide();
    serve({
      ...odds,
      [`${CALLS}/combat_phase/select_targets`]: () =>
        json(gameState({ phase: 'combat', asked: request(['roll'], { stage: 'hit' }), roll: latest('hit') })),
    });
    showPanel(<CombatPanel />, struck());
    await press('Confirm Targets');
    const table = within(await screen.findByRole('table', { name: 'Combat Resolution' }));
    const heads = table.getAllByRole('columnheader').map((each) => each.getAttribute('aria-label') ?? each.textContent);
    expect(heads).toEqual([
      'Attacker',
      'Weapon',
      'Attack #',
      'Target',
      'Hit',
      'Wound',
      'Save',
      'FNP',
      'Damage',
      ...['Hit', 'Wound', 'Save', 'FNP', 'Damage'].flatMap((stage) => [`${stage} Needed`, `${stage} Actual`]),
    ]);
    const [named, attack] = table.getAllByRole('row').slice(3);
    expect(within(named!).getByRole('rowheader')).toHaveTextContent('Torch Runners');
    const cells = (row: HTMLElement) =>
      within(row)
        .getAllByRole('cell')
        .map((each) => each.textContent);
    expect(cells(named!)).toEqual(['Thorn rifle ×2', '1', 'Reed Stalkers']);
    expect(cells(attack!).slice(0, 2)).toEqual(['1', '3+−1']);
  });

  test('COMBAT-40 COMBAT-41 COMBAT-42 says when nobody is left', () => {
    showPanel(<CombatPanel />, gameState({ phase: 'combat', asked: request(['end']) }));
    expect(screen.getByText('No units currently require combat actions.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reset Current Army Combat Actions' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Complete Combat Phase' })).toBeEnabled();
  });
});
