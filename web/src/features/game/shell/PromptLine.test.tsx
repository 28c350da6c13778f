import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AbleUnit } from '@/shared/api';
import { json, serve } from '@/test/page';
import { activated, listed, of, stratagem } from '../abilities/abilities.test-kit';
import { able, chargeable, client, GAME, NOW, onTable, request, showPanel, weapon } from '../staged.test-kit';
import { BRIDGE, REEDS, RUNNERS, tableState, wideScreen } from '../table.test-kit';
import { ShootingPanel } from '../panels/AttackPanel';
import { GameMap } from './GameMap';
import { PromptLine } from './PromptLine';

const CALLS = `/api/game/${GAME}`;
const ODDS = {
  shots: [],
  targets: [
    {
      target_unit_uuid: 'reeds',
      target_unit_name: 'Reed Stalkers',
      wounds: 4,
      models: 2,
      damage: { mean: 1.5, chances: [] },
      slain: { mean: 0.7, chances: [0.5, 0.3, 0.2] },
      destroyed: 0.2,
    },
  ],
};
const SHOOTER = { ...RUNNERS, weapons: [weapon('Thorn rifle')] };
const own = { dice: { sealed: false, own_dice: true, pending: false, last: null } } as never;
const shooting = (selected: string | null, more: AbleUnit[] = []) =>
  tableState({
    phase: 'shooting',
    asked: request(['shoot', 'end'], { selected_unit_uuid: selected, able: more }),
    acting: [SHOOTER],
    more: own,
  });
const onMap = (uuid: string) => fireEvent.click(document.querySelector(`[data-unit="${uuid}"]`)!);

let sent: [string, unknown][];
const answers = (path: string, state: unknown) => ({
  [`${CALLS}/${path}`]: async (_: unknown, call: Request) => {
    sent.push([path, await call.json()]);
    return json(state);
  },
});

beforeEach(() => {
  wideScreen();
  sent = [];
});

const show = (state: Parameters<typeof showPanel>[1]) =>
  showPanel(
    <>
      <PromptLine />
      <GameMap />
    </>,
    state,
  );

