import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { LatestRoll } from '@/shared/api';
import { json, serve } from '@/test/page';
import { client, GAME, gameState, latest, request, showPanel } from '../../staged.test-kit';
import { ShootingPanel } from '../AttackPanel';
import { diceDue, numberDue } from './attackRows';

/** Two rifles whose number of attacks is made up of these, and the attacks once they are known. */
function hits(numbers: readonly string[], roll: number | null = null): LatestRoll {
  const whole = latest('hit');
  const [miniature] = whole.miniature_rolls;
  const [weapon] = miniature!.weapon_rolls;
  const sources = numbers.map((effect) => ({ stage: 'attacks', name: 'attacks', effect }));
  const rifle = {
    ...weapon!,
    attacks_roll: { ...weapon!.attacks_roll, roll },
    needed_values: { ...weapon!.needed_values, sources },
  };
  return { ...whole, miniature_rolls: [{ ...miniature!, weapon_rolls: [rifle] }] };
}

test.each([
  [['2'], null, 4, ''],
  [['2', '+1'], null, 6, ''],
  [['D6+3', '+2'], null, null, '2 × D6+3'],
  [['D6+3', '+2'], 11, 11, ''],
] as const)('attacks of %j, known to be %j, take %j dice to hit', (numbers, roll, due, first) => {
  expect(diceDue(hits(numbers, roll))).toBe(due);
  expect(numberDue(hits(numbers, roll))).toBe(first);
});

test('own dice: which are wanted, and how many, is said before any is typed', async () => {
  const rolling = (roll: LatestRoll) =>
    gameState({ phase: 'shooting', asked: request(['roll'], { stage: 'hit' }), roll });
  const shown = showPanel(<ShootingPanel />, rolling(hits(['D6'])));
  await userEvent.click(screen.getByRole('button', { name: 'Own dice' }));
  expect(
    screen.getByText(
      'First the dice for the number of attacks (2 × D6), then one for each attack; rerolled ones last.',
    ),
  ).toBeVisible();
  shown.unmount();
  showPanel(<ShootingPanel />, rolling(hits(['D6'], 7)));
  await userEvent.click(screen.getByRole('button', { name: 'Own dice' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a 5' }));
  expect(screen.getByText('7 dice, in the order of the table; rerolled ones last.')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('1 typed. 6 of 7 still to type.');
});

test('a refusal of own dice stands until the battle goes on or something is taken back', async () => {
  serve({
    [`/api/game/${GAME}/shooting_phase/process_roll_stage`]: () => json({ detail: 'Hit needs 4 dice, not 1.' }, 422),
  });
  showPanel(
    <ShootingPanel />,
    gameState({ phase: 'shooting', asked: request(['roll'], { stage: 'hit' }), roll: hits(['2']) }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Own dice' }));
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
