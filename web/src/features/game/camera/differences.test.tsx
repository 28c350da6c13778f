import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useCamera } from '@/features/table-camera';
import type { Difference } from '@/shared/api';
import { json, serve } from '@/test/page';
import { MovementPanel } from '../panels/MovementPanel';
import { GameMap } from '../shell/GameMap';
import { GAME, onTable, request, showPanel } from '../staged.test-kit';
import { BRIDGE, REEDS, RUNNERS, tableState, wideScreen } from '../table.test-kit';
import { CameraPanel } from './CameraPanel';

const CALL = `/api/game/${GAME}/reconciliation`;
const PHOTO = `/api/game/${GAME}/photos/p1`;

const difference = (
  kind: Difference['kind'],
  unit: { uuid: string; name: string } | null,
  message: string,
  more: Partial<Difference> = {},
): Difference => ({
  kind,
  message,
  facings: [],
  heights: [],
  unit_uuid: unit?.uuid ?? '',
  unit_name: unit?.name ?? '',
  transponder: unit ? 'transponder-02' : '',
  places: [],
  moved: null,
  limit: null,
  acceptable: false,
  ...more,
});
const MOVED = difference('moved', RUNNERS, 'Torch Runners moved 4.2 of 6.0 inches.', {
  moved: 4.2,
  limit: 6,
  acceptable: true,
  places: [
    [13, 20],
    [15, 20],
  ],
});
const TOO_FAR = difference('moved', BRIDGE, 'Bridge Watch moved 7.9 of 6.0 inches.', {
  moved: 7.9,
  limit: 6,
  acceptable: true,
  places: [
    [17, 30],
    [19, 30],
  ],
});
const GONE = difference('not-found', REEDS, 'Reed Stalkers is not seen. Is its transponder covered?');
const DEAD = difference(
  'too-many',
  { uuid: 'herald', name: 'Bell Herald' },
  '2 miniatures of Bell Herald are seen and 1 live. Take 1 off.',
);
const STRANGE = difference('unknown', null, '2 miniatures on the table belong to no unit that is known.');
const SAME = difference('same', REEDS, 'Reed Stalkers stands where it stood.');

interface Sent {
  unit_uuid: string;
  how: string;
  places?: number[][];
  facings?: number[];
  models?: number[];
  number: number;
  image_id: string;
}

let proposals: Difference[];
let unread: string;
let sent: Sent[];
let refuse: (unit: string) => Response | null;

/** The server: what is accepted is a difference no more. */
function table() {
  return serve({
    [CALL]: async (_, call) => {
      if (call.method !== 'POST')
        return json({
          image_id: 'p1',
          waiting: proposals.some(({ kind }) => kind !== 'same'),
          number: 7,
          unread,
          proposals,
        });
      const body = (await call.json()) as Sent;
      sent.push(body);
      const refused = refuse(body.unit_uuid);
      if (refused) return refused;
      proposals = proposals.map((each) =>
        each.unit_uuid === body.unit_uuid ? { ...each, kind: 'same' as const } : each,
      );
      return json(tableState({ model: { digital: false }, more: { number: 7 + sent.length } }));
    },
    [`/api/game/${GAME}/camera`]: () => json({ paired: true, corners: [], dice_tray_coordinates: null }),
    [PHOTO]: () => new Response(new Uint8Array([255, 216])),
    '/api/sight': () => json({ rays: [], blocked: false }),
  });
}

const ANALYSIS = {
  objects: {},
  counts: { models: 4, transponders: 2, objectives: 0, terrain: 0 },
  assigned: [],
  problems: [],
  grid: [],
  imageUrl: PHOTO,
  debugImage: '',
  assignmentDebugImage: '',
  processedAt: '',
};

async function shown(
  those: Difference[],
  panel = <CameraPanel />,
  phase = 'movement',
  asked = request(['move', 'end']),
) {
  proposals = those;
  act(() =>
    useCamera.setState({
      gameId: GAME,
      connected: true,
      analysis: ANALYSIS,
      photo: { ...useCamera.getInitialState().photo, id: 'p1' },
    }),
  );
  const marked = { ...RUNNERS, marker: 'T01' };
  showPanel(panel, tableState({ phase, asked, units: [marked, BRIDGE, REEDS], model: { digital: false } }));
  return within(await screen.findByRole('region', { name: 'Table and battle' }));
}

beforeEach(() => {
  wideScreen();
  sent = [];
  unread = '';
  refuse = () => null;
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
  table();
});
afterEach(() => act(() => useCamera.setState(useCamera.getInitialState())));