describe('by the map', () => {
  test('a click picks who shoots, the odds stand at the target, a second click on it declares', async () => {
    serve({
      ...answers('shooting_phase/select_unit', shooting('runners')),
      ...answers('shooting_phase/select_targets', tableState({ asked: request(['pass'], { mine: false }) })),
      [`${CALLS}/odds`]: () => json(ODDS),
      '/api/sight': () => json({ rays: [], blocked: false }),
    });
    show(shooting(null));
    onMap('runners');
    expect(await screen.findByRole('button', { name: 'Fire at Reed Stalkers' })).toBeEnabled();
    expect(await screen.findByTestId('aim-tag')).toHaveTextContent('1.5 of 40.7 slain');
    expect(screen.getByText(/^Torch Runners at Reed Stalkers: 1\.5 of 4 wounds, 0\.7 of 2 slain/)).toBeVisible();
    onMap('reeds');
    await waitFor(() => expect(sent.map(([path]) => path)).toContain('shooting_phase/select_targets'));
    expect(sent.at(-1)![1]).toMatchObject({
      targets: [{ unit_uuid: 'runners', weapon_uuid: 'Thorn rifle', target_unit_uuid: 'reeds' }],
    });
  });

  test('the button stands grey with the name of the weapon that has no target, and is free where one enemy is in reach', async () => {
    serve({ [`${CALLS}/odds`]: () => json(ODDS), '/api/sight': () => json({ rays: [], blocked: false }) });
    show(shooting('runners'));
    act(() => onTable().aimBy('runners', { Blade: 'reeds' }));
    expect(await screen.findByRole('button', { name: 'Fire at Reed Stalkers' })).toBeEnabled();
    act(() => onTable().aimBy('runners', { 'Thorn rifle': '' }));
    expect(await screen.findByRole('button', { name: /^Fire at/ })).toBeDisabled();
    expect(screen.getByText(/^Torch Runners: Thorn rifle has no target yet\./)).toBeVisible();
  });

  test('a target chosen in the panel keeps the focus there: the next Enter does not fire', async () => {
    const mill = { ...weapon('').targets[0]!, target_unit_uuid: 'mill', target_unit_name: 'Mill Guard' };
    const acting = [{ ...RUNNERS, weapons: [weapon('Thorn rifle', { targets: [...weapon('').targets, mill] })] }];
    const asked = request(['shoot', 'end'], { selected_unit_uuid: 'runners' });
    serve({ [`${CALLS}/odds`]: () => json(ODDS), '/api/sight': () => json({ rays: [], blocked: false }) });
    showPanel(
      <>
        <PromptLine />
        <ShootingPanel />
      </>,
      tableState({ phase: 'shooting', asked, acting, units: [RUNNERS, BRIDGE, REEDS], more: own }),
    );
    const list = await screen.findByRole('combobox', { name: /Thorn rifle/ });
    list.focus();
    fireEvent.change(list, { target: { value: 'mill' } });
    expect(onTable().aimed?.chosen).toEqual({ 'Thorn rifle': 'mill' });
    expect(list).toHaveFocus();
    act(() => onTable().aimBy('runners', { 'Thorn rifle': 'reeds' }));
    expect(list).toHaveFocus();
    act(() => {
      list.blur();
      onTable().aimBy('runners', { 'Thorn rifle': 'mill' });
    });
    expect(screen.getByRole('button', { name: /^Fire at/ })).toHaveFocus();
  });

  test('a charge: the chance stands at who is in reach, a click chooses, Enter goes', async () => {
    const charging = tableState({
      phase: 'charge',
      asked: request(['charge', 'end']),
      units: [RUNNERS, BRIDGE, REEDS],
      more: { chargeable_units: [chargeable('runners', 'Torch Runners')] },
    });
    serve({
      ...answers('charge_phase/record_charges', { ...charging, number: 8, recorded_charges: { runners: ['reeds'] } }),
      ...answers('charge_phase/process_charge', { ...charging, number: 9, chargeable_units: [] }),
      '/api/sight': () => json({ rays: [], blocked: false }),
    });
    show(charging);
    onMap('runners');
    expect(await screen.findByTestId('aim-tag')).toHaveTextContent('7 (+1)72%');
    expect(screen.getByText('Torch Runners, 7.3″ away: needs 7 with +1 on 2D6: 72%')).toBeVisible();
    onMap('reeds');
    const go = await screen.findByRole('button', { name: 'Charge at Reed Stalkers' });
    await waitFor(() => expect(go).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(sent.map(([path]) => path)).toEqual(['charge_phase/record_charges', 'charge_phase/process_charge']),
    );
    expect(onTable().chargeAt).toBeNull();
  });
});

