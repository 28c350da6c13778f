import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { json, serve } from '@/test/page';
import { GameMap } from '../shell/GameMap';
import { onTable, request, showPanel } from '../staged.test-kit';
import { BRIDGE, HELD, objectiveAt, REEDS, RUNNERS, tableState, unitAt, wideScreen } from '../table.test-kit';
import { useCamera } from '@/features/table-camera';

const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
const one = (selector: string): Element => document.querySelector(selector)!;
const seen = { rays: Array.from({ length: 144 }, (_, index) => (index < 72 ? 24 : 5)), blocked: false };

const { readFileSync } = await vi.importActual<{ readFileSync: (path: string, encoding: 'utf8') => string }>('node:fs');
const styles = readFileSync('src/app/styles.css', 'utf8');

/** "70 140 84" of `--terrain: rgb(70 140 84 / 0.2)`, in the theme that is named first or second. */
const colour = (token: string, theme: 0 | 1 = 0): number[] => {
  const found = [...styles.matchAll(new RegExp(`${token}: (?:rgba?\\(|#)([^)/;]+)`, 'g'))][theme]![1]!.trim();
  return /^[0-9a-f]{6}$/i.test(found)
    ? [0, 2, 4].map((at) => Number.parseInt(found.slice(at, at + 2), 16))
    : found.split(/[ ,]+/).map(Number).slice(0, 3);
};

beforeEach(() => {
  wideScreen();
  serve({ '/api/sight': () => json(seen) });
});

describe('the board', () => {
  // MAP-1, MAP-2
  test('has its heading and is 600 by 440 pixels, ten an inch', () => {
    showPanel(<GameMap />, tableState());
    expect(screen.getByRole('heading', { name: 'Map Preview' })).toBeVisible();
    expect(screen.getByTestId('board')).toHaveAttribute('width', '600');
    expect(screen.getByTestId('board')).toHaveAttribute('height', '440');
    expect(one('[data-unit="runners"] .unit-anchor')).toHaveAttribute('transform', 'translate(100 200)');
  });

  // MAP-8
  test('terrain stands as polygons with their names', () => {
    showPanel(<GameMap />, tableState());
    expect(all('.terrain-outline').map((each) => each.getAttribute('points'))).toEqual([
      '200,40 280,40 280,100 200,100',
      '340,300 400,300 400,340',
    ]);
    expect(all('.terrain-name').map((each) => each.firstChild?.textContent)).toEqual(['Old Orchard', 'Thorn Hedge']);
  });

  // MAP-9, CONST-34, CONST-35
  test('zones are half-transparent: blue for player 1, red for player 2', () => {
    showPanel(<GameMap />, tableState({ phase: 'deployment' }));
    const [blue, red] = all('.zone');
    expect(blue).toHaveAttribute('data-army', '0');
    expect(blue!.querySelector('polygon')).toHaveAttribute('points', '0,0 120,0 120,440 0,440');
    expect(blue!.querySelector('polygon')).toHaveAttribute('fill', 'var(--zone-blue)');
    expect(red).toHaveAttribute('data-army', '1');
    expect(red!.querySelector('polygon')).toHaveAttribute('fill', 'var(--zone-red)');
    expect(styles).toContain('--zone-blue: rgba(0, 100, 255, 0.5);');
    expect(styles).toContain('--zone-red: rgba(255, 50, 50, 0.5);');
  });

  // MAP-9: after the deployment they stay, faintly.
  test('zones are still shown in the battle', () => {
    showPanel(<GameMap />, tableState({ phase: 'shooting' }));
    expect(all('[data-layer="zones"][data-quiet] .zone')).toHaveLength(2);
  });

  // MAP-10, MAP-11, MAP-33
  test('objectives are numbered; a sticky one looks different, a controlled one names its holder', () => {
    showPanel(<GameMap />, tableState());
    expect(all('.objective-number').map((each) => each.textContent)).toEqual(['1', '2']);
    expect(all('.objective .objective-sticky')).toHaveLength(1);
    expect(all('.objective')[0]).toHaveAttribute('data-sticky');
    expect(screen.getByRole('button', { name: 'Objective 1, Mill, held by Lantern Wardens' })).toHaveAttribute(
      'data-held',
      '0',
    );
    expect(all('.objective > title')[0]).toHaveTextContent(
      'Objective 1, Mill, held by Lantern Wardens, stays held. Worth 5 VP a turn from round 2 on',
    );
    expect(screen.getByRole('button', { name: /^Objective 2, .*not controlled$/ })).not.toHaveAttribute('data-held');
  });

  // MAP-12, MAP-13
  test('a unit is its transponder image, or its name where there is none', () => {
    showPanel(<GameMap />, tableState());
    expect(one('[data-unit="runners"] image')).toHaveAttribute('href', '/static/transponders/runners.svg');
    expect(one('[data-unit="bridge"] image')).toBeNull();
    expect(one('[data-unit="bridge"] .unit-name')).toHaveTextContent('Bridge Watch');
    fireEvent.error(one('[data-unit="reeds"] image'));
    expect(one('[data-unit="reeds"] .unit-name')).toHaveTextContent('Reed Stalkers');
  });

  // MAP-39, CONST-36
  test.each([0, 1] as const)('obscuring terrain is a lighter green than the rest, in theme %d', (theme) => {
    showPanel(<GameMap />, tableState());
    expect(all('.terrain').map((each) => each.hasAttribute('data-obscuring'))).toEqual([false, true]);
    const [plain, obscuring] = [colour('--terrain', theme), colour('--terrain-obscuring', theme)];
    for (const [r = 0, g = 0, b = 0] of [plain, obscuring]) expect(g).toBeGreaterThan(Math.max(r, b));
    expect(obscuring[0]! + obscuring[1]! + obscuring[2]!).toBeGreaterThan(plain[0]! + plain[1]! + plain[2]!);
  });
});

