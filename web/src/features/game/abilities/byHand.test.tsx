import type { AbilityState, GameState } from '@/shared/api';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { clearToasts, MessagePlace } from '@/shared/ui';
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
    const switched = { name: 'Odd Rite', description: 'Wound rolls +2', since_round: 1, since_turn: 1 };
    const ofUnit = { ...effect(), ...switched, by_army: 'Lantern Wardens', unit_name: 'Torch Runners' };
    const ofArmy = { ...ofUnit, effect_id: 'e2', description: 'Save rolls +1', unit_name: null };
    const on: AbilityState = { ...rite, switched_on: [ofUnit, ofArmy] };
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
    expect(await shown.findByText('On Torch Runners: Wound rolls +2')).toBeVisible();
    expect(shown.getByText('On all of Lantern Wardens: Save rolls +1')).toBeVisible();
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
    showPanel(
      <>
        <MessagePlace className="place" said="" />
        <AbilitiesPanel />
      </>,
      state,
    );
    const shown = await card('Odd Rite');
    await userEvent.selectOptions(shown.getByRole('combobox', { name: 'Changes' }), 'Mortal wounds');
    expect(shown.queryByRole('combobox', { name: 'Lasts' })).toBeNull();
    await userEvent.selectOptions(shown.getByRole('combobox', { name: 'For' }), 'Torch Runners');
    await userEvent.click(shown.getByRole('button', { name: 'Do it' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toMatchObject([{ on: true, effects: [{ kind: 'mortal_wounds', value: 1 }], target_uuid: 'runners' }]);
    // Nothing else on the card shows that it was done, and a second press would do it again.
    expect(await screen.findByText('Odd Rite: done by hand.')).toBeInTheDocument();
  });

  const agreed = ability('By hand', { by_hand: true, location: { ...of('runners', ''), unit_uuid: null } });

  /** The card of what both agree on, with what is sent of it. */
  async function shownBy(now: GameState) {
    const sent: unknown[] = [];
    serve({
      ...listed([agreed]),
      [`${CALLS}/switch_by_hand`]: async (_, call) => {
        sent.push(await call.json());
        return json(now);
      },
    });
    showPanel(<AbilitiesPanel />, now);
    const shown = await card('By hand');
    const choose = (label: string, option: string) =>
      userEvent.selectOptions(shown.getByRole('combobox', { name: label }), option);
    const press = (name: string) => userEvent.click(shown.getByRole('button', { name }));
    return { sent, shown, choose, press };
  }

  test('victory points are given and taken, and rolls made again for a while', async () => {
    const { sent, shown, choose, press } = await shownBy(state);
    await choose('Changes', 'Victory points');
    await userEvent.clear(shown.getByRole('spinbutton', { name: 'By' }));
    await userEvent.type(shown.getByRole('spinbutton', { name: 'By' }), '-2');
    await press('Do it');
    await choose('Changes', 'Failed hit rolls');
    expect(shown.queryByRole('spinbutton', { name: 'By' })).toBeNull();
    await choose('For', 'Torch Runners');
    await press('Switch on');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toMatchObject([
      { effects: [], amend: [{ amend: 'score', points: -2 }] },
      {
        effects: [{ kind: 'roll', stage: 'hit', change: 'reroll', reroll: 'failed', duration: 'phase' }],
        amend: [],
        target_uuid: 'runners',
      },
    ]);
  });

  test('a die that lies on the table is turned, or rolled again', async () => {
    const die = { volley: 0, sides: 6, again: true, weapon_name: 'Torch', target_unit_name: 'Reeds' };
    const fallen = [
      { ...die, die: 0, face: 2 },
      { ...die, die: 1, face: 1 },
    ];
    const { sent, shown, choose, press } = await shownBy({ ...state, dice: { ...state.dice, fallen } });
    await choose('Changes', 'A die');
    await press('Do it');
    await choose('Which die', '1, Torch at Reeds');
    await choose('Becomes', '6');
    await press('Do it');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toMatchObject([
      { amend: [{ amend: 'die', volley: 0, die: 0, face: 0 }] },
      { amend: [{ amend: 'die', volley: 0, die: 1, face: 6 }] },
    ]);
    expect(shown.queryByText(/No dice of an attack/)).toBeNull();
  });

  test('without dice on the table there is none to turn', async () => {
    const { shown, choose } = await shownBy(state);
    await choose('Changes', 'A die');
    expect(shown.getByText(/No dice of an attack lie on the table/)).toBeVisible();
    expect(shown.getByRole('button', { name: 'Do it' })).toBeDisabled();
  });

  test('a charge that fell short is rolled again, or its dice are turned', async () => {
    const rolls = [
      { roll: 'charge' as const, unit_uuid: 'runners', unit_name: 'Torch Runners', faces: [2, 1] },
      { roll: 'battle-shock' as const, unit_uuid: 'reeds', unit_name: 'Reeds', faces: [3, 3] },
    ];
    const { sent, choose, press } = await shownBy({ ...state, dice: { ...state.dice, rolls } });
    await choose('Changes', 'A charge, advance or test');
    await press('Do it');
    await choose('Which roll', 'Reeds, battle-shock test: 3 and 3');
    await choose('Die 2, a 3, becomes', '6');
    await press('Do it');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toMatchObject([
      { target_uuid: 'runners', effects: [], amend: [{ amend: 'roll', roll: 'charge', faces: [0, 0] }] },
      { target_uuid: 'reeds', amend: [{ amend: 'roll', roll: 'battle-shock', faces: [0, 6] }] },
    ]);
  });

  test('without a roll on the table there is none to put right', async () => {
    const { shown, choose } = await shownBy(state);
    await choose('Changes', 'A charge, advance or test');
    expect(shown.getByText(/No such roll lies on the table/)).toBeVisible();
    expect(shown.getByRole('button', { name: 'Do it' })).toBeDisabled();
  });

  test('a unit is taken up on the map, and put where it shows it', async () => {
    const there = unit('runners', 'Torch Runners');
    const { sent, shown, choose, press } = await shownBy(
      gameState({ phase: 'shooting', asked: request(['shoot']), units: [there] }),
    );
    await choose('Changes', 'Position');
    expect(shown.queryByRole('button', { name: 'Choose on the map' })).toBeNull();
    await choose('For', 'Torch Runners');
    expect(shown.getByRole('button', { name: 'Do it' })).toBeDisabled();
    await press('Choose on the map');
    await press('Do it');
    await waitFor(() => expect(sent).toHaveLength(1));
    const places = there.miniatures.map((each) => each.location);
    expect(sent).toMatchObject([{ effects: [], amend: [{ amend: 'place', places }], target_uuid: 'runners' }]);
  });

  test('of an army’s ability an action waits for its unit, and has a number only where it needs one', async () => {
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
