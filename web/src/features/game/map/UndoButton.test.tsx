import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { json, serve } from '@/test/page';
import { GAME, showPanel } from '../staged.test-kit';
import { tableState } from '../table.test-kit';
import { UndoButton, useUndo } from './UndoButton';

function Shown() {
  return <UndoButton undo={useUndo()} />;
}

it('says that the computer rolled dice since instead of offering to take a choice back', () => {
  const undo = {
    what: '',
    back_to: 12,
    free: false,
    yours: false,
    why: 'The computer has rolled dice since',
    asked: null,
  };
  showPanel(<Shown />, tableState({ phase: 'movement', more: { undo, sides: [0, 1] } }));
  expect(
    (
      screen.getByRole('button', {
        name: 'The computer has rolled dice since: nothing to take back',
      }) as HTMLButtonElement
    ).disabled,
  ).toBe(true);
});

it('takes back with one press what one press did, and says what that was', async () => {
  let sent: unknown;
  const undo = { what: 'going on to the next step', back_to: 6, free: true, yours: true, why: '', asked: null };
  const before = tableState({ phase: 'movement', more: { undo, number: 7, sides: [0] } });
  const seen = { ...before, number: 4, version: '13.a', undo: { ...undo, back_to: 3 } };
  serve({
    [`/api/game/${GAME}/undo`]: async (_: string, request: Request) => {
      sent = await request.json();
      return json(seen);
    },
  });
  const { client } = showPanel(<Shown />, { ...before, number: 4 });
  await act(() =>
    client.presses.as('On to movement', () => {
      for (const number of [5, 6, 7]) {
        client.show({ ...before, number });
        client.presses.called(number - 1, number);
      }
      return Promise.resolve();
    }),
  );
  act(() => client.show({ ...before, number: 7, version: '7.a' }));
  await userEvent.click(screen.getByRole('button', { name: 'Take back “On to movement” (U)' }));
  expect(sent).toEqual({ number: 7, back_to: 4 });
  expect(await screen.findByText('Taken back: “On to movement”.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Take back going on to the next step (U)' })).toBeVisible();
});
