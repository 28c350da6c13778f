import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPanel } from '../staged.test-kit';
import { tableState } from '../table.test-kit';
import { UndoButton, useUndo } from './UndoButton';

function Shown() {
  return <UndoButton undo={useUndo()} />;
}

it('says that dice were rolled since instead of offering to take a choice back from the computer', () => {
  const undo = {
    what: 'setting up Reed Archers',
    free: false,
    yours: true,
    why: 'Dice have been rolled since',
    asked: null,
  };
  showPanel(<Shown />, tableState({ phase: 'movement', more: { undo, sides: [0, 1] } }));
  expect(
    (screen.getByRole('button', { name: 'Dice have been rolled since: setting up Reed Archers' }) as HTMLButtonElement)
      .disabled,
  ).toBe(true);
});
