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

type Shown = Awaited<ReturnType<typeof card>>;
/** Chosen from the list of what can be changed, or in a select of a name. */
async function choose(shown: Shown, label: string, option: string) {
  if (label !== 'Changes') return userEvent.selectOptions(shown.getByRole('combobox', { name: label }), option);
  await userEvent.click(shown.getByRole('combobox', { name: 'Changes' }));
  await userEvent.click(shown.getByRole('option', { name: option }));
}

describe('by hand', () => {
  const rite = ability('Odd Rite', { by_hand: true, location: of('runners', 'Torch Runners') });
  const gun = { name: 'Torch', count: 1, attacks: '2', skill: '3+', strength: '4', ap: -1, damage: '1', keywords: [] };
  const runner = {
    uuid: 'm1',
    name: 'Runner',
    alive: true,
    wounds: 1,
    location: [10, 10] as [number, number],
    radius: 0.6,
    height: 1.5,
    attributes: {
      movement: 6,
      toughness: 4,
      save: '4+',
      wounds: 2,
      leadership: '7+',
      objective_controlled: 1,
      invuln: null,
      fnp: null,
    },
    ranged_weapons: [{ ...gun, weapon_range: 24 }],
    melee_weapons: [],
    abilities: [],
  };
  const state = gameState({
    phase: 'shooting',
    asked: request(['shoot', 'end']),
    units: [unit('runners', 'Torch Runners')],
  });
  state.game_model.armies[0].units[0]!.miniatures = [runner, { ...runner, uuid: 'm2' }];

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
    await choose(shown, 'Changes', 'Wound rolls');
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
    await choose(shown, 'Changes', 'Mortal wounds');
    expect(shown.queryByRole('combobox', { name: 'Lasts' })).toBeNull();
    await userEvent.selectOptions(shown.getByRole('combobox', { name: 'For' }), 'Torch Runners');
    await userEvent.click(shown.getByRole('button', { name: 'Do it' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toMatchObject([{ on: true, effects: [{ kind: 'mortal_wounds', value: 1 }], target_uuid: 'runners' }]);
    // Nothing else on the card shows that it was done, and a second press would do it again.
    expect(await screen.findByText('Odd Rite: done by hand.')).toBeInTheDocument();
  });

  const what = (...values: string[]) => ({
    name: 'what',
    label: 'Which',
    kind: 'choice',
    needed: true,
    usual: '',
    options: values.map((value) => ({ value, label: value })),
  });
  const VOCABULARY = {
    keywords: ['anti', 'assault', 'sustained hits'],
    valued_keywords: ['sustained hits'],
    effects: [
      {
        kind: 'permission',
        group: 'Movement',
        label: 'Allow',
        lasts: true,
        of_moments: false,
        fields: [what('advance and charge', 'pin')],
      },
      {
        kind: 'prohibition',
        group: 'Movement',
        label: 'Forbid',
        lasts: true,
        of_moments: false,
        fields: [what('charge')],
      },
      { kind: 'fights_first', group: 'Unit', label: 'Fight first', lasts: true, of_moments: false, fields: [] },
    ],
    conditions: [],
    who: [],
    moments: [],
    durations: [],
    windows: [],
    phases: [],
    rolls: [],
    targets: [],
    turns: [],
    spells: [],
  };
  const agreed = ability('By hand', { by_hand: true, location: { ...of('runners', ''), unit_uuid: null } });

  /** The card of what both agree on, with what is sent of it. */
  async function shownBy(now: GameState) {
    const sent: unknown[] = [];
    serve({
      ...listed([agreed]),
      '/api/workshop/vocabulary': () => json(VOCABULARY),
      [`${CALLS}/switch_by_hand`]: async (_, call) => {
        sent.push(await call.json());
        return json(now);
      },
    });
    showPanel(<AbilitiesPanel />, now);
    const shown = await card('By hand');
    const press = (name: string) => userEvent.click(shown.getByRole('button', { name }));
    return { sent, shown, choose: choose.bind(null, shown), press };
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
    await choose(shown, 'Changes', 'Into reserve');
    expect(shown.queryByRole('spinbutton', { name: 'By' })).toBeNull();
    expect(shown.getByRole('button', { name: 'Do it' })).toBeDisabled();
    await choose(shown, 'For', 'Torch Runners');
    expect(shown.getByRole('button', { name: 'Do it' })).toBeEnabled();
    await choose(shown, 'Changes', 'Command points');
    expect(shown.queryByRole('combobox', { name: 'For' })).toBeNull();
    expect(shown.getByRole('button', { name: 'Do it' })).toBeEnabled();
  });

  test('the list is searched by word and key, and has everything in words', async () => {
    const { shown } = await shownBy(state);
    const field = shown.getByRole('combobox', { name: 'Changes' });
    await userEvent.click(field);
    await shown.findByRole('option', { name: 'Weapons gain sustained hits' });
    await userEvent.type(field, 'sustained');
    const list = within(shown.getByRole('listbox', { name: 'What can be changed' }));
    const names = list.getAllByRole('option').map(({ textContent }) => textContent);
    expect(names).toEqual(['Weapons gain sustained hits', 'Weapons lose sustained hits']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(field).toHaveValue('Weapons lose sustained hits');
    expect(shown.queryByRole('listbox')).toBeNull();
    await userEvent.click(field);
    await userEvent.type(field, 'no such thing');
    expect(shown.getByText(/Nothing that can be done by hand has that name/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(field).toHaveValue('Weapons lose sustained hits');
  });

  test('a keyword is given to the weapons of one miniature, with its number', async () => {
    const { sent, shown, choose, press } = await shownBy(state);
    await userEvent.click(shown.getByRole('combobox', { name: 'Changes' }));
    await userEvent.click(await shown.findByRole('option', { name: 'Weapons gain sustained hits' }));
    await choose('For', 'Torch Runners');
    await choose('Of', 'm1');
    await choose('Weapons', 'its ranged weapons');
    await userEvent.clear(shown.getByRole('textbox', { name: 'Its number' }));
    expect(shown.getByRole('button', { name: 'Switch on' })).toBeDisabled();
    await userEvent.type(shown.getByRole('textbox', { name: 'Its number' }), '2');
    await press('Switch on');
    await choose('Changes', 'Weapons gain anti-…');
    await userEvent.clear(shown.getByRole('textbox', { name: 'On this or more' }));
    await userEvent.type(shown.getByRole('textbox', { name: 'On this or more' }), '4+');
    await userEvent.type(shown.getByRole('textbox', { name: 'Against' }), 'Vehicle');
    await press('Switch on');
    await waitFor(() => expect(sent).toHaveLength(2));
    const profile = { kind: 'profile', stat: 'gains', attacks: 'ranged', duration: 'phase' };
    expect(sent).toMatchObject([
      {
        target_uuid: 'runners',
        miniature_uuids: ['m1'],
        effects: [{ ...profile, keyword: { name: 'sustained hits', value: { plus: 2 } } }],
      },
      { effects: [{ ...profile, keyword: { name: 'anti', value: { plus: 4 }, target: 'vehicle' } }] },
    ]);
  });

  test('characteristics, permissions and prohibitions are switched on', async () => {
    const PINNED = 'Enemies that fall back take break-out tests';
    const { sent, shown, choose, press } = await shownBy(state);
    await choose('Changes', 'Save (SV)');
    await choose('For', 'Torch Runners');
    expect(shown.getByText('Now 4+.')).toBeVisible();
    await userEvent.clear(shown.getByRole('textbox', { name: 'Becomes' }));
    await userEvent.type(shown.getByRole('textbox', { name: 'Becomes' }), '2+');
    await press('Switch on');
    for (const name of ['May advance and charge', PINNED, 'May not charge', 'May not move', 'Fight first']) {
      await userEvent.click(shown.getByRole('combobox', { name: 'Changes' }));
      await userEvent.click(await shown.findByRole('option', { name }));
      await press('Switch on');
    }
    await waitFor(() => expect(sent).toHaveLength(6));
    expect(sent).toMatchObject([
      { effects: [{ kind: 'profile', stat: 'save', amount: { plus: 2 } }] },
      { effects: [{ kind: 'permission', what: 'advance and charge' }] },
      { effects: [{ kind: 'permission', what: 'pin' }] },
      { effects: [{ kind: 'prohibition', what: 'charge' }] },
      { effects: [{ kind: 'profile', stat: 'movement', amount: { plus: 0 } }] },
      { effects: [{ kind: 'fights_first' }] },
    ]);
  });

  test('the damage of an attack becomes 0, and a miniature has as many wounds as is said', async () => {
    const harm = [{ volley: 0, wound: 1, damage: 6, weapon_name: 'Torch', target_unit_name: 'Reeds' }];
    const { sent, shown, choose, press } = await shownBy({ ...state, dice: { ...state.dice, harm } });
    await choose('Changes', 'Damage of an attack');
    expect(shown.getByRole('option', { name: '6 damage, Torch at Reeds' })).toBeInTheDocument();
    await userEvent.clear(shown.getByRole('textbox', { name: 'Becomes' }));
    await userEvent.type(shown.getByRole('textbox', { name: 'Becomes' }), '0');
    await press('Do it');
    await choose('Changes', 'Wounds left');
    await choose('For', 'Torch Runners');
    expect(shown.getByRole('button', { name: 'Do it' })).toBeDisabled();
    await choose('Of', 'm1');
    await press('Do it');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toMatchObject([
      { amend: [{ amend: 'damage', volley: 0, wound: 1, damage: 0 }] },
      { target_uuid: 'runners', miniature_uuids: ['m1'], amend: [{ amend: 'wounds', wounds: 0 }] },
    ]);
  });

  test('without an attack that got through there is no damage to change', async () => {
    const { shown, choose } = await shownBy(state);
    await choose('Changes', 'Damage of an attack');
    expect(shown.getByText(/No attack is about to do damage/)).toBeVisible();
    expect(shown.getByRole('button', { name: 'Do it' })).toBeDisabled();
  });
});