describe('the table against the battle', () => {
  test('says that the battle waits, and what differs: moved with its inches, not found, casualties, unexpected', async () => {
    const list = await shown([MOVED, TOO_FAR, GONE, DEAD, STRANGE, SAME]);
    expect(list.getByText('The battle waits: the table differs from it in 5 places.')).toBeVisible();
    expect(list.getAllByRole('listitem').map((each) => each.querySelector('p')?.textContent)).toEqual([
      'MovedTorch RunnersT01',
      'MovedBridge WatchT02',
      'Not foundReed StalkersT02',
      'CasualtiesBell HeraldT02',
      'Unexpected',
    ]);
    expect(list.getByText('Torch Runners moved 4.2 of 6.0 inches.')).toBeVisible();
    expect(list.getByText('1.9 inches too far for a move.')).toBeVisible();
    expect(list.getAllByText(/too far/)).toHaveLength(1);
    expect(list.getByText('1 unit stands where the battle has it.')).toBeVisible();
    expect(list.queryByRole('button', { name: 'Accept Reed Stalkers' })).toBeNull();
    expect(list.getByRole('button', { name: 'Shoot again' })).toBeDisabled();
  });

  test('does not wait for units with which the battle has gone on since the photo, and names them', async () => {
    const list = await shown([difference('outdated', REEDS, 'The battle has gone on with Reed Stalkers.'), SAME]);
    expect(list.queryByText(/The battle waits/)).toBeNull();
    expect(list.queryByText('The table stands as the battle knows it.')).toBeNull();
    expect(list.queryByRole('listitem')).toBeNull();
    expect(list.getByText(/^Not compared.*gone on with it: Reed Stalkers\./)).toBeVisible();
    expect(list.getByRole('button', { name: 'Shoot again' })).toBeVisible();
  });

  test('claims nothing of a photo that could not be read, and says why', async () => {
    unread = "0 of the board's markers are seen, and 4 are needed.";
    const list = await shown([]);
    expect(list.getByRole('alert')).toHaveTextContent(`Nothing was read from this photo. ${unread}`);
    expect(list.queryByText('The table stands as the battle knows it.')).toBeNull();
    expect(list.getByRole('button', { name: 'Shoot again' })).toBeVisible();
  });

  test('offers nothing to accept or correct of a unit that cannot move now', async () => {
    const list = await shown([{ ...MOVED, acceptable: false, limit: null, message: 'Torch Runners cannot move now.' }]);
    expect(list.queryByRole('button', { name: 'Accept Torch Runners' })).toBeNull();
    for (const name of ['Correct Torch Runners', 'Pick the miniatures of Torch Runners'])
      expect(list.queryByRole('button', { name })).toBeNull();
    expect(list.getByRole('button', { name: 'Show Torch Runners on the map' })).toBeVisible();
    expect(list.queryByLabelText('How Torch Runners moved')).toBeNull();
  });

  test('takes over one unit, and then waits no more', async () => {
    const list = await shown([MOVED, SAME]);
    expect(list.getByText('The battle waits: the table differs from it in 1 place.')).toBeVisible();
    await userEvent.click(list.getByRole('button', { name: 'Accept Torch Runners' }));
    expect(await screen.findByText('The table stands as the battle knows it.')).toBeVisible();
    expect(sent).toEqual([{ image_id: 'p1', unit_uuid: 'runners', how: 'move', number: 7 }]);
  });

  test('takes over all of them; what the battle refuses stays, with its reason', async () => {
    refuse = (unit) =>
      unit === 'bridge' ? json({ detail: 'Bridge Watch went too far.', measure: '7.9 of 6 inches' }, 400) : null;
    const list = await shown([MOVED, TOO_FAR, GONE]);
    await userEvent.selectOptions(list.getByRole('combobox', { name: 'How Bridge Watch moved' }), 'Move');
    await userEvent.click(list.getByRole('button', { name: 'Accept all 2' }));
    expect(await screen.findByText('The battle refused: Bridge Watch went too far. 7.9 of 6 inches')).toBeVisible();
    expect(sent.map(({ unit_uuid, how, number }) => [unit_uuid, how, number])).toEqual([
      ['runners', 'move', 7],
      ['bridge', 'move', 8],
    ]);
    await waitFor(() =>
      expect(screen.getByText('The battle waits: the table differs from it in 2 places.')).toBeVisible(),
    );
  });

  test('takes a unit that went farther than it moves for one that advanced, unless set otherwise', async () => {
    const list = await shown([TOO_FAR]);
    expect(list.getByRole('combobox', { name: 'How Bridge Watch moved' })).toHaveValue('advance');
    await userEvent.click(list.getByRole('button', { name: 'Accept Bridge Watch' }));
    await waitFor(() => expect(sent[0]).toMatchObject({ unit_uuid: 'bridge', how: 'advance' }));
  });

  test('takes the die of an advance that was rolled on the table', async () => {
    const list = await shown([TOO_FAR]);
    const how = list.getByRole('combobox', { name: 'How Bridge Watch moved' });
    await userEvent.selectOptions(how, 'Move');
    expect(list.queryByRole('textbox')).toBeNull();
    await userEvent.selectOptions(how, 'Advance');
    await userEvent.type(list.getByRole('textbox', { name: "Own die of Bridge Watch's advance" }), '4');
    await userEvent.click(list.getByRole('button', { name: 'Accept Bridge Watch' }));
    await waitFor(() => expect(sent[0]).toMatchObject({ how: 'advance', dice: { faces: [4], source: 'typed' } }));
  });

  test('takes the dice of miniatures that tested on the table as their unit fell back', async () => {
    const list = await shown([TOO_FAR]);
    await userEvent.selectOptions(list.getByRole('combobox', { name: 'How Bridge Watch moved' }), 'Fall back');
    await userEvent.type(list.getByRole('textbox', { name: "Own dice of Bridge Watch's break-out tests" }), '4 1 6');
    await userEvent.click(list.getByRole('button', { name: 'Accept Bridge Watch' }));
    await waitFor(() => expect(sent[0]).toMatchObject({ how: 'fall_back', dice: { faces: [4, 1, 6] } }));
  });

  test('puts a unit right on the map, miniature by miniature', async () => {
    const list = await shown(
      [MOVED],
      <>
        <GameMap />
        <MovementPanel />
        <CameraPanel />
      </>,
    );
    await userEvent.click(list.getByRole('button', { name: 'Correct Torch Runners' }));
    expect(onTable().places).toEqual([
      { x: 13, y: 20 },
      { x: 15, y: 20 },
    ]);
    expect(screen.queryByRole('button', { name: 'Finalize Movement' })).toBeNull();
    fireEvent.keyDown(document.querySelector('[data-mini="1"]')!, { key: 'ArrowDown' });
    await userEvent.click(screen.getByRole('button', { name: 'Accept as corrected' }));
    expect(await screen.findByText('The table stands as the battle knows it.')).toBeVisible();
    expect(sent).toEqual([
      {
        image_id: 'p1',
        unit_uuid: 'runners',
        how: 'move',
        number: 7,
        places: [
          [13, 20],
          [15, 20.5],
        ],
      },
    ]);
    expect(onTable().pending).toBeNull();
  });

  test('places a unit by hand that the photo does not show', async () => {
    const list = await shown([GONE]);
    await userEvent.click(list.getByRole('button', { name: 'Correct Reed Stalkers' }));
    await userEvent.click(list.getByRole('button', { name: 'Accept as corrected' }));
    await waitFor(() =>
      expect(sent[0]?.places).toEqual([
        [23, 20],
        [25, 20],
      ]),
    );
    await userEvent.click(screen.queryByRole('button', { name: 'Cancel' }) ?? document.body);
    expect(onTable().pending).toBeNull();
  });

  test("has a unit's miniatures picked among those that the photo shows", async () => {
    const found = (x: number, y: number) => ({
      box: [0, 0, 1, 1] as const,
      score: 1,
      location: [x, y] as const,
      diameter: 1,
    });
    const few = difference('too-few', RUNNERS, '1 of 2 miniatures of Torch Runners are seen.');
    const list = await shown(
      [few],
      <>
        <GameMap />
        <CameraPanel />
      </>,
    );
    act(() =>
      useCamera.setState({
        analysis: {
          ...ANALYSIS,
          objects: { model: [found(14, 20.5), found(50, 40), { ...found(12, 20), remembered: true }] },
          assigned: [{ transponder: 'transponder-01', unitName: 'Torch Runners', unitUuid: 'runners', models: [0] }],
        },
      }),
    );
    await userEvent.click(list.getByRole('button', { name: 'Pick the miniatures of Torch Runners' }));
    expect(list.getByText(/^1 of 2 picked/)).toBeVisible();
    const accept = list.getByRole('button', { name: 'Accept those picked' });
    expect(accept).toBeDisabled();
    const spot = (name: string) => screen.getByRole('button', { name: `Miniature on the photo, ${name}` });
    expect(spot('14.0″ from the left edge, 20.5″ from the top')).toHaveAttribute('aria-pressed', 'true');
    fireEvent.keyDown(spot('10.0″ from the right edge, 4.0″ from the bottom'), { key: 'Enter' });
    await userEvent.click(
      spot('12.0″ from the left edge, 20.0″ from the top, hidden here and seen in the photo before'),
    );
    expect(list.getByText(/^3 of 2 picked/)).toBeVisible();
    await userEvent.click(spot('10.0″ from the right edge, 4.0″ from the bottom'));
    await userEvent.click(accept);
    expect(await screen.findByText('The table stands as the battle knows it.')).toBeVisible();
    expect(sent[0]).toEqual({ image_id: 'p1', unit_uuid: 'runners', how: 'move', number: 7, models: [0, 2] });
    expect(screen.queryByRole('button', { name: /^Miniature on the photo/ })).toBeNull();
  });

  test('shows where a unit is', async () => {
    const list = await shown([GONE]);
    await userEvent.click(list.getByRole('button', { name: 'Show Reed Stalkers on the map' }));
    expect(onTable().selectedId).toBe('reeds');
  });

  test('a comparison that fails is shown, and tried again', async () => {
    let failing = true;
    serve({
      [CALL]: () =>
        failing
          ? json({ detail: 'The battle has not begun.' }, 409)
          : json({ image_id: 'p1', waiting: false, number: 7, unread: '', proposals: [] }),
    });
    act(() => useCamera.setState({ gameId: GAME, connected: true, analysis: ANALYSIS }));
    showPanel(<CameraPanel />, tableState({ model: { digital: false } }));
    expect(await screen.findByText('The battle has not begun.')).toBeVisible();
    failing = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The table stands as the battle knows it.')).toBeVisible();
  });
});
