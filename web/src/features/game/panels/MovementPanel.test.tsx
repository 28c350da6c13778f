import type { GameState, UnitState } from '@/shared/api';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { CLEAR_SIGHT, json, serve, type Seen } from '@/test/page';
import { GameMap } from '../shell/GameMap';
import { useKeysOn } from '@/shared/keysOn';
import { GAME, client, onTable, request, showPanel } from '../staged.test-kit';
import { BRIDGE, RUNNERS, tableState, wideScreen } from '../table.test-kit';
import { Announcer } from '../list/Announcer';
import { PromptLine } from '../shell/PromptLine';
import { MovementPanel } from './MovementPanel';

const CALLS = `/api/game/${GAME}`;
const card = (uuid: string) => within(document.querySelector<HTMLElement>(`[data-unit-card="${uuid}"]`)!);
const press = (uuid: string, name: string) => userEvent.click(card(uuid).getByRole('button', { name }));
const end = () => screen.getByRole('button', { name: 'End Movement Phase' });
const MOVED: UnitState = { ...RUNNERS, movement_action_type: 'Move', moved: true };
const MARCHES: UnitState['marches'] = [
  { how: 'move', limit: 6, sure: 6 },
  { how: 'advance', limit: 12, sure: 7 },
];
const AI = request(['move', 'end'], { controller: 'ai' });

let sent: unknown[];
/** A server that takes every move, and answers this state. */
const takes = (state: GameState) =>
  serve({
    [`${CALLS}/movement_phase/finalize`]: async (_, call) => {
      sent.push(await call.json());
      return json(state);
    },
    '/api/sight': () => json(CLEAR_SIGHT),
  });
/** Drags the pending unit's formation to a place. */
const drag = (x: number, y: number) =>
  act(() =>
    onTable().aim(
      { x, y } as never,
      [
        { x: x - 1, y },
        { x: x + 1, y },
      ] as never,
    ),
  );

beforeEach(() => {
  sent = [];
  takes(tableState({ acting: [BRIDGE] }));
});