describe('what is drawn', () => {
  // MAP-4, MAP-5, MAP-6, OPEN-66
  test('each layer goes and comes back', async () => {
    showPanel(<GameMap />, tableState());
    for (const [label, selector, count] of [
      ['Objectives', '.objective', 2],
      ['Units', '.unit', 3],
      ['Transponders', '.unit image', 2],
    ] as const) {
      const box = screen.getByRole('checkbox', { name: label });
      expect(box).toBeChecked();
      expect(all(selector)).toHaveLength(count);
      await userEvent.click(box);
      expect(all(selector)).toHaveLength(0);
      await userEvent.click(box);
      expect(all(selector)).toHaveLength(count);
    }
  });

  // MAP-3, MAP-14, MAP-15
  test('ranges and lines of sight are of the selected unit, and go and come by a button that says which', async () => {
    showPanel(<GameMap />, tableState());
    expect(all('.range-ring, [data-sight]')).toHaveLength(0);
    await userEvent.click(one('[data-unit="runners"]'));
    await waitFor(() => expect(all('[data-sight]')).toHaveLength(2));
    expect(all('.range-ring')).toHaveLength(3);
    await userEvent.click(screen.getByRole('button', { name: 'Hide Ranges/LOS' }));
    expect(all('.range-ring, [data-sight]')).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'Show Ranges/LOS' }));
    expect(all('.range-ring')).toHaveLength(3);
    expect(all('[data-sight]')).toHaveLength(2);
  });

  // MAP-16, MAP-17
  test('sight is a line where it ends; on demand wedges, green where it sees and red where terrain is in the way', async () => {
    showPanel(<GameMap />, tableState());
    await userEvent.click(one('[data-unit="runners"]'));
    await waitFor(() => expect(one('[data-sight="outline"]')).toHaveAttribute('d'));
    expect(one('[data-sight="ends"]').getAttribute('d')!.split('M').filter(Boolean)).toHaveLength(72);
    expect(one('[data-sight="visible"]')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^(Overlays|Layers)$/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sight as wedges' }));
    expect(all('[data-sight]')).toHaveLength(2);
    expect(one('[data-sight="visible"]')).toHaveAttribute('fill', 'url(#hatch-clear)');
    expect(one('[data-sight="not-visible"]')).toHaveAttribute('fill', 'url(#hatch-blind)');
    expect(one('#hatch-clear rect')).toHaveAttribute('fill', 'var(--sight)');
    expect(one('#hatch-blind rect')).toHaveAttribute('fill', 'var(--blind)');
    for (const theme of [0, 1] as const) {
      const [green, red] = [colour('--sight', theme), colour('--blind', theme)];
      expect(green[1]).toBeGreaterThan(Math.max(green[0]!, green[2]!));
      expect(red[0]).toBeGreaterThan(Math.max(red[1]!, red[2]!));
    }
    expect(one('[data-sight="visible"]').getAttribute('d')!.split('Z').filter(Boolean)).toHaveLength(144);
    expect(one('[data-sight="not-visible"]').getAttribute('d')!.split('Z').filter(Boolean)).toHaveLength(72);
  });

  // MAP-35, MAP-36, MAP-38, CONST-18, CONST-19, OPEN-85
  test('circles are at the move, the move and 3, and the longest ranged weapon', async () => {
    showPanel(<GameMap />, tableState());
    await userEvent.click(one('[data-unit="runners"]'));
    expect(one('[data-range="move"] circle')).toHaveAttribute('r', '60');
    expect(one('[data-range="move + 3"] circle')).toHaveAttribute('r', '90');
    expect(one('[data-range="weapon"]')).toHaveAttribute('data-radius', '240');
    expect(one('[data-range="charge"]')).toBeNull();
  });

  // MAP-37, CONST-20
  test('the charge circle is at the move, the charge bonus and 12', async () => {
    showPanel(<GameMap />, tableState({ phase: 'charge' }));
    await userEvent.click(one('[data-unit="runners"]'));
    expect(one('[data-range="charge"] circle')).toHaveAttribute('r', '190');
    expect(all('.range-ring')).toHaveLength(1);
  });

  test('while units shoot one circle is about the selected one: that of its weapon', async () => {
    showPanel(<GameMap />, tableState({ phase: 'shooting' }));
    await userEvent.click(one('[data-unit="runners"]'));
    expect(one('[data-range="weapon"]')).toHaveAttribute('data-radius', '240');
    expect(all('.range-ring')).toHaveLength(1);
  });

  test('lines of the rules are drawn over the table: quarters, edges, nine inches, auras', async () => {
    const herald = unitAt('herald', 'Bell Herald', 0, [40, 20], { auras: [{ name: 'Steady Bell', reach: 6 }] });
    showPanel(<GameMap />, tableState({ units: [RUNNERS, BRIDGE, REEDS, herald] }));
    await userEvent.click(screen.getByRole('button', { name: 'Overlays' }));
    for (const label of ['Quarters', '6″ from the edges', '9″ from the enemy', 'Auras'])
      await userEvent.click(screen.getByRole('checkbox', { name: label }));
    expect(one('[data-line="quarters"] path')).toHaveAttribute('d', 'M300 0V440M0 220H600');
    expect(one('[data-line="edges"] rect')).toHaveAttribute('width', '480');
    expect(all('[data-line="danger"] .line-danger circle').map((each) => each.getAttribute('r'))).toEqual(['95', '95']);
    expect(one('[data-line="aura"] circle')).toHaveAttribute('r', '65');
    expect(one('[data-line="aura"]')).toHaveTextContent('Steady Bell 6″');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Deployment zones' }));
    expect(all('.zone')).toHaveLength(0);
  });
});