describe('the one button', () => {
  const step = (phase: string, time: string, kinds: string[], number: number) =>
    tableState({ phase, asked: request(kinds), model: { phase_time: time }, acting: [], more: { number } });

  test('goes on over empty steps to where something can be done', async () => {
    const path = [
      step('movement', 'end', ['advance'], 8),
      step('shooting', 'beginning', ['advance'], 9),
      { ...shooting(null, [able('runners', 'Torch Runners', 'shooting')]), number: 10 },
    ];
    let at = 0;
    serve({ [`${CALLS}/advance_phase_time`]: () => json(path[at++]), '/api/sight': () => json({}) });
    showPanel(<PromptLine />, step('movement', 'middle', ['end'], 7));
    await userEvent.click(screen.getByRole('button', { name: 'On to shooting' }));
    expect(await screen.findByText('Who shoots? 1 unit can.')).toBeVisible();
    expect(at).toBe(3);
  });

  test('stops where something may be used for nothing, and a button leads to its card', async () => {
    const middle = step('command', 'middle', ['use', 'end'], 8);
    const ledger = activated('Open Ledger');
    serve({
      [`${CALLS}/advance_phase_time`]: () => json(middle),
      ...listed([ledger, stratagem('Costly Thing')]),
    });
    showPanel(<PromptLine />, step('command', 'beginning', ['advance'], 7));
    await userEvent.click(screen.getByRole('button', { name: 'Begin: command' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Use Open Ledger' }));
    const card = within(await screen.findByRole('dialog', { name: 'What you may use now' }));
    expect(card.getByText('Open Ledger says what it does.')).toBeVisible();
    expect(card.queryByText('Costly Thing')).toBeNull();
    await userEvent.click(card.getByRole('button', { name: 'Activate' }));
    expect(await screen.findByText('Are you sure you want to activate this ability?')).toBeVisible();
  });

  test('offers an ability of several units once, with a button each, and as long as the phase goes on', async () => {
    const middle = { ...step('shooting', 'middle', ['shoot', 'use', 'end'], 9), ...shooting(null, []) };
    const may = (id: string, unit: string, name: string) => ({
      ...activated('Lamp Signs'),
      id,
      location: of(unit, name),
    });
    const all = [may('a', 'runners', 'Torch Runners'), may('b', 'bridge', 'Bridge Watch')];
    let left = all;
    serve({
      [`${CALLS}/advance_phase_time`]: () => json(step('shooting', 'beginning', ['use', 'advance'], 8)),
      ...listed(all),
      [`${CALLS}/abilities`]: () => json({ abilities: left, game_state: NOW }),
      '/api/sight': () => json({}),
    });
    showPanel(<PromptLine />, step('movement', 'end', ['advance'], 7));
    await userEvent.click(screen.getByRole('button', { name: 'On to shooting' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Use Lamp Signs' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'What you may use now' }));
    expect(dialog.getAllByRole('article')).toHaveLength(1);
    expect(dialog.getByRole('button', { name: 'Torch Runners: use Lamp Signs' })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Bridge Watch: use Lamp Signs' }));
    expect(await screen.findByText('Used by Bridge Watch.')).toBeVisible();
    await userEvent.keyboard('{Escape}{Escape}');
    left = all.slice(0, 1);
    const now = { ...middle, request: request(['shoot', 'use', 'end']), number: 9 };
    act(() => client().show(now));
    expect(await screen.findByRole('button', { name: 'Use Lamp Signs' })).toBeVisible();
  });

  test('does not end the turn by a button that said something else', async () => {
    const path = [
      step('charge', 'end', ['advance'], 8),
      step('combat', 'beginning', ['advance'], 9),
      step('combat', 'end', ['advance'], 10),
      step('command', 'beginning', ['advance'], 11),
    ];
    let at = 0;
    serve({ [`${CALLS}/advance_phase_time`]: () => json(path[at++]), '/api/sight': () => json({}) });
    showPanel(<PromptLine />, step('movement', 'middle', ['end'], 7));
    await userEvent.click(screen.getByRole('button', { name: 'On to shooting' }));
    expect(await screen.findByRole('button', { name: 'End turn' })).toBeVisible();
    expect(at).toBe(3);
  });

  test('asks before a move is left that could score, names it, and does not ask of it again', async () => {
    const waits = tableState({ acting: [{ ...RUNNERS, missed: 'could reach objective 1' }] });
    serve({ ...answers('movement_phase/finalize', waits), ...answers('advance_phase_time', waits) });
    showPanel(<PromptLine />, waits);
    const on = screen.getByRole('button', { name: 'On to shooting' });
    await userEvent.click(on);
    expect(await screen.findByText('Torch Runners could reach objective 1. It stays where it is.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    await userEvent.click(on);
    await userEvent.click(await screen.findByRole('button', { name: 'Hold them' }));
    await waitFor(() => expect(sent).not.toEqual([]));
    const before = sent.length;
    await waitFor(() => expect(on).toBeEnabled());
    await userEvent.click(on);
    await waitFor(() => expect(sent.length).toBeGreaterThan(before));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('asks before charges are left, names them, and asks of them once a turn', async () => {
    const charge = able('runners', 'Torch Runners', 'charge', 'charge Reed Stalkers');
    const charging = (turn: number, number: number) =>
      tableState({
        phase: 'charge',
        asked: request(['charge', 'end'], { able: [charge] }),
        model: { turn },
        more: { number },
      });
    serve({ ...answers('advance_phase_time', charging(1, 8)), '/api/sight': () => json({}) });
    const { client } = showPanel(<PromptLine />, charging(1, 7));
    await userEvent.click(screen.getByRole('button', { name: 'End turn' }));
    expect(await screen.findByText('Torch Runners could charge Reed Stalkers.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'End turn' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave it' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'End turn' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    act(() => client.show(charging(2, 9)));
    await userEvent.click(screen.getByRole('button', { name: 'End turn' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave the charging?' })).toBeVisible();
  });

  test('goes on without a question where those that have not moved would miss nothing', async () => {
    serve({ ...answers('movement_phase/finalize', tableState({ acting: [] })), '/api/sight': () => json({}) });
    showPanel(<PromptLine />, tableState());
    await userEvent.click(screen.getByRole('button', { name: 'On to shooting' }));
    await waitFor(() => expect(sent.map(([path]) => path)).toContain('movement_phase/finalize'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