describe('the movement phase', () => {
  test('a unit that was moved in another window is let go of', async () => {
    showPanel(<MovementPanel />, tableState());
    act(() => onTable().want({ kind: 'drag', unitId: 'runners', limit: 6 }));
    act(() => client().show(tableState({ acting: [BRIDGE], more: { number: 8 } })));
    await waitFor(() => expect(onTable()).toMatchObject({ pending: null, selectedId: null }));
  });

  // MOVE-1, MOVE-2, MOVE-3, MOVE-4, MOVE-15
  test('has its headings, the current army and who commands it', () => {
    showPanel(<MovementPanel />, tableState());
    expect(screen.getByRole('heading', { name: 'Movement Phase' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Units Awaiting Movement' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Movement Phase' }).parentElement).toHaveTextContent(
      'Lantern WardensHuman',
    );
    expect(end()).toBeDisabled();
  });

  // MOVE-7, MOVE-9, MOVE-10, AI-4
  test('each unit has its place and its types of movement', () => {
    showPanel(<MovementPanel />, tableState());
    expect(card('runners').getByText('Stands 10.0″ from the left edge, 20.0″ from the top')).toBeVisible();
    expect(card('bridge').getByText('Stands 10.0″ from the left edge, 14.0″ from the bottom')).toBeVisible();
    for (const uuid of ['runners', 'bridge']) {
      expect(card(uuid).getByRole('button', { name: 'Move' })).toBeEnabled();
      expect(card(uuid).getByRole('button', { name: 'Advance' })).toBeEnabled();
    }
    expect(screen.queryByRole('button', { name: 'AI Move Next Unit' })).toBeNull();
  });

  // MOVE-8, MOVE-11, MOVE-12, MOVE-17, MOVE-20
  test('dragging shows where it is now and where it started, and lets it be finalized', async () => {
    showPanel(<MovementPanel />, tableState());
    await press('runners', 'Move');
    expect(card('runners').getByText('Click and drag the unit on the map to move it')).toBeVisible();
    expect(card('runners').queryByRole('button', { name: 'Finalize Movement' })).toBeNull();
    drag(13, 20);
    expect(
      card('runners').getByText(/^Stands 10\.0″ from the left edge, 20\.0″ from the top; to 13\.0″ from the left edge/),
    ).toBeVisible();
    expect(card('runners').getByText(/^3\.0 of 6\.0″/)).toBeVisible();
    expect(card('runners').getByRole('button', { name: 'Finalize Movement' })).toBeEnabled();
    drag(14, 20);
    expect(
      card('runners').getByText(/^Stands 10\.0″ from the left edge, 20\.0″ from the top; to 14\.0″ from the left edge/),
    ).toBeVisible();
  });

  // MOVE-16
  test('selecting the unit again forgets what was dragged', async () => {
    showPanel(<MovementPanel />, tableState());
    await press('runners', 'Move');
    drag(13, 20);
    await userEvent.click(card('runners').getByRole('button', { name: /^Torch Runners/ }));
    expect(card('runners').queryByRole('button', { name: 'Finalize Movement' })).toBeNull();
    expect(card('runners').getByText('Stands 10.0″ from the left edge, 20.0″ from the top')).toBeVisible();
    drag(12, 20);
    await press('bridge', 'Move');
    expect(onTable().target).toBeNull();
    expect(screen.queryByRole('button', { name: 'Finalize Movement' })).toBeNull();
  });

  // MOVE-18, MOVE-21, MOVE-22
  test('a move is the default; finalizing it posts it and lets the unit go', async () => {
    showPanel(<MovementPanel />, tableState());
    await press('runners', 'Move');
    drag(13, 20);
    await press('runners', 'Finalize Movement');
    await waitFor(() =>
      expect(sent).toEqual([
        {
          unit_uuid: 'runners',
          movement_type: 'move',
          new_location: [13, 20],
          places: [
            [12, 20],
            [14, 20],
          ],
          number: 7,
        },
      ]),
    );
    await waitFor(() => expect(onTable()).toMatchObject({ pending: null, selectedId: null, target: null }));
  });

  // MOVE-19
  test('passengers with no room where they are held get out as near to there as they can', async () => {
    const inside: UnitState = { ...RUNNERS, deployed: true, inside: { uuid: 'bridge', name: 'Bridge Watch' } as never };
    takes(tableState({ acting: [], units: [{ ...RUNNERS }, BRIDGE] }));
    showPanel(
      <>
        <PromptLine />
        <MovementPanel />
      </>,
      tableState({ acting: [inside], units: [inside, BRIDGE] }),
    );
    await press('runners', 'Get out');
    const [x, y] = BRIDGE.location!;
    drag(x, y);
    await userEvent.click(await screen.findByRole('button', { name: 'Get out near there' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ unit_uuid: 'runners', new_location: [x, y] });
    expect(sent[0]).not.toHaveProperty('places');
  });

  test('the other type is an advance: rolled first, then put down as one', async () => {
    const placing = tableState({
      asked: request(['place'], { unit_uuid: 'runners', units: ['runners'], limit: 10, why: 'advance' }),
      acting: [{ ...RUNNERS, movement_action_type: 'Advance', advanced: true }],
    });
    takes(placing);
    showPanel(<MovementPanel />, tableState());
    await press('runners', 'Advance');
    await waitFor(() =>
      expect(sent).toEqual([{ unit_uuid: 'runners', movement_type: 'advance', new_location: null, number: 7 }]),
    );
    await waitFor(() => expect(onTable().pending).toMatchObject({ unitId: 'runners', limit: 10 }));
    drag(18, 20);
    await press('runners', 'Finalize Movement');
    await waitFor(() => expect(sent[1]).toMatchObject({ movement_type: 'advance', new_location: [18, 20] }));
  });

  test('a unit whose advance is rolled stays in hand: it can go back to where it stood, and no further', async () => {
    const placing = tableState({
      asked: request(['place'], { unit_uuid: 'runners', units: ['runners'], limit: 10, why: 'advance' }),
      acting: [{ ...RUNNERS, movement_action_type: 'Advance', advanced: true }],
    });
    showPanel(<MovementPanel />, placing);
    await waitFor(() => expect(onTable().pending).toMatchObject({ unitId: 'runners', limit: 10 }));
    expect(card('runners').queryByRole('button', { name: 'Cancel' })).toBeNull();
    drag(18, 20);
    await press('runners', 'Back to where it stood');
    expect(onTable()).toMatchObject({ pending: { unitId: 'runners', limit: 10 }, target: null });
  });

  test('an advance takes an own die, also for a place that was chosen first', async () => {
    const state = tableState({ acting: [{ ...RUNNERS, marches: MARCHES }, BRIDGE], more: { number: 8 } });
    takes(state);
    showPanel(<MovementPanel />, { ...state, number: 7 });
    await press('runners', 'Own die');
    expect(card('runners').getByText('1 die; rerolled ones last.')).toBeVisible();
    await press('runners', 'Add a 4');
    await press('runners', 'Use these dice');
    const dice = { faces: [4], source: 'typed' };
    await waitFor(() => expect(sent[0]).toMatchObject({ movement_type: 'advance', new_location: null, dice }));
    act(() => onTable().want({ kind: 'drag', unitId: 'runners', limit: 12, marches: MARCHES }));
    drag(18, 20);
    await press('runners', 'Own die');
    await press('runners', 'Add a 4');
    await press('runners', 'Use these dice');
    await waitFor(() => expect(sent[1]).toMatchObject({ movement_type: 'advance', new_location: [18, 20], dice }));
  });

  test('the menu asks for the die of an advance where the unit stands in the list', async () => {
    showPanel(
      <>
        <GameMap />
        <MovementPanel />
      </>,
      tableState({ acting: [{ ...RUNNERS, marches: MARCHES }, BRIDGE] }),
    );
    act(() => onTable().want({ kind: 'drag', unitId: 'bridge', limit: 6 }));
    fireEvent.contextMenu(document.querySelector('[data-unit="runners"]')!);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Advance: own die' }));
    expect(onTable()).toMatchObject({ pending: null, selectedId: 'runners' });
    const field = card('runners').getByLabelText('Faces of your own dice');
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.type(field, '5{Enter}');
    const dice = { faces: [5], source: 'typed' };
    await waitFor(() => expect(sent[0]).toMatchObject({ movement_type: 'advance', new_location: null, dice }));
    expect(onTable().ownDiceOf).toBeNull();
  });

  test('dice that were to be typed are forgotten once the unit moved without them', async () => {
    showPanel(<MovementPanel />, tableState({ acting: [{ ...RUNNERS, marches: MARCHES }, BRIDGE] }));
    await press('runners', 'Own die');
    expect(onTable().ownDiceOf).toBe('runners');
    await press('runners', 'Hold position');
    await waitFor(() => expect(onTable().ownDiceOf).toBeNull());
  });

  test('a unit that falls back through enemies takes a die for each miniature that tests', async () => {
    const caught: UnitState = { ...RUNNERS, engaged: true, marches: [{ how: 'fall_back', limit: 6, sure: 6 }] };
    showPanel(<MovementPanel />, tableState({ acting: [caught, BRIDGE] }));
    act(() => onTable().want({ kind: 'drag', unitId: 'runners', limit: 6, marches: caught.marches }));
    drag(18, 20);
    expect(card('runners').queryByRole('button', { name: 'Own dice' })).toBeNull();
    act(() => onTable().warn({ tested: 2, lost_on: 2, slain: 0.7 }));
    await press('runners', 'Own dice');
    expect(
      card('runners').getByText(/^2 miniatures of Torch Runners test .* one is lost for each roll of 1-2\.$/),
    ).toBeVisible();
    expect(card('runners').getByText('2 dice, one for each miniature; rerolled ones last.')).toBeVisible();
    await press('runners', 'Add a 1');
    await press('runners', 'Add a 6');
    await press('runners', 'Use these dice');
    const dice = { faces: [1, 6], source: 'typed' };
    await waitFor(() => expect(sent[0]).toMatchObject({ movement_type: 'fall_back', new_location: [18, 20], dice }));
  });

  test('an advance whose inches are fixed takes no die, and none of a game without own dice does', () => {
    const fixed: UnitState = { ...RUNNERS, marches: [{ how: 'advance', limit: 12, sure: 12 }] };
    const plain = tableState({ acting: [fixed, { ...BRIDGE, marches: MARCHES }] });
    showPanel(<MovementPanel />, plain);
    expect(card('runners').queryByRole('button', { name: 'Own die' })).toBeNull();
    expect(card('bridge').getByRole('button', { name: 'Own die' })).toBeVisible();
    act(() => client().show({ ...plain, number: 8, dice: { ...plain.dice, own_dice: false } }));
    expect(screen.queryByRole('button', { name: 'Own die' })).toBeNull();
  });

  // MOVE-14, MOVE-15
  test('with nobody left to move the phase can end', async () => {
    const seen = serve({ [`${CALLS}/advance_phase_time`]: () => json(tableState({ acting: [] })) });
    showPanel(<MovementPanel />, tableState({ acting: [], units: [MOVED] }));
    expect(screen.getByText('No units currently require movement.')).toBeVisible();
    expect(end()).toBeEnabled();
    await userEvent.click(end());
    await waitFor(() => expect(seen.map((each) => each.path)).toContain(`${CALLS}/advance_phase_time`));
  });
});

describe('an army of the computer', () => {
  // MOVE-4, MOVE-5, MOVE-6, MOVE-13, MOVE-24, AI-5
  test('is moved by its button; its units have no controls', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      release = done;
    });
    serve({
      [`${CALLS}/ai_movement`]: async () => {
        await gate;
        return json(tableState({ asked: AI, controllers: ['ai', 'human'], acting: [] }));
      },
    });
    showPanel(<MovementPanel />, tableState({ asked: AI, controllers: ['ai', 'human'] }));
    expect(screen.getByRole('heading', { name: 'Movement Phase' }).parentElement).toHaveTextContent(
      'Lantern WardensAI',
    );
    for (const uuid of ['runners', 'bridge']) {
      expect(card(uuid).getByText('This unit will be moved by AI')).toBeVisible();
      expect(card(uuid).queryByRole('button', { name: /^(Move|Advance|Hold position)$/ })).toBeNull();
    }
    await userEvent.click(screen.getByRole('button', { name: 'AI Move Next Unit' }));
    expect(screen.getByRole('button', { name: 'AI Moving...' })).toBeDisabled();
    act(() => release());
    // MOVE-5: without units that wait there is nothing to let it move.
    await waitFor(() => expect(screen.queryByRole('button', { name: /^AI Mov/ })).toBeNull());
  });

  // MOVE-5
  test('has no such button while a unit is selected for dragging', () => {
    showPanel(<MovementPanel />, tableState({ asked: AI }));
    act(() => onTable().want({ kind: 'drag', unitId: 'runners', limit: 6 }));
    expect(screen.queryByRole('button', { name: 'AI Move Next Unit' })).toBeNull();
  });
});

