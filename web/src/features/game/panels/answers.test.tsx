import { aim, idle, stratagem } from '../abilities/abilities.test-kit';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { json, serve } from '@/test/page';
import { NOW, GAME, gameState, latest, request, showPanel, unit, weapon } from '../staged.test-kit';
import { PhasePanel } from './PhasePanel';

const CALLS = `/api/game/${GAME}`;
const shooting = () =>
  gameState({
    phase: 'shooting',
    asked: request(['shoot', 'end'], { units: ['runners'] }),
    units: [unit('runners', 'Torch Runners', { weapons: [weapon('Thorn rifle')] })],
  });

describe('an answer to what happened', () => {
  const smoke = (cost: number) =>
    stratagem('smoke', {
      name: 'Reed Smoke',
      description: 'It hides a unit.',
      meta: { cost },
      location: { type: 'army', army_uuid: 'army-1', army_name: '', unit_uuid: null, unit_name: null },
    });
  const asked = request(['pass', 'use'], {
    army_uuid: 'army-1',
    army_name: 'Saltmarsh Host',
    why: 'targeted',
    units: ['reeds'],
  });
  const answers = (cost: number) => ({
    [`${CALLS}/abilities`]: () =>
      json({ abilities: [idle({ ...smoke(1), uuid: 'other', name: 'Not now' })], game_state: NOW }),
    [`${CALLS}/stratagems`]: () => json({ stratagems: [smoke(cost)] }),
    [`${CALLS}/ability/smoke/targets`]: () =>
      json({
        targets: [aim('reeds', 'Reed Stalkers', { distance: null }), aim('mill', 'Mill Guard', { distance: 4.25 })],
      }),
  });

  test('names what happened, what may be used, by whom and for how much; it is used on a unit or passed', async () => {
    let sent: unknown;
    serve({
      ...answers(1),
      [`${CALLS}/process_activated_ability`]: async (_, call) => {
        sent = await call.json();
        return json(shooting());
      },
    });
    showPanel(<PhasePanel />, gameState({ phase: 'shooting', asked, roll: latest('hit') }));
    expect(screen.getByText('A unit is being shot at.')).toBeVisible();
    expect(screen.getByText('Saltmarsh Host may answer with 2 CP. It is about Reed Stalkers.')).toBeVisible();
    expect(await screen.findByText('1 CP')).toBeVisible();
    expect(screen.queryByText('Not now')).toBeNull();
    expect(screen.getByRole('button', { name: 'Pass' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Use Reed Smoke' })).toBeDisabled();
    // What comes later comes below: nothing moves under the finger that is about to pass.
    expect(
      screen
        .getByRole('button', { name: 'Pass' })
        .compareDocumentPosition(screen.getByRole('button', { name: 'Use Reed Smoke' })),
    ).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.click(await screen.findByRole('button', { name: /Mill Guard/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Use Reed Smoke' }));
    await waitFor(() => expect(sent).toEqual({ ability_id: 'smoke', target_uuids: ['mill'], number: 7 }));
  });

  test('what costs more than there is cannot be used', async () => {
    serve(answers(3));
    showPanel(<PhasePanel />, gameState({ phase: 'shooting', asked }));
    await userEvent.click(await screen.findByRole('button', { name: /Mill Guard/ }));
    expect(screen.getByRole('button', { name: 'Use Reed Smoke' })).toBeDisabled();
  });
});
