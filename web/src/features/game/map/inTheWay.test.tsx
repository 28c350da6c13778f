import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { json, serve } from '@/test/page';
import { PlaceRefused } from '../panels/Placing';
import { GameMap } from '../shell/GameMap';
import { PromptLine } from '../shell/PromptLine';
import { onTable, showPanel } from '../staged.test-kit';
import { RUNNERS, tableState, wideScreen } from '../table.test-kit';

const wall = (name: string, from: [number, number], to: [number, number]) => ({
  name,
  coordinates: [from, to, [to[0] + 0.1, to[1]]],
  obscuring: false,
  height: 4,
  walls: [[from, to]],
});

/** A table with a wall far from the way, one that is brushed, and two across it; the runners stand at (10, 20). */
const TERRAIN = [
  wall('Far Rampart', [40, 2], [40, 9]),
  wall('Second Wall', [15, 10], [15, 30]),
  wall('First Wall', [13, 10], [13, 30]),
];

function refusedWith(code: string, measure: string, error = 'Torch Runners: the way leads through a wall.'): void {
  serve({ '/api/sight': () => json({ rays: [], blocked: false }) });
  const state = tableState();
  showPanel(
    <>
      <PromptLine />
      <GameMap />
      <PlaceRefused />
    </>,
    { ...state, map_data: { ...state.map_data, terrain: TERRAIN as never } },
  );
  const places = RUNNERS.miniatures.map(({ location }) => ({ x: location![0] + 7, y: location![1] }));
  act(() => {
    onTable().want({ kind: 'drag', unitId: 'runners', limit: 9 });
    onTable().aim({ x: 17, y: 20 } as never, places as never);
  });
  act(() => onTable().refuse({ error, measure, code }));
}

beforeEach(wideScreen);

test.each([
  ['through-wall', '14.2 of 9 inches', '14.2 of 9 inches · First Wall in the way'],
  ['no-way-round', '', 'First Wall in the way'],
])(
  'a move whose way is closed (%s) names the first piece across it, at the ghost and in the panel',
  (code, measure, words) => {
    refusedWith(code, measure);
    expect(screen.getByTestId('refused-at')).toHaveTextContent(`✕ ${words}`);
    expect(screen.getByTestId('refused')).toHaveTextContent(words);
  },
);

test('what is refused for another reason names no piece', () => {
  refusedWith('too-far', '9.4 of 9 inches');
  expect(screen.getByTestId('refused-at')).toHaveTextContent(/^✕ 9\.4 of 9 inches$/);
});

test('the line says no measure twice', () => {
  refusedWith('through-wall', '14.2 of 9 inches', 'Torch Runners: the way round takes 14.2 of 9 inches.');
  expect(
    screen.getByText('Torch Runners: the way round takes 14.2 of 9 inches. First Wall in the way. Drag it elsewhere.'),
  ).toBeVisible();
});
