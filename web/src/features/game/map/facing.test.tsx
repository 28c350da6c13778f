import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { March, UnitState } from '@/shared/api';
import { inches, type Point } from '@/shared/geometry';
import { useKeysOn } from '@/shared/keysOn';
import { CLEAR_SIGHT, json, serve } from '@/test/page';
import { MovementPanel } from '../panels/MovementPanel';
import { GameMap } from '../shell/GameMap';
import { GAME, onTable, showPanel } from '../staged.test-kit';
import { BRIDGE, REEDS, tableState, unitAt, wideScreen } from '../table.test-kit';
import { onFacings } from './facing';
import { freshGhost, type Ghost } from './useGhost';

const MARCHES: March[] = [
  { how: 'move', limit: 6, sure: 6 },
  { how: 'advance', limit: 12, sure: 7 },
];
const BASE = { radius: 1, length: 3, rectangular: true };

/** Two wagons on long bases, three inches apart, that face to the right. */
function wagons(more: Partial<UnitState> = {}): UnitState {
  const unit = unitAt('runners', 'Torch Runners', 0, [10, 20]);
  const miniatures = unit.miniatures.map((each, index) => ({
    ...each,
    ...BASE,
    facing: 0,
    location: [10, 18 + 3 * index] as [number, number],
  }));
  return { ...unit, keywords: ['Vehicle'], marches: MARCHES, miniatures, ...more };
}

const at = (x: number, y: number): Point => ({ x: inches(x), y: inches(y) });
const nothing = () => undefined;

function ghostOf(unit: UnitState, limit: number | null = 12): Ghost {
  const state = tableState({ units: [unit, BRIDGE, REEDS] });
  const kind = unit.deployed ? 'drag' : 'place';
  const marches = limit === null ? [] : MARCHES;
  return freshGhost(state, { kind, unitId: 'runners', limit, marches }, { aim: nothing, miss: nothing })!;
}

describe('a ghost on long bases', () => {
  test('keeps its facing as it is dragged, and says nothing of it', () => {
    const ghost = ghostOf(wagons());
    expect([ghost.facings, ghost.turned, onFacings(ghost)]).toEqual([[0, 0], false, {}]);
    expect(ghost.gone(ghost.shifted(ghost.places, at(4, 0), null))).toBeCloseTo(4);
  });

  test('spends two inches of its move on a turn, one where it is no vehicle or monster', () => {
    const turned = ghostOf(wagons()).facing([15, 0]);
    expect(turned.turns).toEqual([2, 0]);
    expect(turned.gone(turned.places)).toBe(2);
    expect(turned.how(turned.places)).toBe('move');
    expect(turned.judge(turned.places)).toMatchObject({ figure: '2.0 of 6.0″', word: '2″ to turn' });
    expect(onFacings(turned)).toEqual({ facings: [15, 0] });
    expect(ghostOf(wagons({ keywords: ['Mounted'] })).facing([15, 0]).turns).toEqual([1, 0]);
  });

  test('goes less far by that', () => {
    const turned = ghostOf(wagons()).facing([90, 90]);
    const there = turned.shifted(turned.places, at(30, 0), null);
    expect(there[0]!.x).toBeCloseTo(20, 1);
    expect(turned.gone(there)).toBeLessThanOrEqual(12);
  });

  test('stands in the way of others by its own shape', () => {
    const near = unitAt('bridge', 'Bridge Watch', 0, [10, 16.3]);
    const state = tableState({ units: [wagons(), near, REEDS] });
    const pending = { kind: 'drag', unitId: 'runners', limit: 12, marches: MARCHES } as const;
    const ghost = freshGhost(state, pending, { aim: nothing, miss: nothing })!;
    expect(ghost.judge(ghost.places).state).toBe('free');
    const upright = ghost.facing([90, 0]);
    expect(upright.judge(upright.places)).toMatchObject({ state: 'bad', word: 'On another base' });
  });

  test('that is set up faces the enemy, at no cost, and says so', () => {
    const away = wagons({ deployed: false, army_index: 1 });
    const off = { ...away, miniatures: away.miniatures.map((each) => ({ ...each, location: null })) };
    const ghost = ghostOf(off, null);
    expect([ghost.facings, ghost.turns]).toEqual([[180, 180], []]);
    expect(onFacings(ghost)).toEqual({ facings: [180, 180] });
  });

  test('on round bases has no facing', () => {
    const ghost = ghostOf({ ...unitAt('runners', 'Torch Runners', 0, [10, 20]), marches: MARCHES });
    expect([ghost.facings, onFacings(ghost)]).toEqual([[], {}]);
  });
});

