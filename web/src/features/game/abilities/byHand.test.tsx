import type { AbilityState } from '@/shared/api';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { clearToasts } from '@/shared/ui';
import { json, serve } from '@/test/page';
import { AbilitiesPanel } from '../panels/AbilitiesPanel';
import { NOW, gameState, request, showPanel, unit } from '../staged.test-kit';
import { ability, CALLS, effect, listed, of } from './abilities.test-kit';

const card = async (name: string) => within(await screen.findByRole('article', { name }));

beforeEach(clearToasts);

describe('by hand', () => {
  const rite = ability('Odd Rite', { by_hand: true, location: of('runners', 'Torch Runners') });
  const state = gameState({
    phase: 'shooting',
    asked: request(['shoot', 'end']),
    units: [unit('runners', 'Torch Runners')],
  });

  test('an effect is put together, switched on, and off again', async () => {
    const sent: unknown[] = [];
    const switched = { name: 'Odd Rite', description: 'Wound rolls +2', by_army: '', since_round: 1, since_turn: 1 };
    const on: AbilityState = { ...rite, switched_on: [{ ...effect(), ...switched }] };
    let now = rite;
    serve({
      ...listed([rite]),
      [`${CALLS}/abilities`]: () => json({ abilities: [now], game_state: NOW }),
      [`${CALLS}/switch_by_hand`]: async (_, call) => {
        sent.push(await call.json());
        now = now === rite ? on : rite;
        return json(state);
      },
    });
    showPanel(<AbilitiesPanel />, state);
    const shown = await card('Odd Rite');
    await userEvent.selectOptions(shown.getByRole('combobox', { name: 'Changes' }), 'Wound rolls');
    await userEvent.clear(shown.getByRole('spinbutton', { name: 'By' }));
    expect(shown.getByRole('button', { name: 'Switch on' })).toBeDisabled();
    await userEvent.type(shown.getByRole('spinbutton', { name: 'By' }), '2');
    await userEvent.selectOptions(shown.getByRole('combobox', { name: 'Lasts' }), 'until the turn ends');
    await userEvent.click(shown.getByRole('button', { name: 'Switch on' }));
    expect(await shown.findByText('On: Wound rolls +2')).toBeVisible();
    await userEvent.click(shown.getByRole('button', { name: 'Switch off' }));
    await shown.findByRole('button', { name: 'Switch on' });
    expect(sent).toMatchObject([
      { ability_id: 'Odd Rite', on: true, effects: [{ kind: 'roll', stage: 'wound', value: 2, duration: 'turn' }] },
      { on: false, effects: [] },
    ]);
  });

  test('wounds and the like are done at once, to a unit of either army', async () => {
    const sent: unknown[] = [];
    serve({
      ...listed([rite]),
      [`${CALLS}/switch_by_hand`]: async (_, call) => {
        sent.push(await call.json());
        return json(state);
      },
    });
    showPanel(<AbilitiesPanel />, state);
    const shown = await card('Odd Rite');
    await userEvent.selectOptions(shown.getByRole('combobox', { name: 'Changes' }), 'Mortal wounds');
    expect(shown.queryByRole('combobox', { name: 'Lasts' })).toBeNull();
    await userEvent.selectOptions(shown.getByRole('combobox', { name: 'For' }), 'Torch Runners');
    await userEvent.click(shown.getByRole('button', { name: 'Do it' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toMatchObject([{ on: true, effects: [{ kind: 'mortal_wounds', value: 1 }], target_uuid: 'runners' }]);
  });

  test('of an army’s ability an action waits for its unit, and has a number only where it needs one', async () => {
    const agreed = ability('By hand', { by_hand: true, location: { ...of('runners', ''), unit_uuid: null } });
    serve(listed([agreed]));
    showPanel(<AbilitiesPanel />, state);
    const shown = await card('By hand');
    const choose = (label: string, option: string) =>
      userEvent.selectOptions(shown.getByRole('combobox', { name: label }), option);
    await choose('Changes', 'Into reserve');
    expect(shown.queryByRole('spinbutton', { name: 'By' })).toBeNull();
    expect(shown.getByRole('button', { name: 'Do it' })).toBeDisabled();
    await choose('For', 'Torch Runners');
    expect(shown.getByRole('button', { name: 'Do it' })).toBeEnabled();
    await choose('Changes', 'Command points');
    expect(shown.queryByRole('combobox', { name: 'For' })).toBeNull();
    expect(shown.getByRole('button', { name: 'Do it' })).toBeEnabled();
  });
});
