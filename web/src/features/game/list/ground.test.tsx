import { screen, within as inside } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showPanel } from '../staged.test-kit';
import { tableState } from '../table.test-kit';
import { TableList } from './TableList';
import { terrainLine, zoneLine, type TerrainPiece } from './groundWords';

const piece = (more: Partial<TerrainPiece>): TerrainPiece => ({
  name: 'Ford Heap',
  coordinates: [
    [8, 12],
    [14, 12],
    [14, 18.5],
  ],
  obscuring: false,
  height: 0,
  walls: [],
  ...more,
});

test('a piece of terrain is described by kind, place, height and what the rules make of it', () => {
  expect(terrainLine(piece({ name: 'Heap' }))).toBe(
    'earth, corners at 8.0″ and 12.0″; 14.0″ and 12.0″; 14.0″ and 18.5″, from the left and the top. Gives cover to miniatures in it or touching it.',
  );
  expect(terrainLine(piece({ name: 'Fern Wood', obscuring: true, height: 4 }))).toBe(
    'woods, corners at 8.0″ and 12.0″; 14.0″ and 12.0″; 14.0″ and 18.5″, from the left and the top, 4.0″ high. ' +
      'Blocks sight through it; units in it can see out and be seen. ' +
      'Gives cover to miniatures in it or touching it, and to those shot at through it.',
  );
  const house = piece({
    name: 'Bell Building',
    height: 5,
    floors: [3],
    walls: [
      [
        [8, 12],
        [14, 12],
      ],
    ],
  });
  const said = terrainLine(house);
  expect(said).toMatch(/^building, /);
  expect(said).toContain('Blocks sight through it');
  expect(said).toContain('Its walls are in the way of moves, but not of infantry, beasts, swarms and units that fly.');
  expect(said).toContain('Upper floors at 3.0″, for infantry, beasts, swarms and units that fly.');
});

test('a zone is described by whose it is and where', () => {
  const state = tableState();
  expect(zoneLine(state, state.map_data.deployment_zones[1]!)).toBe(
    'of Saltmarsh Host, 48.0″ to 60.0″ from the left and 0.0″ to 44.0″ from the top.',
  );
});

test('the list of the table has its zones and its terrain', () => {
  const hand = { attack: null, charge: null, click: () => false } as unknown as Parameters<typeof TableList>[0]['hand'];
  showPanel(<TableList ghost={null} hand={hand} />, tableState());
  const items = (name: string) =>
    inside(screen.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map((each) => each.textContent);
  expect(items('Zones')).toEqual([
    expect.stringMatching(/^West Bank: of Lantern Wardens, 0\.0″ to 12\.0″/),
    expect.stringMatching(/^East Bank: of Saltmarsh Host, /),
  ]);
  const { terrain } = tableState().map_data;
  expect(items('Terrain')).toHaveLength(terrain.length);
  expect(items('Terrain').at(-1)).toMatch(/3\.0″ high\. Blocks sight through it/);
});