describe('a physical game', () => {
  // MAP-7
  test('has bounding boxes to show, a digital one has none', async () => {
    const unfold = () => userEvent.click(screen.getByRole('button', { name: 'Overlays' }));
    const first = showPanel(<GameMap />, tableState({ model: { digital: true } }));
    await unfold();
    expect(screen.queryByRole('checkbox', { name: 'Bounding Boxes' })).toBeNull();
    expect(document.querySelector('canvas')).toBeNull();
    first.unmount();
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    showPanel(<GameMap />, tableState({ model: { digital: false } }));
    await unfold();
    expect(screen.getByRole('checkbox', { name: 'Bounding Boxes' })).toBeChecked();
  });

  // MAP-18
  test('a canvas lies over the photo and has a box about what was found', async () => {
    const drawn = { clearRect: vi.fn(), strokeRect: vi.fn(), fillText: vi.fn(), setLineDash: vi.fn() };
    serve({ '/photos/': () => new Response(new Uint8Array([255, 216])) });
    URL.createObjectURL = () => 'blob:photo';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(drawn as unknown as never);
    showPanel(<GameMap />, tableState({ model: { digital: false } }));
    act(() =>
      useCamera.getState().show({
        url: '/photos/p1',
        objects: { model: [{ box: [10, 20, 110, 220], score: 0.934, location: null, diameter: null }] },
      }),
    );
    const photo = await screen.findByTestId('table-photo');
    const canvas = document.querySelector('canvas')!;
    expect(photo).toHaveAttribute('href', 'blob:photo');
    expect(photo.compareDocumentPosition(canvas) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(canvas).toHaveAttribute('width', '1920');
    expect(drawn.strokeRect).toHaveBeenLastCalledWith(10, 20, 100, 200);
    expect(drawn.fillText).toHaveBeenLastCalledWith('93.4%', 10, expect.any(Number));
    expect(drawn.setLineDash).toHaveBeenLastCalledWith([]);
    const hidden = { box: [30, 20, 60, 50], score: 1, location: null, diameter: null, remembered: true } as const;
    act(() => useCamera.getState().show({ url: '/photos/p1', objects: { model: [hidden] } }));
    expect(drawn.strokeRect).toHaveBeenLastCalledWith(30, 20, 30, 30);
    expect(drawn.setLineDash).toHaveBeenLastCalledWith([9, 6]);
    expect(drawn.fillText).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Overlays' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Bounding Boxes' }));
    expect(document.querySelector('canvas')).toBeNull();
    expect(screen.getByTestId('table-photo')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Photo of the table' }));
    expect(screen.queryByTestId('table-photo')).toBeNull();
  });
});