test('a unit is moved by keys alone: begun, nudged, put down and finalized; the next one holds, and the phase ends', async () => {
  wideScreen();
  takes(tableState({ acting: [BRIDGE], units: [MOVED, BRIDGE] }));
  showPanel(
    <>
      <GameMap />
      <MovementPanel />
    </>,
    tableState(),
  );
  await userEvent.keyboard('m');
  expect(onTable().pending).toMatchObject({ unitId: 'runners', limit: 6 });
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
  expect(screen.getByTestId('ghost-figure')).toHaveTextContent('1.1 of 6.0″');
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(sent).toEqual([
      {
        unit_uuid: 'runners',
        movement_type: 'move',
        new_location: [11.1, 20],
        places: RUNNERS.miniatures.map(({ location }) => [Number((location![0] + 1.1).toFixed(3)), location![1]]),
        number: 7,
      },
    ]),
  );
  await waitFor(() => expect(document.querySelector('.ghost')).toBeNull());
  takes(tableState({ acting: [], units: [MOVED] }));
  await userEvent.keyboard('nh');
  await waitFor(() => expect(sent[1]).toMatchObject({ unit_uuid: 'bridge', movement_type: 'stationary' }));
  await waitFor(() => expect(end()).toBeEnabled());
  const seen = serve({ [`${CALLS}/advance_phase_time`]: () => json(tableState({ phase: 'shooting' })) });
  await userEvent.keyboard('e{Enter}');
  await waitFor(() => expect(seen.map((each) => each.path)).toContain(`${CALLS}/advance_phase_time`));
});

