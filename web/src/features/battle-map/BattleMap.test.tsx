import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readBattleLog, type Board } from '@/shared/battle-log';
import type { Point } from '@/shared/geometry';
import { makeBattle } from '@/test/fixtures/battle';
import { CLEAR_SIGHT, json, serve } from '@/test/page';
import { BattleMap, type BattleMapProps } from '.';
import { RAYS } from './sight';

const { readFileSync } = await vi.importActual<{ readFileSync: (path: string, encoding: 'utf8') => string }>('node:fs');
const rules = readFileSync('src/features/battle-map/map.css', 'utf8');
const log = readBattleLog(makeBattle({ rounds: 1 }));
const board = log.frames[0]!.board;
const LAYERS = { terrain: true, objectives: true, zones: true, hiddenArmies: [] };

function Map(props: Partial<BattleMapProps>) {
  const [selectedId, onSelect] = useState<string | null>(props.selectedId ?? null);
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <QueryClientProvider client={queries}>
      <BattleMap
        board={board}
        armies={log.armies}
        layers={LAYERS}
        graphics={[]}
        involved={[]}
        acted={[]}
        ruler={{ start: null, end: null }}
        onMeasure={() => undefined}
        measuring={false}
        onMeasuring={() => undefined}
        {...props}
        selectedId={selectedId}
        onSelect={onSelect}
      />
      <button type="button" onClick={() => onSelect(null)}>
        Nothing
      </button>
    </QueryClientProvider>
  );
}

const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
const unitOf = (name: string): HTMLElement => screen.getByRole('button', { name: new RegExp(`^${name}`) });

beforeEach(() => {
  serve({ '/api/sight': () => json(CLEAR_SIGHT) });
});

describe('the board', () => {
  test('LOGV-18 CONST-3 CONST-4 the board is 60 by 44 inches at 10 map pixels an inch', () => {
    render(<Map />);
    const ground = screen.getByTestId('board');
    expect(ground).toHaveAttribute('width', '600');
    expect(ground).toHaveAttribute('height', '440');
  });

  test('LOGV-19 zones, LOGV-20 terrain from its coordinates, LOGV-21 objectives numbered from 1', () => {
    render(<Map />);
    expect(all('.zone')).toHaveLength(2);
    expect(all('.terrain')).toHaveLength(board.terrain.length);
    expect(all('.terrain-outline')[0]).toHaveAttribute('points', '130,80 210,80 210,140 130,140');
    expect(all('.objective-number').map((each) => each.textContent)).toEqual(['1', '2', '3', '4', '5']);
  });

  test('LOGV-22 a marker for each unit stands at its location, LOGV-23 with its transponder, LOGV-24 and a T', () => {
    render(<Map />);
    expect(all('.unit')).toHaveLength(board.units.length);
    const [first] = board.units;
    const token = all('.unit')[0]!;
    expect(token.querySelector('.unit-anchor')).toHaveAttribute(
      'transform',
      `translate(${first!.location!.x * 10} ${first!.location!.y * 10})`,
    );
    expect(token.querySelector('image')).toHaveAttribute('href', `/static/${first!.transponder}`);
    expect(token.querySelector('.unit-t')).toHaveTextContent('T');
  });

  test('bases are drawn at true size', () => {
    render(<Map />);
    const beacon = unitOf('Old Beacon');
    expect(beacon.querySelector('.base')).toHaveAttribute('r', '19.7');
  });

  test('LOGV-110 a building is marked as one', () => {
    render(<Map />);
    expect(all('.terrain[data-building]')).toHaveLength(2);
  });

  test('MAP-39 obscuring terrain has a ground of its own colour', () => {
    render(<Map />);
    expect(all('.terrain[data-obscuring] .terrain-ground')).not.toHaveLength(0);
    expect(rules).toContain('.terrain-ground {\n  fill: var(--terrain);');
    expect(rules).toContain('.terrain[data-obscuring] .terrain-ground {\n  fill: var(--terrain-obscuring);');
  });

  test('LOGV-111 ERR-33 a picture that does not load gets the error style', () => {
    render(<Map />);
    const image = all('.unit image')[0]!;
    expect(image).not.toHaveClass('image-error');
    fireEvent.error(image);
    expect(all('.unit image')[0]).toHaveClass('image-error');
  });

  test('LOGV-112 CONST-5 army colours are the translucent blue and red', () => {
    render(<Map />);
    expect(unitOf('Wick Guard, ').querySelector('.unit-marker')).toHaveAttribute('fill', 'var(--blue-fill)');
    expect(unitOf('Reed Walkers, ').querySelector('.unit-marker')).toHaveAttribute('fill', 'var(--red-fill)');
  });

  test('LOGV-113 CONST-6 shapes go round: circle, square, triangle', () => {
    render(<Map />);
    expect(all('.unit[data-army="0"]').map((each) => each.getAttribute('data-shape'))).toEqual([
      'circle',
      'square',
      'triangle',
      'circle',
      'square',
      'triangle',
      'circle',
    ]);
  });
});

