import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showPanel } from '../staged.test-kit';
import { tableState } from '../table.test-kit';
import { Missions } from './Missions';
import { MissionStrip } from './MissionStrip';

const state = () => {
  const table = tableState({ phase: 'movement' });
  const [own] = table.game_model.armies;
  own.secondary = 11;
  own.missions_in_hand = [
    { name: 'Hold the Ford', text: 'Hold it.', counted: 1, needed: 2, worth: 0, scored: 3 },
    { name: 'Break Them', text: 'Do so.', counted: 0, needed: 1, worth: 0, scored: 0 },
  ];
  own.missions_scored = [
    { name: 'Hold the Ford', points: 3 },
    { name: 'Far Corners', points: 8, gains: [{ round: 2, points: 8, what: '4 quarters of the board reached' }] },
  ];
  return table;
};

test('each mission in hand has what it has scored itself; the sum stands as a sum, with all that made it', () => {
  showPanel(<MissionStrip />, state());
  expect(screen.getByText('1 of 2, +0 VP now, 3 VP so far')).toBeVisible();
  expect(screen.getByText('+0 VP now')).toBeVisible();
  expect(screen.getByText('Hold it.').parentElement).toHaveAttribute(
    'title',
    'Hold it.\nSecondary missions 11 VP in all: Hold the Ford 3, Far Corners 8',
  );
});

test('the primary mission says what scores how much, and its sheet what all missions have brought', () => {
  showPanel(
    <>
      <MissionStrip />
      <Missions />
    </>,
    state(),
  );
  expect(screen.getByText('5 VP for each ford held.')).toBeVisible();
  expect(screen.getByText(/^Crossings$/, { selector: '.missions-sheet strong' }).parentElement).toHaveTextContent(
    'Crossings Hold the fords. 5 VP for each ford held.',
  );
  expect(screen.getByText('Secondary missions 11 VP in all: Hold the Ford 3, Far Corners 8.')).toBeInTheDocument();
  expect(screen.getByText('+8').parentElement).toHaveTextContent(
    '+8 Far Corners: 4 quarters of the board reached, in round 2',
  );
});