describe('single keys', () => {
  test('say what they did: who is selected, who holds and how many are left, and why nothing is done', async () => {
    wideScreen();
    const HELD = { ...RUNNERS, movement_action_type: 'Stationary' as const };
    takes(tableState({ acting: [BRIDGE], units: [HELD, BRIDGE] }));
    showPanel(
      <>
        <Announcer />
        <GameMap />
        <MovementPanel />
      </>,
      tableState(),
    );
    await userEvent.keyboard('h');
    expect(screen.getByText('No selected unit can hold its position.')).toBeInTheDocument();
    await userEvent.keyboard('n');
    expect(screen.getByText('Torch Runners selected').closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    await userEvent.keyboard('h');
    expect(await screen.findByText('Torch Runners holds its position: 1 unit to move')).toBeInTheDocument();
  });

  test('an advance says how far it goes', async () => {
    wideScreen();
    takes(tableState({ asked: request(['place'], { unit_uuid: 'runners', limit: 9, why: 'move' }) }));
    showPanel(
      <>
        <Announcer />
        <MovementPanel />
      </>,
      tableState(),
    );
    const advance = card('runners').getByRole('button', { name: 'Advance', description: 'Torch Runners' });
    await userEvent.click(advance);
    expect(await screen.findByText('Advance: up to 9.0″')).toBeInTheDocument();
  });

  const calls = (seen: Seen[]) => seen.map((each) => each.path).filter((path) => path.startsWith('/api/game/'));

  test('roll no dice and do nothing without a selected unit', async () => {
    wideScreen();
    const seen = takes(tableState());
    showPanel(
      <>
        <GameMap />
        <MovementPanel />
      </>,
      tableState(),
    );
    await userEvent.keyboard('ahu');
    expect(calls(seen)).toEqual([]);
    expect(onTable().pending).toBeNull();
  });

  test('lead to the button of the selected unit that rolls, which Enter then presses', async () => {
    wideScreen();
    const seen = takes(tableState());
    showPanel(
      <>
        <GameMap />
        <MovementPanel />
      </>,
      tableState(),
    );
    act(() => onTable().select('bridge'));
    await userEvent.keyboard('a');
    expect(calls(seen)).toEqual([]);
    expect(card('bridge').getByRole('button', { name: 'Advance' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(calls(seen)).toEqual([`${CALLS}/movement_phase/finalize`]));
  });

  test('are turned off together, but not the arrows nor Escape', async () => {
    wideScreen();
    act(() => useKeysOn.getState().setOn(false));
    showPanel(
      <>
        <GameMap />
        <MovementPanel />
      </>,
      tableState(),
    );
    await userEvent.keyboard('m');
    expect(onTable().pending).toBeNull();
    act(() => useKeysOn.getState().setOn(true));
    await userEvent.keyboard('m');
    expect(onTable().pending).toMatchObject({ unitId: 'runners' });
    act(() => useKeysOn.getState().setOn(false));
    await userEvent.keyboard('{Escape}');
    expect(onTable().pending).toBeNull();
    act(() => useKeysOn.getState().setOn(true));
  });
});
