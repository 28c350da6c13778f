import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useCamera } from '@/features/table-camera';
import type { AcceptCall, Difference, GameState, UnitState } from '@/shared/api';
import { useKeysOn } from '@/shared/keysOn';
import recorded from '@/test/fixtures/turned-photo.json';
import { CLEAR_SIGHT, json, serve } from '@/test/page';
import { GameMap } from '../shell/GameMap';
import { GAME, showPanel } from '../staged.test-kit';
import { wideScreen } from '../table.test-kit';
import { CameraPanel } from './CameraPanel';

/** Kestrel Riders, three on ovals, whom a photo shows three inches on and turned: recorded from the server. */
const RECORDED = recorded.state as unknown as GameState;
const STATE: GameState = { ...RECORDED, game_model: { ...RECORDED.game_model, digital: false } };
const PROPOSAL = recorded.proposal as unknown as Difference;
const RIDERS: UnitState = STATE.game_model.armies.flatMap((army) => army.units)[0]!;
const BEFORE = RIDERS.miniatures.map(({ facing }) => facing!);
const PHOTO = `/api/game/${GAME}/photos/p1`;
const MODELS = recorded.models.map((each) => ({
  ...each,
  box: [0, 0, 1, 1] as const,
  score: 1,
  location: [each.location[0]!, each.location[1]!] as const,
}));

let sent: AcceptCall[];

const fronts = () =>
  [...document.querySelectorAll('.ghost-base-front')].map((each) => Number(each.getAttribute('data-front')));
const ovals = (kind: string) =>
  [...document.querySelectorAll(`ellipse.${kind}`)].map((each) =>
    Number(/[\d.]+/.exec(each.getAttribute('transform')!)![0]),
  );
const button = (name: string) => screen.getByRole('button', { name });

async function shown(proposal: Difference, state = STATE) {
  serve({
    '/api/sight': () => json(CLEAR_SIGHT),
    [`/api/game/${GAME}/camera`]: () => json({ paired: true, corners: [], dice_tray_coordinates: null }),
    [PHOTO]: () => new Response(new Uint8Array([255, 216])),
    [`/api/game/${GAME}/reconciliation`]: async (_, call) => {
      if (call.method !== 'POST')
        return json({
          image_id: 'p1',
          waiting: sent.length === 0,
          number: 7,
          unread: '',
          proposals: sent.length ? [] : [proposal],
        });
      sent.push((await call.json()) as AcceptCall);
      return json(STATE);
    },
  });
  act(() =>
    useCamera.setState({
      gameId: GAME,
      connected: true,
      analysis: {
        objects: { model: MODELS },
        counts: { models: 3, transponders: 1, objectives: 0, terrain: 0 },
        assigned: [
          {
            transponder: 'transponder-06',
            unitName: RIDERS.name,
            unitUuid: RIDERS.uuid,
            models: MODELS.map((_, n) => n),
          },
        ],
        problems: [],
        grid: [],
        imageUrl: PHOTO,
        debugImage: '',
        assignmentDebugImage: '',
        processedAt: '',
      },
      photo: { ...useCamera.getInitialState().photo, id: 'p1' },
    }),
  );
  showPanel(
    <>
      <GameMap />
      <CameraPanel />
    </>,
    state,
  );
  return within(await screen.findByRole('region', { name: 'Table and battle' }));
}

