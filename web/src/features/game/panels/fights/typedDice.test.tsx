import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { LatestRoll } from '@/shared/api';
import { json, serve } from '@/test/page';
import { client, GAME, gameState, latest, request, showPanel } from '../../staged.test-kit';
import { ShootingPanel } from '../AttackPanel';

/** Shows hit rolls that take so many dice, or those of a number first, and asks for own ones. */
function rolling(due: Pick<LatestRoll, 'dice_due' | 'number_due'>) {
  const roll = { ...latest('hit'), ...due };
  return showPanel(
    <ShootingPanel />,
    gameState({ phase: 'shooting', asked: request(['roll'], { stage: 'hit' }), roll }),
  );
}
const ownDice = () => screen.queryByRole('button', { name: 'Own dice' });

test('own dice: which are wanted, and how many, is said before any is typed', async () => {
  const shown = rolling({ dice_due: null, number_due: '2 × D6' });
  await userEvent.click(ownDice()!);
  expect(
    screen.getByText(
      'First the dice for the number of attacks (2 × D6), then one for each attack; rerolled ones last.',
    ),
  ).toBeVisible();
  shown.unmount();
  rolling({ dice_due: 7, number_due: '' });
  await userEvent.click(ownDice()!);
  await userEvent.click(screen.getByRole('button', { name: 'Add a 5' }));
  expect(screen.getByText('7 dice, in the order of the table; rerolled ones last.')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('1 typed. 6 of 7 still to type.');
});

test('own dice of several weapons, of which only the roll shows how many, are entered weapon by weapon', async () => {
  const roll = latest('hit');
  const [first] = roll.miniature_rolls;
  const two = { ...roll, dice_due: null, number_due: 'D6', miniature_rolls: [first!, first!] };
  showPanel(<ShootingPanel />, gameState({ phase: 'shooting', asked: request(['roll'], { stage: 'hit' }), roll: two }));
  await userEvent.click(ownDice()!);
  expect(
    screen.getByText(/^Weapon by weapon in the order of the table: .*, then the weapon's rerolled ones\.$/),
  ).toBeVisible();
});

test('own dice that are asked for come into sight', async () => {
  const shown: Element[] = [];
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this);
  });
  rolling({ dice_due: 7, number_due: '' });
  await userEvent.click(ownDice()!);
  expect(shown.at(-1)).toContainElement(screen.getByLabelText('Faces of your own dice'));
});

test('a refusal of own dice stands until the battle goes on or something is taken back', async () => {
  serve({
    [`/api/game/${GAME}/shooting_phase/process_roll_stage`]: () => json({ detail: 'Hit needs 4 dice, not 1.' }, 422),
  });
  rolling({ dice_due: 4, number_due: '' });
  await userEvent.click(ownDice()!);
  await userEvent.click(screen.getByRole('button', { name: 'Add a 5' }));
  await userEvent.click(screen.getByRole('button', { name: 'Use these dice' }));
  expect(await screen.findByText('Hit needs 4 dice, not 1.')).toBeVisible();
  const known = client().state!;
  act(() => client().show({ ...known }));
  expect(screen.getByText('Hit needs 4 dice, not 1.')).toBeVisible();
  act(() => client().show({ ...known, number: known.number - 1 }));
  expect(screen.queryByText('Hit needs 4 dice, not 1.')).toBeNull();
  act(() => client().show(known));
  expect(screen.queryByText('Hit needs 4 dice, not 1.')).toBeNull();
});

test('own dice are not asked for where a stage takes none', () => {
  rolling({ dice_due: 0, number_due: '' });
  expect(ownDice()).toBeNull();
  expect(screen.getByRole('button', { name: 'Process Hit Roll' })).toBeEnabled();
});
