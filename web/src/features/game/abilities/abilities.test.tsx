import { useEffect } from 'react';
import type { AbilityState } from '@/shared/api';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emitGameEvent } from '@/shared/socket';
import { clearToasts } from '@/shared/ui';
import { json, serve, type Seen } from '@/test/page';
import { AbilitiesPanel } from '../panels/AbilitiesPanel';
import { ActiveCastable, CastablePanel } from '../panels/CastablePanel';
import { EffectsPanel } from '../panels/EffectsPanel';
import { StratagemsPanel } from '../panels/StratagemsPanel';
import { GAME, client, showPanel } from '../staged.test-kit';
import {
  ability,
  activated,
  aim,
  CALLS,
  effect,
  idle,
  joining,
  listed,
  of,
  selectable,
  shooting,
  stratagem,
} from './abilities.test-kit';

const NOT_ACTIVE = 'This ability is not currently active and cannot be activated';
const card = async (name: string) => within(await screen.findByRole('article', { name }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const asked = (seen: readonly Seen[], part: string): Seen[] => seen.filter((each) => each.path.includes(part));
const under = (heading: string) => within(screen.getByRole('heading', { name: heading }).parentElement!);

beforeEach(() => {
  clearToasts();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The castable panel with these abilities; those that are paid for apart. */
function castable(
  abilities: readonly AbilityState[],
  stratagems: readonly AbilityState[] = [],
  answers: Parameters<typeof serve>[0] = {},
  state = shooting(),
) {
  const seen = serve({ ...listed(abilities, stratagems), ...answers });
  return { seen, ...showPanel(<CastablePanel />, state) };
}

describe('castable abilities', () => {
  test('ABIL-1 ABIL-2 ABIL-3 the header with the moment, and a tab for each army', async () => {
    castable([activated('Volley'), activated('Tide Call', { location: { ...of('reeds', 'Reed Stalkers', 1) } })]);
    expect(screen.getByRole('heading', { name: 'Castable Abilities' })).toBeVisible();
    for (const badge of ['Round 1', 'Turn 1', 'Phase Shooting', 'Time middle'])
      expect(screen.getByText(badge)).toBeVisible();
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
      'Lantern Wardens',
      'Saltmarsh Host',
    ]);
    expect(screen.queryByRole('article', { name: 'Tide Call' })).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Saltmarsh Host' }));
    expect(screen.getByRole('article', { name: 'Tide Call' })).toBeVisible();
    expect(screen.queryByRole('article', { name: 'Volley' })).toBeNull();
  });

  test('ABIL-6 ABIL-7 ABIL-8 ABIL-27 ABIL-29 ABIL-30 OPEN-98 what can be used, in its sections, each once; nothing that works by itself', async () => {
    castable(
      [activated('Volley'), selectable('Stance', { location: of('runners', 'Torch Runners') }), ability('Steady')],
      [stratagem('Dig In')],
    );
    await card('Volley');
    expect(
      under('Army Castable Abilities')
        .getAllByRole('article')
        .map((each) => each.ariaLabel),
    ).toEqual(['Volley']);
    expect(
      under('Army Stratagems')
        .getAllByRole('article')
        .map((each) => each.ariaLabel),
    ).toEqual(['Dig In']);
    expect(
      under('Torch Runners Castable Abilities')
        .getAllByRole('article')
        .map((each) => each.ariaLabel),
    ).toEqual(['Stance']);
    expect(under('Bridge Watch Castable Abilities').getByText('No castable abilities for this unit')).toBeVisible();
    expect(screen.queryByRole('article', { name: 'Steady' })).toBeNull();
  });

  test('what a leader brings stands with the unit that it has joined', async () => {
    const state = shooting();
    state.game_model.armies[0].units[1]!.leaders = [{ uuid: 'keeper', name: 'Lock Keeper' }];
    const { seen } = castable([activated('Open the Sluice', { location: of('keeper', 'Lock Keeper') })], [], {}, state);
    await card('Open the Sluice');
    expect(under('Bridge Watch Castable Abilities').getByRole('article')).toBeVisible();
    expect(asked(seen, '/abilities')).toHaveLength(1);
  });

  // ABIL-9, ABIL-10, ABIL-11, ABIL-12, ABIL-14, ABIL-15, ABIL-21: a card of each kind.
  test.each([
    ['-Activated-', 'Activate', activated('Volley')],
    ['-Selectable-', 'Select', selectable('Stance')],
    ['-Stratagem-', 'Activate', stratagem('Dig In')],
  ])('ABIL-9 ABIL-10 ABIL-12 ABIL-14 ABIL-15 ABIL-21 a card marked %s', async (mark, button, each) => {
    castable(each.meta.stratagem ? [] : [each], each.meta.stratagem ? [each] : []);
    const shown = await card(each.name);
    expect(shown.getByText((_, each) => each?.tagName === 'P' && each.textContent === mark)).toBeVisible();
    expect(shown.getByRole('heading', { name: each.name })).toBeVisible();
    expect(shown.getByText('Active')).toBeVisible();
    expect(shown.getByText(each.description)).toBeVisible();
    expect(shown.getByText(`Source: Wardens' Rolls · Type: ${each.meta.type}`)).toBeVisible();
    expect(shown.getByRole('button', { name: button })).toBeEnabled();
    expect(shown.queryByRole('button', { name: button === 'Select' ? 'Activate' : 'Select' })).toBeNull();
  });

  test('ABIL-11 CONST-39 a stratagem has its price, nothing where none is given', async () => {
    const free = stratagem('Hold Still');
    free.meta.cost = 0;
    castable([], [stratagem('Dig In'), free]);
    expect((await card('Dig In')).getByText('2 CP')).toBeVisible();
    expect((await card('Hold Still')).getByText('0 CP')).toBeVisible();
  });

  test('ABIL-13 a card is shown as JSON', async () => {
    castable([activated('Volley')]);
    await userEvent.click((await card('Volley')).getByRole('button', { name: 'View JSON' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Volley' }));
    expect(JSON.parse(dialog.getByLabelText('JSON').textContent)).toEqual(activated('Volley'));
  });

  test('ABIL-16 ABIL-17 ABIL-18 ABIL-19 ABIL-20 CONST-38 effects with type, value, whom they affect, status and casts left', async () => {
    const effects = [
      effect({
        effect_id: '1',
        effect_type: 'hit_roll',
        effect_value: '+1',
        affects: 'bearer',
        is_triggered: true,
        remaining_casts: -1,
      }),
      effect({
        effect_id: '2',
        effect_type: 'move',
        effect_value: '2',
        affects: 'target',
        is_expired: true,
        remaining_casts: 1,
      }),
      effect({
        effect_id: '3',
        effect_type: 'control',
        effect_value: 'control 1',
        affects: 'army',
        remaining_casts: 3,
      }),
      effect({
        effect_id: '4',
        effect_type: 'charge',
        effect_value: '-2',
        affects: 'enemies',
        has_casts_remaining: false,
        remaining_casts: 0,
      }),
      effect({ effect_id: '5', effect_type: 'fight_next', effect_value: 'fight next', affects: 'self' }),
    ].map((each) => ({ ...each, meta: { activated_ability: true, select_ability: false } }));
    castable([activated('Volley', { effects })]);
    const SAID = 'The unit: hit rolls +1';
    const rows = within((await card('Volley')).getByRole('list', { name: 'Effects' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
    expect(rows).toEqual([
      `${SAID}hit roll +1 affects bearerTriggered`,
      `${SAID}move 2 affects target1 cast leftExpired`,
      `${SAID}control 1 affects army3 casts leftInactive`,
      `${SAID}charge -2 affects enemies0 casts leftNo casts`,
      expect.stringMatching(/^The unit: hit rolls \+1fight next +affects self/),
    ]);
  });

  test('ABIL-12 ABIL-22 ABIL-23 ABIL-24 ABIL-32 what is not active cannot be used, not even by force', async () => {
    const { seen } = castable([idle(activated('Volley')), idle(selectable('Stance'))]);
    for (const [name, use] of [
      ['Volley', 'Activate'],
      ['Stance', 'Select'],
    ] as const) {
      const shown = await card(name);
      expect(shown.getAllByText('Inactive')[0]).toBeVisible();
      const button = shown.getByRole('button', { name: use });
      expect(button).toBeDisabled();
      expect(button).toHaveAttribute('title', NOT_ACTIVE);
      button.removeAttribute('disabled');
      fireEvent.click(button);
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(seen.every((each) => each.method === 'GET')).toBe(true);
    expect(asked(seen, '/targets')).toHaveLength(0);
  });

  test('ABIL-31 without an effect that is activated there is no Activate', async () => {
    serve(listed([ability('Steady'), activated('Volley')]));
    showPanel(<AbilitiesPanel />, shooting());
    expect((await card('Steady')).queryByRole('button', { name: 'Activate' })).toBeNull();
    expect((await card('Volley')).getByRole('button', { name: 'Activate' })).toBeVisible();
  });

  test('the army of the other player is theirs to use', async () => {
    castable([activated('Volley')], [], {}, shooting({ sides: [1] }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Lantern Wardens' }));
    expect((await card('Volley')).getByRole('button', { name: 'Activate' })).toBeDisabled();
    expect((await card('Volley')).getByTitle('The other player commands this army')).toBeVisible();
  });

  test('ABIL-25 ABIL-28 the wait and nothing at all', async () => {
    castable([ability('Steady')]);
    expect(screen.getByText('Loading castable abilities...')).toBeVisible();
    expect(await screen.findByText('No castable abilities available')).toBeVisible();
  });

  test('ERR-38 a failure is shown and can be tried again', async () => {
    let broken = true;
    castable([], [], {
      [`${CALLS}/stratagems`]: () =>
        broken ? json({ detail: 'The store room is locked.' }, 500) : json({ stratagems: [stratagem('Dig In')] }),
    });
    expect(await screen.findByText('Error loading castable abilities: The store room is locked.')).toBeVisible();
    broken = false;
    await press('Try again');
    expect(await screen.findByRole('article', { name: 'Dig In' })).toBeVisible();
  });

  test('ABIL-1 ABIL-26 OPEN-63 beside a phase only what is active', async () => {
    serve(listed([activated('Volley'), idle(activated('Flare'))]));
    const { unmount } = showPanel(<ActiveCastable />, shooting());
    expect(screen.getByText('Active Castable Abilities')).toBeVisible();
    await card('Volley');
    expect(screen.queryByRole('article', { name: 'Flare' })).toBeNull();
    unmount();
    serve(listed([idle(activated('Flare'))]));
    showPanel(<ActiveCastable />, shooting());
    expect(await screen.findByText('No active castable abilities available')).toBeVisible();
  });
});

describe('the computer', () => {
  const ai = shooting({}, 'ai');

  test('ABIL-4 ABIL-5 AI-4 its button stands with its own army alone, and says that it thinks', async () => {
    let release = () => {};
    const thought = new Promise<void>((resolve) => {
      release = resolve;
    });
    castable(
      [activated('Volley')],
      [],
      {
        [`${CALLS}/ai_ability`]: () => thought.then(() => json({ ...ai, ai_action_description: 'Volley is called.' })),
      },
      ai,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'AI Use Ability' }));
    expect(screen.getByRole('button', { name: 'AI Thinking...' })).toBeDisabled();
    release();
    expect(await screen.findByRole('button', { name: 'AI Use Ability' })).toBeEnabled();
    await userEvent.click(screen.getByRole('tab', { name: 'Saltmarsh Host' }));
    expect(screen.queryByRole('button', { name: 'AI Use Ability' })).toBeNull();
  });

  test.each([
    [
      'ERR-53 AI-13',
      { detail: 'Nothing is worth its price now.' },
      'Error using AI ability: Nothing is worth its price now.',
    ],
    ['ERR-54', {}, 'Error using AI ability: Failed to use AI ability'],
  ])('%s its failure is shown', async (_, body, sentence) => {
    castable([activated('Volley')], [], { [`${CALLS}/ai_ability`]: () => json(body, 500) }, ai);
    await userEvent.click(await screen.findByRole('button', { name: 'AI Use Ability' }));
    const said = () => screen.queryAllByRole('alert').map((each) => each.textContent);
    await waitFor(() => expect(said().join()).toContain(sentence));
  });
});

/** Opens the modal of an ability's button. */
async function opened(each: AbilityState, answers: Parameters<typeof serve>[0] = {}) {
  const { seen } = castable([each], [], answers);
  await userEvent.click(
    (await card(each.name)).getByRole('button', { name: each.is_selectable ? 'Select' : 'Activate' }),
  );
  return { seen, dialog: within(await screen.findByRole('dialog', { name: each.name })) };
}

const targets = (...aims: ReturnType<typeof aim>[]) => ({ [`${CALLS}/ability/`]: () => json({ targets: aims }) });
const REEDS = aim('reeds', 'Reed Stalkers');
const MILL = aim('mill', 'Mill Guard', { distance: 12, keywords: [] });

describe('using an ability', () => {
  const join = joining('Lead');
  const via = { source_ability: 'Lead', source_miniature_name: 'Lock Keeper' };
  const friends = targets(
    aim('bridge', 'Bridge Watch', { target_type: 'unit', distance: null, joinable_info: via }),
    aim('runners', 'Torch Runners', { target_type: 'unit', joinable_info: via }),
  );

  test('ABIL-34 ABIL-38 ABIL-39 ABIL-43 ABIL-44 ABIL-48 ABIL-52 a leader joins exactly one unit', async () => {
    let sent: unknown;
    const { dialog } = await opened(join, {
      ...friends,
      [`${CALLS}/process_activated_ability`]: async (_, call) => {
        sent = await call.json();
        return json(shooting());
      },
    });
    expect(await dialog.findByText('Select Target Unit to Join:')).toBeVisible();
    expect(dialog.getAllByText('Joinable via Lead (Lock Keeper)')).toHaveLength(2);
    expect(dialog.getAllByText('unit · infantry, marsh')).toHaveLength(2);
    expect(dialog.getByRole('button', { name: 'Select Target Unit' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('button', { name: /Bridge Watch/ }));
    expect(dialog.getByRole('button', { name: 'Join to Bridge Watch' })).toBeEnabled();
    await userEvent.click(dialog.getByRole('button', { name: /^Torch Runners/ }));
    expect(dialog.getAllByRole('button', { pressed: true })).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: 'Join to Torch Runners' }));
    await waitFor(() => expect(sent).toMatchObject({ ability_id: 'Lead', target_uuids: ['runners'] }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('ABIL-36 ABIL-37 ABIL-38 ABIL-45 ABIL-46 ABIL-49 ABIL-50 CONST-37 others need one target at least', async () => {
    const { seen, dialog } = await opened(activated('Hex', { meta: { target: 'enemy' } }), targets(REEDS, MILL));
    expect(await dialog.findByText('Select Targets:')).toBeVisible();
    expect(asked(seen, '/ability/Hex/targets')).toHaveLength(1);
    expect(dialog.getByRole('button', { name: /Reed Stalkers/ })).toHaveTextContent(
      'Reed Stalkers8.3″enemy unit · infantry, marsh',
    );
    expect(dialog.getByRole('button', { name: /Mill Guard/ })).toHaveTextContent('Mill Guard12.0″enemy unit');
    expect(dialog.getByRole('button', { name: 'Activate' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('button', { name: /Reed Stalkers/ }));
    await userEvent.click(dialog.getByRole('button', { name: /Mill Guard/ }));
    expect(dialog.getByRole('button', { name: 'Activate (2 targets)' })).toBeEnabled();
    await userEvent.click(dialog.getByRole('button', { name: /Mill Guard/ }));
    expect(dialog.getByRole('button', { name: 'Activate (1 targets)' })).toBeEnabled();
  });

  test('ABIL-40 ABIL-46 ABIL-50 ABIL-51 OPEN-97 OPEN-99 what aims at nobody asks whether one is sure, and does it', async () => {
    let sent: unknown;
    const { seen, dialog } = await opened(activated('Volley'), {
      [`${CALLS}/process_activated_ability`]: async (_, call) => {
        sent = await call.json();
        return json(shooting());
      },
    });
    expect(dialog.getByText('Are you sure you want to activate this ability?')).toBeVisible();
    expect(asked(seen, '/targets')).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(sent).toEqual({ ability_id: 'Volley', target_uuids: [], number: 7 }));
    expect(await screen.findByText('Volley is used.')).toBeVisible();
  });

  test('ABIL-41 ABIL-42 nobody to aim at', async () => {
    const { dialog } = await opened(activated('Hex', { meta: { target: 'enemy' } }), targets());
    expect(await dialog.findByText('No Valid Targets')).toBeVisible();
    expect(
      dialog.getByText('This ability requires targets, but no valid targets are currently available.'),
    ).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Activate' })).toBeDisabled();
  });

  test('ABIL-47 ABIL-52 Cancel closes and asks nothing', async () => {
    const { seen, dialog } = await opened(activated('Volley'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(seen.every((each) => each.method === 'GET')).toBe(true);
  });

  // ERR-66, ERR-67 (logged only) are overruled: every failure is shown where it happened.
  test('ERR-66 targets that do not load are logged and shown, and can be loaded again', async () => {
    let broken = true;
    const { dialog } = await opened(activated('Hex', { meta: { target: 'enemy' } }), {
      [`${CALLS}/ability/`]: () => (broken ? json({ detail: 'Nobody can be seen.' }, 500) : json({ targets: [REEDS] })),
    });
    expect(await dialog.findByText('Nobody can be seen.')).toBeVisible();
    expect(console.error).toHaveBeenCalledWith('Ability targets not loaded', expect.anything());
    broken = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('button', { name: /Reed Stalkers/ })).toBeVisible();
  });

  test('ERR-67 a use that fails is logged and shown, and the choice stays', async () => {
    const { dialog } = await opened(activated('Hex', { meta: { target: 'enemy' } }), {
      ...targets(REEDS),
      [`${CALLS}/process_activated_ability`]: () => json({ detail: 'The server is restarting.' }, 500),
    });
    await userEvent.click(await dialog.findByRole('button', { name: /Reed Stalkers/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Activate (1 targets)' }));
    expect(await dialog.findByText('The server is restarting.')).toBeVisible();
    expect(console.error).toHaveBeenCalledWith('A call of the game failed', expect.anything());
    expect(dialog.getByRole('button', { name: 'Activate (1 targets)' })).toBeEnabled();
  });
});

describe('choosing', () => {
  const select = `${CALLS}/process_selectable_ability`;

  test('ABIL-75 ABIL-52 Cancel closes and asks nothing', async () => {
    const { seen, dialog } = await opened(selectable('Stance'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(seen.every((each) => each.method === 'GET')).toBe(true);
  });

  test('an aimed ability is chosen with its target', async () => {
    const stance = selectable('Stance');
    const aimed = { ...stance, meta: { ...stance.meta, target: 'ally' as const } };
    const { dialog } = await opened(aimed, targets(REEDS, MILL));
    const [first] = dialog.getAllByRole('button', { name: /^Select / });
    if (!first) throw new Error('nothing to choose');
    await userEvent.click(first);
    expect(dialog.getByRole('button', { name: 'Confirm Selection' })).toBeDisabled();
    await userEvent.click(await dialog.findByRole('button', { name: /Mill Guard/ }));
    expect(dialog.getByRole('button', { name: 'Confirm Selection' })).toBeEnabled();
  });

  test('ABIL-76 without anything to choose from there is no selection', async () => {
    const { dialog } = await opened(selectable('Stance', { choosable_abilities: [] }));
    expect(dialog.getByText('This ability has nothing to choose from.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Confirm Selection' })).toBeDisabled();
  });

  test('ABIL-78 ABIL-87 API-59 the processed ability is shown as JSON, and the abilities are asked for again', async () => {
    const processed = { ...selectable('Stance'), selected: 'High' };
    const { seen, dialog } = await opened(selectable('Stance'), {
      [select]: () => json({ ...shooting(), result: processed }),
    });
    expect(asked(seen, '/abilities')).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: 'Select High' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm Selection' }));
    expect(JSON.parse((await screen.findByLabelText('JSON')).textContent)).toEqual(processed);
    await waitFor(() => expect(asked(seen, '/abilities')).toHaveLength(2));
  });

  // ERR-68 (logged only) is overruled as above.
  test('ERR-68 a choice that fails is logged and shown, and stays chosen', async () => {
    const { dialog } = await opened(selectable('Stance'), {
      [select]: () => json({ detail: 'Not in this weather.' }, 500),
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Select Low' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm Selection' }));
    expect(await dialog.findByText('Not in this weather.')).toBeVisible();
    expect(console.error).toHaveBeenCalledWith('A call of the game failed', expect.anything());
    expect(dialog.getByRole('button', { name: 'Select Low' })).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('the abilities panel', () => {
  function panel(abilities: readonly AbilityState[], answers: Parameters<typeof serve>[0] = {}) {
    const seen = serve({ ...listed(abilities), ...answers });
    return { seen, ...showPanel(<AbilitiesPanel />, shooting()) };
  }

  test('ABIL-57 ABIL-58 ABIL-59 ABIL-64 those of the army, those of each unit, with their effects', async () => {
    panel([ability('Steady'), ability('Surefooted', { location: of('runners', 'Torch Runners') })]);
    await card('Steady');
    expect(under('Army abilities').getByRole('article', { name: 'Steady' })).toBeVisible();
    expect(under('Torch Runners').getByRole('article', { name: 'Surefooted' })).toBeVisible();
    expect(under('Bridge Watch').getByText('No abilities for this unit')).toBeVisible();
    expect((await card('Steady')).getByRole('list', { name: 'Effects' })).toHaveTextContent(
      'hit roll +1 affects bearer',
    );
    await userEvent.click(screen.getByRole('tab', { name: 'Saltmarsh Host' }));
    expect(under('Army abilities').getByText('No abilities for this army')).toBeVisible();
  });

  test('ABIL-60 ABIL-70 ABIL-71 ABIL-79 cards are marked, and their buttons wait until they are active', async () => {
    panel([selectable('Stance'), idle(selectable('Guard')), activated('Volley'), idle(activated('Flare'))]);
    for (const [name, mark, use, able] of [
      ['Stance', 'Selectable', 'Select', true],
      ['Guard', 'Selectable', 'Select', false],
      ['Volley', 'Activated', 'Activate', true],
      ['Flare', 'Activated', 'Activate', false],
    ] as const) {
      const shown = await card(name);
      expect(shown.getByText(mark)).toBeVisible();
      expect(shown.getByRole('button', { name: use })).toHaveProperty('disabled', !able);
    }
  });

  test('ABIL-80 Activate opens the modal', async () => {
    panel([activated('Volley')]);
    await userEvent.click((await card('Volley')).getByRole('button', { name: 'Activate' }));
    expect(
      within(await screen.findByRole('dialog', { name: 'Volley' })).getByText(
        'Are you sure you want to activate this ability?',
      ),
    ).toBeVisible();
  });

  test('ABIL-55 ERR-35 the wait, and a failure', async () => {
    panel([], { [`${CALLS}/abilities`]: () => json({ detail: 'The shelf is empty.' }, 500) });
    expect(screen.getByText('Loading abilities...')).toBeVisible();
    expect(await screen.findByText('Error loading abilities: The shelf is empty.')).toBeVisible();
  });

  test('ABIL-81 ABIL-82 ABIL-83 ABIL-84 another phase, time, round or turn asks for them again', async () => {
    const { seen } = panel([ability('Steady')]);
    await card('Steady');
    const moments = [
      ['phase', 'charge'],
      ['phase_time', 'end'],
      ['round', 2],
      ['turn', 2],
    ] as const;
    for (const [index, [name, value]] of moments.entries()) {
      const state = shooting();
      act(() => {
        client().show({ ...state, game_model: { ...state.game_model, [name]: value } });
      });
      await waitFor(() => expect(asked(seen, '/abilities')).toHaveLength(index + 2));
    }
  });

  /** Abilities that name units of another state, with the clock in our hands. */
  async function elsewhere() {
    const later = window.setTimeout.bind(window);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const settled = () =>
      act(async () => {
        for (let tick = 0; tick < 30; tick += 1)
          await new Promise((done) => {
            later(done, 0);
          });
      });
    const view = panel([ability('Ghost', { location: of('nobody', 'Nobody') })]);
    await settled();
    expect(asked(view.seen, '/abilities')).toHaveLength(1);
    return { ...view, settled };
  }

  test('ABIL-86 CONST-29 what names units of another state is asked for once more after a second, and not again', async () => {
    const { seen, settled } = await elsewhere();
    await act(() => vi.advanceTimersByTimeAsync(999));
    await settled();
    expect(asked(seen, '/abilities')).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    await settled();
    expect(asked(seen, '/abilities')).toHaveLength(2);
    await act(() => vi.advanceTimersByTimeAsync(5000));
    await settled();
    expect(asked(seen, '/abilities')).toHaveLength(2);
  });

  test('nothing is asked for once more after the panel is gone', async () => {
    const { seen, settled, unmount } = await elsewhere();
    unmount();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    await settled();
    expect(asked(seen, '/abilities')).toHaveLength(1);
  });
});

/** Panels of a game that hears its socket. */
function Live() {
  useEffect(() => client().listen(), []);
  return (
    <>
      <AbilitiesPanel />
      <StratagemsPanel />
      <EffectsPanel />
    </>
  );
}

test('ABIL-85 API-83 a push of the game state asks for the abilities, the stratagems and the effects again', async () => {
  const lists = ['/abilities', '/stratagems', '/active-effects'];
  const seen = serve({
    ...listed([ability('Steady')], [stratagem('Volley')]),
    [`${CALLS}/active-effects`]: () => json({ active_effects: [] }),
  });
  showPanel(<Live />, shooting());
  const times = () => lists.map((each) => asked(seen, each).length);
  await waitFor(() => expect(times()).toEqual([1, 1, 1]));
  act(() => emitGameEvent({ type: 'game-updated', gameId: GAME }));
  await waitFor(() => expect(times()).toEqual([2, 2, 2]));
});