describe('layers', () => {
  test('each can be hidden', () => {
    render(<Map layers={{ terrain: false, objectives: false, zones: false, hiddenArmies: [log.armies[0]!.id] }} />);
    expect(all('.terrain, .objective, .zone')).toHaveLength(0);
    expect(all('.unit')).toHaveLength(7);
  });
});

describe('a unit', () => {
  test('LOGV-30 LOGV-31 LOGV-32 hovering shows name, transponder and stats', async () => {
    render(<Map />);
    await userEvent.hover(unitOf('Ember Riders'));
    const popup = screen.getByRole('tooltip');
    expect(popup).toHaveTextContent('Ember Riders');
    expect(popup).not.toHaveTextContent('.svg');
    expect(popup.querySelector('img')).toHaveAttribute('src', '/static/transponders/ember-riders.svg');
    expect(within(popup).getAllByRole('columnheader')[0]).toHaveTextContent(/^M$/);
    expect(within(popup).getAllByRole('cell')[0]).toHaveTextContent(/^12"$/);
    await userEvent.unhover(unitOf('Ember Riders'));
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  test('Escape closes what popped up, until the pointer comes again', async () => {
    render(<Map />);
    await userEvent.hover(unitOf('Ember Riders'));
    expect(screen.getByRole('tooltip')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
    await userEvent.unhover(unitOf('Ember Riders'));
    await userEvent.hover(unitOf('Ember Riders'));
    expect(screen.getByRole('tooltip')).toBeVisible();
  });

  test('nothing pops up while a place is wanted, though the pointer never left the unit', async () => {
    const { rerender } = render(<Map />);
    await userEvent.hover(unitOf('Ember Riders'));
    rerender(<Map clicks />);
    expect(screen.queryByRole('tooltip')).toBeNull();
    rerender(<Map />);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Ember Riders');
  });

  // OPEN-85
  test('LOGV-36 LOGV-37 CONST-7 selecting draws circles at move and move + 7', async () => {
    render(<Map />);
    await userEvent.click(unitOf('Ember Riders'));
    expect(document.querySelector('[data-range="move"] circle')).toHaveAttribute('r', '120');
    expect(document.querySelector('[data-range="move + 7"] circle')).toHaveAttribute('r', '190');
  });

  test('LOGV-38 CONST-9 the weapon circle is at the longest range, an outline of 72 points', async () => {
    render(<Map />);
    await userEvent.click(unitOf('Ember Riders'));
    const ring = document.querySelector('[data-range="weapon"]')!;
    expect(ring).toHaveAttribute('data-radius', '240');
    const points = ring
      .querySelector('polygon')!
      .getAttribute('points')!
      .split(' ')
      .map((each) => each.split(',').map(Number));
    expect(points).toHaveLength(72);
    const { x, y } = board.units.find((each) => each.name === 'Ember Riders')!.location!;
    for (const [px, py] of points) expect(Math.hypot(px! - x * 10, py! - y * 10)).toBeCloseTo(240, 5);
  });

  test('LOGV-39 nothing selected leaves no circle', async () => {
    render(<Map />);
    await userEvent.click(unitOf('Ember Riders'));
    expect(all('.range-ring')).toHaveLength(3);
    await userEvent.click(screen.getByText('Nothing'));
    expect(all('.range-ring')).toHaveLength(0);
    expect(all('[data-sight]')).toHaveLength(0);
  });

  test('Enter on a focused unit selects it', async () => {
    render(<Map />);
    unitOf('Gull Flock').focus();
    await userEvent.keyboard('{Enter}');
    expect(unitOf('Gull Flock')).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('marks of an open action', () => {
  test('units it speaks of stand out, units that have acted are dimmed', () => {
    render(<Map involved={['Ember Riders']} acted={['Gull Flock']} />);
    expect(unitOf('Ember Riders')).toHaveAttribute('data-involved');
    expect(unitOf('Gull Flock')).toHaveAttribute('data-acted');
    expect(all('.unit[data-involved], .unit[data-acted]')).toHaveLength(2);
  });
});

describe('line of sight', () => {
  const half = { rays: Array.from({ length: RAYS }, (_, index) => (index < RAYS / 2 ? 24 : 6)), blocked: false };

  test('LOGV-26 LOGV-27 LOGV-28 green wedges are Visible, red ones Not Visible', async () => {
    serve({ '/api/sight': () => json(half) });
    const centred: Board = {
      ...board,
      units: board.units.map((each) =>
        each.name === 'Ember Riders' ? { ...each, location: { x: 30, y: 22 } as Point } : each,
      ),
    };
    render(<Map board={centred} />);
    await userEvent.click(unitOf('Ember Riders'));
    await waitFor(() => expect(all('[data-sight="visible"]')).toHaveLength(1));
    expect(all('.sight-word').map((each) => each.textContent)).toEqual(['Visible', 'Not Visible']);
    expect(all('[data-sight="visible"]')[0]).toHaveAttribute('fill', 'url(#hatch-clear)');
    expect(all('[data-sight="not-visible"]')[0]).toHaveAttribute('fill', 'url(#hatch-blind)');
  });

  test('CONST-8 144 wedges, their sides at multiples of 2.5 degrees', async () => {
    serve({ '/api/sight': () => json(half) });
    render(<Map />);
    await userEvent.click(unitOf('Ember Riders'));
    await waitFor(() => expect(all('[data-sight="visible"]')).toHaveLength(1));
    const { x, y } = board.units.find((each) => each.name === 'Ember Riders')!.location!;
    const wedges = all('[data-sight="visible"]')[0]!.getAttribute('d')!.split('Z').filter(Boolean);
    expect(wedges).toHaveLength(144);
    wedges.forEach((wedge, index) => {
      const [px, py] = wedge.split('L')[1]!.split(' ').map(Number);
      const degrees = (Math.atan2(py! - y * 10, px! - x * 10) * 180) / Math.PI;
      expect((degrees + 360) % 360).toBeCloseTo(index * 2.5, 1);
    });
    const blind = all('[data-sight="not-visible"]')[0]!.getAttribute('d')!.split('Z').filter(Boolean);
    expect(blind).toHaveLength(72);
  });

  test('LOGV-29 sight that is blocked all round says so', async () => {
    serve({ '/api/sight': () => json({ rays: Array.from({ length: RAYS }, () => 1), blocked: true }) });
    render(<Map />);
    await userEvent.click(unitOf('Ember Riders'));
    await waitFor(() => expect(screen.getAllByText('Line of Sight Blocked')).not.toHaveLength(0));
    expect(screen.queryByText('Visible')).toBeNull();
  });

  test('sight is asked once per unit and place, from its anchor past the terrain', async () => {
    const bodies: unknown[] = [];
    serve({
      '/api/sight': async (_, request) => {
        bodies.push(await request.json());
        return json(CLEAR_SIGHT);
      },
    });
    render(<Map />);
    await userEvent.click(unitOf('Ember Riders'));
    await userEvent.click(unitOf('Gull Flock'));
    await userEvent.click(unitOf('Ember Riders'));
    await waitFor(() => expect(all('[data-sight]')).toHaveLength(2));
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toMatchObject({
      origin: [22, 40],
      radius: 1.18,
      range: 24,
      rays: 144,
      terrain: expect.arrayContaining([expect.objectContaining({ name: 'Ruined Building North', obscuring: true })]),
    });
  });

  test('a failed answer is shown in place and can be asked again', async () => {
    let broken = true;
    serve({ '/api/sight': () => (broken ? json({ detail: 'no' }, 500) : json(CLEAR_SIGHT)) });
    render(<Map />);
    await userEvent.click(unitOf('Ember Riders'));
    await screen.findByText(/Sight was not computed/);
    broken = false;
    await userEvent.click(screen.getByText('Try again'));
    await waitFor(() => expect(all('[data-sight="visible"]')).toHaveLength(1));
  });
});

describe('measuring', () => {
  test('LOGV-25 LOGV-41 the line carries its inches', () => {
    render(<Map ruler={{ start: { x: 10, y: 10 } as Point, end: { x: 13, y: 14 } as Point }} />);
    expect(document.querySelector('.ruler-line')).toHaveAttribute('x2', '130');
    expect(screen.getByTestId('measure')).toHaveTextContent('5.0″');
  });

  test('Shift-click shows the place in inches, a plain click does not', () => {
    const onMeasure = vi.fn();
    render(<Map onMeasure={onMeasure} />);
    const map = document.querySelector('.map-svg')!;
    fireEvent.click(map, { clientX: 100, clientY: 100 });
    expect(onMeasure).not.toHaveBeenCalled();
    fireEvent.click(map, { clientX: 314, clientY: 234, shiftKey: true });
    expect(onMeasure).toHaveBeenCalledWith({ x: 30, y: 22 });
  });

  test('M on a focused unit measures from it', async () => {
    const onMeasure = vi.fn();
    render(<Map onMeasure={onMeasure} />);
    unitOf('Old Beacon').focus();
    await userEvent.keyboard('m');
    expect(onMeasure).toHaveBeenCalledWith({ x: 30, y: 40 });
  });
});