describe('turning', () => {
  let sent: unknown[];
  beforeEach(() => {
    sent = [];
    wideScreen();
    useKeysOn.setState({ on: true });
    serve({
      '/api/sight': () => json(CLEAR_SIGHT),
      [`/api/game/${GAME}/movement_phase/finalize`]: async (_, call) => {
        sent.push(await call.json());
        return json(tableState({ acting: [BRIDGE] }));
      },
    });
  });
  const table = (unit = wagons()) =>
    showPanel(
      <>
        <GameMap />
        <MovementPanel />
      </>,
      tableState({ units: [unit, BRIDGE, REEDS], acting: [unit, BRIDGE] }),
    );
  const begin = () => act(() => onTable().want({ kind: 'drag', unitId: 'runners', limit: 6 }));
  const fronts = () =>
    [...document.querySelectorAll('.ghost-base-front')].map((each) => Number(each.getAttribute('data-front')));

  test('by keys: by 15 degrees, with Shift by 5, and in place it is a move that Enter sends', async () => {
    table();
    begin();
    expect(fronts()).toEqual([0, 0]);
    await userEvent.keyboard('..');
    expect(fronts()).toEqual([30, 30]);
    await userEvent.keyboard('<,');
    expect(fronts()).toEqual([10, 10]);
    expect(screen.getByTestId('ghost-word')).toHaveTextContent('2″ to turn');
    fireEvent.keyDown(document.querySelector('.ghost-block')!, { key: 'Enter' });
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      movement_type: 'move',
      facings: [10, 10],
      places: [
        [10, 18],
        [10, 21],
      ],
    });
  });

  test('draws a move back that is too long with the turn, and it stays the kind of move that it was', async () => {
    table();
    act(() => onTable().want({ kind: 'drag', unitId: 'runners', limit: 12, marches: MARCHES }));
    act(() => onTable().aim(at(16, 19.5), [at(16, 18), at(16, 21)]));
    expect(screen.getByTestId('ghost-figure')).toHaveTextContent('6.0 of 6.0″');
    await userEvent.keyboard('.');
    expect(screen.getByTestId('ghost-figure')).toHaveTextContent('6.0 of 6.0″');
    expect(onTable().places![0]!.x).toBeCloseTo(14, 1);
  });

  test('takes a selected unit in hand', async () => {
    table();
    act(() => onTable().select('runners'));
    await userEvent.keyboard(',');
    expect(onTable().pending).toMatchObject({ unitId: 'runners', tapped: true });
    expect(fronts()).toEqual([345, 345]);
    await userEvent.keyboard('{Escape}');
    expect(onTable()).toMatchObject({ pending: null, facings: null });
  });

  test('not by keys where single keys are off, but by buttons, and by the wheel with Alt', async () => {
    useKeysOn.setState({ on: false });
    table();
    begin();
    await userEvent.keyboard('.');
    expect(fronts()).toEqual([0, 0]);
    await userEvent.click(screen.getByRole('button', { name: 'Turn the bases to the right' }));
    expect(fronts()).toEqual([15, 15]);
    await userEvent.click(screen.getByRole('button', { name: 'Turn the bases to the left' }));
    expect(fronts()).toEqual([0, 0]);
    fireEvent.wheel(screen.getByTestId('board'), { deltaY: 100, altKey: true });
    expect(fronts()).toEqual([15, 15]);
  });

  test('turns one miniature alone where they are moved one by one', async () => {
    table();
    begin();
    act(() => onTable().setSingle(true));
    expect(document.querySelectorAll('[data-mini="0"] .ghost-turn')).toHaveLength(1);
    act(() => document.querySelector<SVGElement>('[data-mini="1"]')!.focus());
    expect(screen.getAllByTestId('turn-handle')).toHaveLength(1);
    expect(document.querySelectorAll('[data-mini="1"] .ghost-turn')).toHaveLength(1);
    await userEvent.keyboard('.');
    expect(fronts()).toEqual([0, 15]);
  });

  test('a button turns the miniature that was touched last, and says which', async () => {
    table();
    begin();
    act(() => onTable().setSingle(true));
    const [one] = wagons().miniatures;
    const right = (count: number) =>
      screen.getByRole('button', { name: `Turn the base of ${one!.name} ${String(count)} to the right` });
    await userEvent.click(right(1));
    expect(fronts()).toEqual([15, 0]);
    fireEvent.pointerDown(document.querySelector('[data-mini="1"]')!);
    await userEvent.click(right(2));
    await userEvent.click(right(2));
    await userEvent.keyboard(',');
    expect(fronts()).toEqual([15, 15]);
    act(() => onTable().setSingle(false));
    await userEvent.click(screen.getByRole('button', { name: 'Turn the bases to the right' }));
    expect(fronts()).toEqual([30, 30]);
  });

  test('nothing of it shows where all bases are round', async () => {
    table({ ...unitAt('runners', 'Torch Runners', 0, [10, 20]), marches: MARCHES });
    begin();
    await userEvent.keyboard('.');
    expect(onTable().facings).toBeNull();
    expect(document.querySelector('.ghost-turn, .ghost-base-front')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Turn the base/ })).toBeNull();
  });
});
