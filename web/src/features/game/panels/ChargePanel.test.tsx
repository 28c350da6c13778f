import type { GameState } from '@/shared/api';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { able, chargeable, GAME, gameState, request, showPanel } from '../staged.test-kit';
import { held, json, serve } from '@/test/page';
import { ChargePanel } from './ChargePanel';
import { chargeChance } from './fights/charging';

const CALLS = `/api/game/${GAME}`;
const [RUNNERS, BRIDGE] = [chargeable('runners', 'Torch Runners'), chargeable('bridge', 'Bridge Watch')];
const state = (more: Partial<GameState> = {}, controller: 'human' | 'ai' = 'human', kinds = ['charge', 'end']) =>
  gameState({
    phase: 'charge',
    asked: request(kinds, { controller }),
    more: { chargeable_units: [RUNNERS, BRIDGE], ...more },
  });
const card = (name: string) =>
  screen
    .getAllByRole('listitem')
    .find((each) => each.classList.contains('unit-card-open') && within(each).queryAllByText(name).length > 0)!;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const FAILED = {
  charging_unit_uuid: 'runners',
  charging_unit_name: 'Torch Runners',
  charge_roll: 5,
  dice: [2, 3],
  needed: 7,
  charge_success: false,
  message: 'Torch Runners: rolled 5, needed 7. The charge does not reach Reed Stalkers.',
  targets: [{ target_uuid: 'reeds', target_name: 'Reed Stalkers', target_distance: 7.2, charge_success: false }],
};

// CONST-20
test('CHARGE-1 CHARGE-2 CHARGE-3 CHARGE-11 CHARGE-12 CHARGE-14 CHARGE-15 CHARGE-16 CHARGE-19 CHARGE-20 CHARGE-21 CHARGE-28 shows who may charge whom', () => {
  showPanel(<ChargePanel />, state());
  expect(screen.getByRole('heading', { name: 'Units Awaiting Charge - Lantern Wardens' })).toBeVisible();
  expect(screen.getByText('Human')).toBeVisible();
  const shown = within(card('Torch Runners'));
  expect(shown.getByText('Charging Unit')).toBeVisible();
  expect([...card('Torch Runners').querySelectorAll('dd')].map((each) => each.textContent)).toEqual([
    '6″',
    '1″',
    '19″',
  ]);
  const target = shown.getByRole('button', { name: /Reed Stalkers/ });
  // 2D6 and a bonus of 1 against 7: 26 of 36 ways.
  expect(target).toHaveTextContent('Reed Stalkers7.3″7+ with +1 72%In Range');
  expect(shown.getByRole('button', { name: 'Register Charges' })).toBeDisabled();
  // CHARGE-25
  expect(shown.getByRole('button', { name: /Mill Guard/ })).toBeDisabled();
});

test('CHARGE-22 CHARGE-23 CHARGE-24 CHARGE-26 CHARGE-29 a target is taken, let go, and registered', async () => {
  let sent: unknown;
  serve({
    [`${CALLS}/charge_phase/record_charges`]: async (_, call) => {
      sent = await call.json();
      return json(state({ recorded_charges: { runners: ['reeds'] } }));
    },
  });
  showPanel(<ChargePanel />, state());
  const target = () => within(card('Torch Runners')).getByRole('button', { name: /Reed Stalkers/ });
  await userEvent.click(target());
  expect(target()).toHaveTextContent('Selected by Torch Runners');
  expect(within(card('Bridge Watch')).getByRole('button', { name: /Reed Stalkers/ })).toHaveTextContent('Targeted');
  await userEvent.click(target());
  expect(target()).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(target());
  await userEvent.click(within(card('Torch Runners')).getByRole('button', { name: 'Register Charges' }));
  await waitFor(() => expect(sent).toEqual({ charges: { runners: ['reeds'] }, number: 7 }));
  // CHARGE-13, CHARGE-27, CHARGE-30
  expect(await screen.findByText('Charges Registered')).toBeVisible();
  expect(target()).toBeDisabled();
  expect(within(card('Torch Runners')).getByRole('button', { name: 'Charges Recorded' })).toBeDisabled();
  expect(screen.getByText('1 of 2 units have recorded charges')).toBeVisible();
});