beforeEach(() => {
  wideScreen();
  useKeysOn.setState({ on: true });
  sent = [];
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => act(() => useCamera.setState(useCamera.getInitialState())));

describe('a unit on ovals that a photo shows turned', () => {
  test('is corrected as ovals that lie as they were read, and sent so', async () => {
    const list = await shown(PROPOSAL);
    await userEvent.click(list.getByRole('button', { name: `Correct ${RIDERS.name}` }));
    expect(fronts()).toEqual(PROPOSAL.facings);
    expect(ovals('ghost-base')).toEqual(PROPOSAL.facings);
    expect(ovals('ghost-start')).toEqual(BEFORE.filter(Boolean));
    expect(list.getByText('Turned, which takes 1″ of its move.')).toBeVisible();
    await userEvent.click(button('Accept as corrected'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ places: PROPOSAL.places, facings: PROPOSAL.facings });
  });

  test('is turned one by one, by keys and by buttons that say which', async () => {
    const list = await shown(PROPOSAL);
    await userEvent.click(list.getByRole('button', { name: `Correct ${RIDERS.name}` }));
    const [first, second, third] = PROPOSAL.facings as [number, number, number];
    fireEvent.pointerDown(document.querySelector('[data-mini="1"]')!);
    await userEvent.click(button(`Turn the base of ${RIDERS.miniatures[1]!.name} 2 to the right`));
    act(() => document.querySelector<SVGElement>('[data-mini="2"]')!.focus());
    await userEvent.keyboard('<');
    expect(fronts()).toEqual([first, second + 15, third - 5]);
    await userEvent.click(button('Accept as corrected'));
    await waitFor(() => expect(sent[0]?.facings).toEqual([first, second + 15, third - 5]));
  });

  test('faces as before again, where the photo was misread, and then nobody is turned', async () => {
    const list = await shown(PROPOSAL);
    await userEvent.click(list.getByRole('button', { name: `Correct ${RIDERS.name}` }));
    await userEvent.click(list.getByRole('button', { name: 'Face as before' }));
    expect(fronts()).toEqual(BEFORE);
    expect(list.queryByText(/^Turned/)).toBeNull();
    await userEvent.click(button('Accept as corrected'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.places).toEqual(PROPOSAL.places);
    expect(sent[0]).not.toHaveProperty('facings');
  });

  test('that is not seen whole is corrected from how it faced', async () => {
    const list = await shown({ ...PROPOSAL, kind: 'too-few', places: [], facings: [], acceptable: false });
    await userEvent.click(list.getByRole('button', { name: `Correct ${RIDERS.name}` }));
    expect(fronts()).toEqual(BEFORE);
  });

  test('is picked among ovals that lie as they were read; the server gets their numbers', async () => {
    const list = await shown(PROPOSAL);
    await userEvent.click(list.getByRole('button', { name: `Pick the miniatures of ${RIDERS.name}` }));
    expect(ovals('found-base')).toEqual(recorded.models.map(({ turn }) => turn));
    const [drawn] = document.querySelectorAll('ellipse.found-base');
    expect(Number(drawn!.getAttribute('rx'))).toBeCloseTo((RIDERS.miniatures[0]!.length! / 2) * 10, 1);
    expect(Number(drawn!.getAttribute('ry'))).toBeCloseTo(RIDERS.miniatures[0]!.radius * 10, 1);
    await userEvent.click(button('Accept those picked'));
    await waitFor(() => expect(sent[0]).toMatchObject({ models: [0, 1, 2] }));
    expect(sent[0]).not.toHaveProperty('places');
  });
});

describe('a unit that a photo shows on an upper floor', () => {
  const { map_data: map } = STATE;
  const loft = {
    ...map.terrain[0]!,
    name: 'Loft',
    coordinates: [
      [0, 0],
      [60, 0],
      [60, 44],
      [0, 44],
    ] as [number, number][],
    floors: [3, 6],
  };
  const withLoft: GameState = { ...STATE, map_data: { ...map, terrain: [loft] } };

  test('is corrected there, and sent with its floor; a person may choose another', async () => {
    const list = await shown({ ...PROPOSAL, heights: [6, 6, 6] }, withLoft);
    await userEvent.click(list.getByRole('button', { name: `Correct ${RIDERS.name}` }));
    expect(button('Floor 2')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(button('Accept as corrected'));
    await waitFor(() => expect(sent[0]).toMatchObject({ floor: 2 }));
  });

  test('that stands on the ground again is sent to the ground', async () => {
    const list = await shown({ ...PROPOSAL, heights: [] }, withLoft);
    await userEvent.click(list.getByRole('button', { name: `Correct ${RIDERS.name}` }));
    await userEvent.click(button('Accept as corrected'));
    await waitFor(() => expect(sent[0]).toMatchObject({ floor: 0 }));
  });
});
