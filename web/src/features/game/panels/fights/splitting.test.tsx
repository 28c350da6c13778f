import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { json, serve } from '@/test/page';
import { GAME, gameState, request, showPanel, unit, weapon } from '../../staged.test-kit';
import { ShootingPanel } from '../AttackPanel';
import { Splitting } from './Splitting';
import { aimsOf, sharesOf, WHOLE } from './targets';

const at = (uuid: string, name: string) => ({
  target_unit_uuid: uuid,
  target_miniature_uuid: null as unknown as string,
  target_unit_name: name,
  distance: 9,
  location: null,
});
const LANCE = weapon('Lance', {
  parts: 3,
  keywords: ['precision'],
  targets: [at('reeds', 'Reed Stalkers'), at('mill', 'Mill Guard')],
});

describe('sharing out', () => {
  const ship = unit('ship', 'Ship', { weapons: [LANCE] });
  const counts = (others: Record<string, number>) =>
    aimsOf(ship, { Lance: 'reeds' }, { Lance: { ...WHOLE, others } }).map((aim) => [aim.target_unit_uuid, aim.count]);

  test('what is not sent elsewhere goes to the target itself', () => {
    expect(counts({})).toEqual([['reeds', undefined]]);
    expect(counts({ mill: 1 })).toEqual([
      ['mill', 1],
      ['reeds', undefined],
    ]);
    expect(counts({ mill: 3 })).toEqual([['mill', 3]]);
    expect(counts({ mill: 9 })).toEqual([['mill', 3]]);
    expect(sharesOf(LANCE, 'mill', { ...WHOLE, others: { mill: 2 } })).toEqual([]);
  });
});

test('a weapon is split in the panel, and what is sent says so', async () => {
  const sent: unknown[] = [];
  const state = gameState({
    phase: 'shooting',
    asked: request(['shoot', 'end'], { selected_unit_uuid: 'ship' }),
    units: [unit('ship', 'Ship', { weapons: [LANCE] })],
  });
  serve({
    [`/api/game/${GAME}/odds`]: () => json({ shots: [], targets: [] }),
    [`/api/game/${GAME}/shooting_phase/select_targets`]: async (_path, call) => {
      sent.push(await call.json());
      return json({ detail: 'not now' }, 422);
    },
  });
  showPanel(<ShootingPanel />, state);
  await userEvent.click(screen.getByRole('button', { name: 'Split between targets' }));
  const number = screen.getByLabelText('At Mill Guard');
  await userEvent.clear(number);
  await userEvent.type(number, '1');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm Targets' }));
  expect(sent).toMatchObject([
    {
      targets: [
        { weapon_uuid: 'Lance', target_unit_uuid: 'mill', count: 1 },
        { weapon_uuid: 'Lance', target_unit_uuid: 'reeds' },
      ],
    },
  ]);
});

test('who finds leaders by critical rolls alone may keep from it, too', () => {
  const keen = weapon('Lance', {
    targets: [{ ...at('reeds', 'Reed Stalkers'), seeks: true }, at('mill', 'Mill Guard')],
  });
  const state = gameState({ phase: 'shooting', asked: request(['shoot', 'end']) });
  const leaders = [{ uuid: 'chief', name: 'Chief' }];
  const [own, theirs] = state.game_model.armies;
  const armies: typeof state.game_model.armies = [
    own,
    { ...theirs, units: theirs.units.map((each) => ({ ...each, leaders })) },
  ];
  const show = (target: string) =>
    showPanel(<Splitting weapon={keen} target={target} split={WHOLE} onSplit={() => undefined} />, {
      ...state,
      game_model: { ...state.game_model, armies },
    });
  const { unmount } = show('reeds');
  expect(screen.getByRole('checkbox', { name: 'Aim at leaders' })).toBeChecked();
  unmount();
  show('mill');
  expect(screen.queryByRole('checkbox', { name: 'Aim at leaders' })).toBeNull();
});

test('a weapon says how many of it have the chosen target in range and sight, where that is not all', () => {
  serve({});
  const rifle = weapon('Rifle', { count: 7, targets: [{ ...at('reeds', 'Reed Stalkers'), able: 4 }] });
  const state = gameState({
    phase: 'shooting',
    asked: request(['shoot', 'end'], { selected_unit_uuid: 'ship' }),
    units: [unit('ship', 'Ship', { weapons: [rifle] })],
  });
  showPanel(<ShootingPanel />, state);
  expect(screen.getByRole('combobox', { name: /×4 of 7/ })).toHaveDisplayValue('Reed Stalkers (9.0″, 4 of 7)');
});