describe('a click', () => {
  // MAP-19
  test('on terrain shows its name above it, a second one takes it away', async () => {
    showPanel(<GameMap />, tableState());
    await userEvent.click(screen.getByRole('button', { name: 'Old Orchard' }));
    expect(screen.getByTestId('terrain-label')).toHaveTextContent('Old Orchard');
    expect(screen.getByTestId('terrain-label')).toHaveAttribute('transform', 'translate(240 70)');
    await userEvent.click(screen.getByRole('button', { name: 'Old Orchard' }));
    expect(screen.queryByTestId('terrain-label')).toBeNull();
  });

  // MAP-20, MAP-21, MAP-23, MAP-24
  test('on an objective opens its panel: who holds it, sticky, empowered', async () => {
    showPanel(<GameMap />, tableState());
    await userEvent.click(screen.getByRole('button', { name: /^Objective 1/ }));
    const panel = within(screen.getByRole('region', { name: /^Objective 1/ }));
    expect(panel.getByRole('heading', { name: 'Objective 1, Mill' })).toBeVisible();
    expect(panel.getByText('Held by').nextElementSibling).toHaveTextContent('Lantern Wardens');
    expect(panel.getByText('Sticky').nextElementSibling).toHaveTextContent('True');
    expect(panel.getByText('Empowered')).toBeVisible();
    expect(panel.getByText('Worth 5 VP a turn from round 2 on')).toBeVisible();
  });

  // MAP-21
  test("a holder without a name is named by the army's number", async () => {
    const nameless = { ...HELD, control_info: { ...HELD.control_info, held_by_army_name: '' }, held_by: 'army-1' };
    const state = tableState({ objectives: [nameless] });
    state.game_model.armies[1].name = '';
    showPanel(<GameMap />, state);
    await userEvent.click(screen.getByRole('button', { name: /^Objective 1/ }));
    expect(screen.getByText('Held by').nextElementSibling).toHaveTextContent('Army 2');
  });

  // MAP-22, MAP-23, MAP-24, MAP-33
  test('an objective that nobody holds is not controlled', async () => {
    showPanel(<GameMap />, tableState({ objectives: [objectiveAt('Ford', [30, 40])] }));
    await userEvent.click(screen.getByRole('button', { name: /^Objective 1/ }));
    const panel = within(screen.getByRole('region', { name: /^Objective 1/ }));
    expect(panel.getByText('Held by').nextElementSibling).toHaveTextContent('Not controlled');
    expect(panel.getByText('Sticky').nextElementSibling).toHaveTextContent('False');
    expect(panel.queryByText('Empowered')).toBeNull();
    expect(panel.getByText('No models in range')).toBeVisible();
  });

  // MAP-25..32
  test("the panel lists both armies' control and the models in range", async () => {
    showPanel(<GameMap />, tableState());
    await userEvent.click(screen.getByRole('button', { name: /^Objective 1/ }));
    expect(screen.getByRole('heading', { name: 'Army Control (3" Range)' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Models in Range' })).toBeVisible();
    const rows = within(screen.getByRole('region', { name: /^Objective 1/ }))
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['Army', 'In range', 'OC', 'Models', 'Closest'],
      ['Lantern Wardens', '✓ in range', '4', '2', '1.3″'],
      ['Army 2', 'out of range', '0', '0', '3.1″'],
      ['Model', 'Distance', 'OC'],
      ['Torch Runners: Guard', '1.3″', '2'],
      ['Reed Stalkers: Guard', '3.0″', '1'],
    ]);
  });
});

describe('at any time', () => {
  test('a ruler measures from base edge to base edge, by the button or R', async () => {
    showPanel(<GameMap />, tableState({ asked: request(['advance'], { mine: false }) }));
    await userEvent.keyboard('r');
    expect(screen.getByRole('button', { name: 'Ruler (R)' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(one('[data-unit="runners"]'));
    await userEvent.click(one('[data-unit="reeds"]'));
    // Middles of the nearest bases are 12 inches apart, half an inch of base at each end.
    expect(screen.getByTestId('measure')).toHaveTextContent('11.0″');
  });

  test('the table is seen from the other side, keys are listed, and what can be done is shown', async () => {
    const possible = {
      asked: 'Lantern Wardens moves its units; 1 unit can still act.',
      verb: 'move',
      mine: true,
      units: [
        { uuid: 'runners', name: 'Torch Runners', can: true, why: '', measure: '', remedy: '' },
        {
          uuid: 'bridge',
          name: 'Bridge Watch',
          can: false,
          why: 'Bridge Watch has moved in this phase.',
          measure: '',
          remedy: '',
        },
      ],
    };
    serve({ '/api/sight': () => json(seen), '/api/game/ford/possible': () => json(possible) });
    showPanel(<GameMap />, tableState());
    await userEvent.keyboard('v');
    expect(one('.map-svg')).toHaveAttribute('data-turned');
    await userEvent.keyboard('?');
    const keys = screen.getByRole('dialog', { name: 'Keys' });
    for (const key of ['N', 'M', 'A', 'H', 'R', 'S', 'V', 'W', 'U', 'Enter', 'Esc', '?'])
      expect(within(keys).getByText(key, { exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('w');
    const now = within(await screen.findByRole('dialog', { name: 'What can I do now?' }));
    expect(await now.findByText(possible.asked)).toBeVisible();
    expect(within(now.getByRole('region', { name: 'Cannot act' })).getByRole('listitem')).toHaveTextContent(
      'Bridge Watch: Bridge Watch has moved in this phase.',
    );
    await userEvent.click(now.getByRole('button', { name: 'Torch Runners' }));
    expect(onTable().selectedId).toBe('runners');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a unit in reserve that is chosen there is taken up to arrive, and its menu opens though it stands nowhere', async () => {
    wideScreen();
    const off = { ...RUNNERS, deployed: false, location: null, in_reserves: true };
    const possible = {
      asked: 'Lantern Wardens moves its units; 1 can still act.',
      verb: 'move',
      mine: true,
      units: [{ uuid: 'runners', name: 'Torch Runners', can: true, why: '', measure: '', remedy: '' }],
    };
    serve({ '/api/sight': () => json(seen), '/api/game/ford/possible': () => json(possible) });
    showPanel(<GameMap />, tableState({ units: [off, REEDS], acting: [off], asked: request(['arrive', 'end']) }));
    await userEvent.keyboard('w');
    const now = within(await screen.findByRole('dialog', { name: 'What can I do now?' }));
    await userEvent.click(await now.findByRole('button', { name: 'Torch Runners' }));
    expect(onTable().pending).toMatchObject({ kind: 'place', unitId: 'runners' });
    act(() => onTable().want(null));
    await userEvent.click(await screen.findByRole('button', { name: 'What to do (X)' }));
    expect(await screen.findByRole('menuitem', { name: 'Arrive' })).toBeVisible();
  });
});
