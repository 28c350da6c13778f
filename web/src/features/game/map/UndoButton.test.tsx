import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPanel } from '../staged.test-kit';
import { tableState } from '../table.test-kit';
import { UndoButton, useUndo } from './UndoButton';

function Shown() {
  return <UndoButton undo={useUndo()} />;
}

it('says that the computer rolled dice since instead of offering to take a choice back', () => {
  const undo = {
    what: '',
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