test('CHARGE-33 CHARGE-34 CHARGE-35 CHARGE-36 rolls begin once each unit has registered or stays', async () => {
  serve({ [`${CALLS}/charge_phase/record_charges`]: () => json(state({ recorded_charges: { runners: ['reeds'] } })) });
  showPanel(<ChargePanel />, state());
  await userEvent.click(within(card('Torch Runners')).getByRole('button', { name: /Reed Stalkers/ }));
  await userEvent.click(within(card('Torch Runners')).getByRole('button', { name: 'Register Charges' }));
  await screen.findByText('Charges Registered');
  expect(screen.queryByRole('button', { name: 'Proceed to Charge Rolls' })).toBeNull();
  await userEvent.click(within(card('Bridge Watch')).getByRole('button', { name: 'Does not charge' }));
  await press('Proceed to Charge Rolls');
  expect(screen.getByRole('button', { name: 'Roll Charge' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Proceed to Charge Rolls' })).toBeNull();
});

test('CHARGE-37 CHARGE-38 CHARGE-41 CHARGE-42 CHARGE-43 CHARGE-44 CHARGE-49 CHARGE-54 a registered charge is rolled at once when the panel opens', async () => {
  serve({
    [`${CALLS}/charge_phase/process_charge`]: () =>
      json(state({ chargeable_units: [], charge_results: [FAILED] }, 'human', ['end'])),
  });
  showPanel(<ChargePanel />, state({ recorded_charges: { runners: ['reeds'] } }));
  expect(card('Torch Runners')).toHaveTextContent('Reed Stalkers7.3″, needs 7 with +1 on 2D6: 72%');
  await press('Roll Charge');
  expect(await screen.findByText('Failed')).toBeVisible();
  expect(screen.getByText('7.2″')).toBeVisible();
  expect(screen.getByRole('img', { name: '3, failure' })).toBeVisible();
  await userEvent.click(screen.getByText('Charge Details'));
  expect(screen.getByText(FAILED.message)).toBeVisible();
  expect(screen.getByText('Roll 5, needed 7')).toBeVisible();
  // CHARGE-39, CHARGE-40
  expect(screen.getByRole('button', { name: 'Charge Processed' })).toBeDisabled();
});

test('CHARGE-9 while the computer thinks its button says so', async () => {
  const { answer, give } = held();
  serve({ [`${CALLS}/charge_phase/ai_charge`]: answer });
  showPanel(<ChargePanel />, state({}, 'ai'));
  await press('AI Select Unit & Target');
  expect(await screen.findByRole('button', { name: 'AI Charging...' })).toBeDisabled();
  act(() => give(json(state({ recorded_charges: { runners: ['reeds'] } }, 'ai'))));
  // CHARGE-8
  await waitFor(() => expect(screen.queryByRole('button', { name: /^AI (Charging|Select)/ })).toBeNull());
});

test('CHARGE-10 the icon of a unit stands on its card', () => {
  showPanel(<ChargePanel />, state({ chargeable_units: [{ ...RUNNERS, transponder: 'units/runners.svg' }] }));
  expect(card('Torch Runners').querySelector('img')?.getAttribute('src')).toContain('/static/units/runners.svg');
});

test('CHARGE-6 CHARGE-36 CHARGE-51 in the roll sub-phase neither the AI button nor the way there is offered', async () => {
  const recorded = { recorded_charges: { runners: ['reeds'], bridge: ['reeds'] } };
  const { unmount } = showPanel(<ChargePanel />, state(recorded, 'ai'));
  expect(screen.getAllByRole('button', { name: 'Roll Charge' })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /AI Select|Proceed to Charge Rolls/ })).toBeNull();
  unmount();
  // Nothing is registered here any more, yet the panel rolls: what was rolled keeps it there.
  showPanel(<ChargePanel />, state({ charge_results: [FAILED], recorded_charges: { bridge: ['reeds'] } }, 'ai'));
  expect(card('Torch Runners')).toHaveTextContent('Charge Processed');
  expect(card('Bridge Watch')).toHaveTextContent('Roll Charge');
  expect(screen.queryByRole('button', { name: /AI Select|Proceed to Charge Rolls/ })).toBeNull();
});

test('CHARGE-52 once the last unit has registered the rolls begin by themselves', async () => {
  serve({
    [`${CALLS}/charge_phase/record_charges`]: () =>
      json(state({ chargeable_units: [RUNNERS], recorded_charges: { runners: ['reeds'] } })),
  });
  showPanel(<ChargePanel />, state({ chargeable_units: [RUNNERS] }));
  await userEvent.click(within(card('Torch Runners')).getByRole('button', { name: /Reed Stalkers/ }));
  await press('Register Charges');
  expect(await screen.findByRole('button', { name: 'Roll Charge' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Register Charges' })).toBeNull();
});

test('CHARGE-55 a unit that has charged already says so', () => {
  const charged = { ...FAILED, charging_unit_uuid: 'bridge', charging_unit_name: 'Bridge Watch' };
  const shown = state({ chargeable_units: [], recorded_charges: {}, charge_results: [charged] }, 'human', ['end']);
  const [own, theirs] = shown.game_model.armies;
  const units = own.units.map((unit) => (unit.uuid === 'runners' ? { ...unit, charged: true } : unit));
  showPanel(<ChargePanel />, { ...shown, game_model: { ...shown.game_model, armies: [{ ...own, units }, theirs] } });
  expect(within(card('Torch Runners')).getByRole('button', { name: 'Already Charged' })).toBeDisabled();
  expect(within(card('Bridge Watch')).getByRole('button', { name: 'Charge Processed' })).toBeDisabled();
});

test('CHARGE-50 CHARGE-53 charges that were rolled are shown when the panel opens', () => {
  showPanel(
    <ChargePanel />,
    state(
      {
        chargeable_units: [],
        charge_results: [
          { ...FAILED, charge_success: true, targets: [{ ...FAILED.targets[0]!, charge_success: true }] },
        ],
      },
      'human',
      ['end'],
    ),
  );
  expect(screen.getByText('Success!')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Charge Processed' })).toBeDisabled();
});

test('CHARGE-31 CHARGE-32 CHARGE-47 CHARGE-48 with nobody to charge the phase ends; a refusal stands below', async () => {
  serve({ [`${CALLS}/advance_phase_time`]: () => json({ detail: 'Dice are still to be rolled.' }, 422) });
  showPanel(<ChargePanel />, state({ chargeable_units: [] }, 'human', ['end']));
  expect(screen.getByText('No units currently require charge actions.')).toBeVisible();
  await press('End Charge Phase');
  expect(within(await screen.findByRole('contentinfo')).getByText('Dice are still to be rolled.')).toBeVisible();
});

test('CHARGE-4 CHARGE-5 CHARGE-6 CHARGE-7 CHARGE-8 CHARGE-17 CHARGE-18 CHARGE-56 AI-4 AI-5 AI-12 the computer charges by its button alone', async () => {
  serve({
    [`${CALLS}/charge_phase/ai_charge`]: () =>
      json({
        ...state({ recorded_charges: { runners: ['reeds'] } }, 'ai'),
        ai_action_description: 'Torch Runners charge Reed Stalkers.',
        ai_rationale: '',
        ai_instructions: [],
      }),
  });
  const { unmount } = showPanel(<ChargePanel />, state({}, 'ai'));
  expect(screen.getAllByText('This unit will be controlled by AI')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /Register Charges|Reed Stalkers/ })).toBeNull();
  await press('AI Select Unit & Target');
  expect(await screen.findByText('Torch Runners charge Reed Stalkers.')).toBeVisible();
  expect(screen.getByText('Charges Recorded')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'AI Select Unit & Target' })).toBeNull();
  unmount();
  for (const none of [
    state(),
    state({ chargeable_units: [] }, 'ai', ['end']),
    state({ recorded_charges: { runners: ['reeds'] } }, 'ai'),
  ]) {
    const shown = showPanel(<ChargePanel />, none);
    expect(screen.queryByRole('button', { name: 'AI Select Unit & Target' })).toBeNull();
    shown.unmount();
  }
});

// DEBUG-3, DEBUG-4, DEBUG-5, DEBUG-6, DEBUG-7, DEBUG-8, OPEN-71: decided to be there with ?debug=1 only.
test('the debug box is there for the computer with ?debug=1 alone', async () => {
  const { unmount } = showPanel(<ChargePanel />, state({}, 'ai'));
  expect(screen.queryByRole('region', { name: 'Debug' })).toBeNull();
  unmount();
  const seen = serve({ [`${CALLS}/charge_phase/ai_charge`]: () => json(state({}, 'ai')) });
  showPanel(<ChargePanel />, state({}, 'ai'), '?debug=1');
  expect(screen.getByRole('region', { name: 'Debug' })).toHaveTextContent(
    'ControlleraiRoll phasefalseUnits with actions2Registered charges0',
  );
  await press('DEBUG: Force AI Charge');
  await waitFor(() =>
    expect(seen.map((each) => `${each.method} ${each.path}`)).toContain(`POST ${CALLS}/charge_phase/ai_charge`),
  );
  await press('DEBUG: Force Start Charge Rolls');
  // CHARGE-45, CHARGE-46
  expect(screen.getByText('No units with recorded charges.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'End Charge Phase' })).toBeEnabled();
});

test('the phase is not ended without a question while somebody could charge who was not let be', async () => {
  const ended = serve({
    [`${CALLS}/advance_phase_time`]: () => json(state({ chargeable_units: [] }, 'human', ['end'])),
  });
  const could = [
    able('runners', 'Torch Runners', 'charge', 'charge Reed Stalkers'),
    able('bridge', 'Bridge Watch', 'charge', 'charge Reed Stalkers'),
  ];
  showPanel(<ChargePanel />, { ...state(), request: request(['charge', 'end'], { able: could }) });
  await userEvent.click(within(card('Bridge Watch')).getByRole('button', { name: 'Does not charge' }));
  await press('End Charge Phase');
  expect(await screen.findByText('Torch Runners could charge Reed Stalkers.')).toBeVisible();
  await press('Cancel');
  await userEvent.click(within(card('Torch Runners')).getByRole('button', { name: 'Does not charge' }));
  await press('End Charge Phase');
  expect(await screen.findByText('No units currently require charge actions.')).toBeVisible();
  expect(ended.map((each) => each.path)).toContain(`${CALLS}/advance_phase_time`);
});

test('a charge that falls short has not failed while its dice may be rerolled', () => {
  const rolled = { chargeable_units: [], charge_results: [FAILED] };
  const open = request(['use', 'pass'], { why: 'rolled', stage: 'charge' });
  showPanel(<ChargePanel />, { ...state(rolled), request: open });
  expect(screen.getByText('Not far enough so far')).toBeVisible();
  expect(screen.queryByText('Failed')).toBeNull();
});

test('nor has the opponent’s while they decide, and one that failed before stays failed', () => {
  const before = { ...FAILED, charging_unit_uuid: 'bridge', charging_unit_name: 'Bridge Watch' };
  const rolled = { chargeable_units: [], charge_results: [before, FAILED] };
  showPanel(<ChargePanel />, { ...state(rolled), request: request(['pass'], { mine: false }) });
  expect(screen.getByText('Not far enough so far')).toBeVisible();
  expect(screen.getByText('Failed')).toBeVisible();
});

test('the chance of a charge is that of two dice', () => {
  expect([2, 7, 12, 13].map((needed) => chargeChance(needed))).toEqual([100, 58, 3, 0]);
  expect(chargeChance(9, 2)).toBe(58);
});
