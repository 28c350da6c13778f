import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useCamera } from '@/features/table-camera';
import { json, serve, type Seen } from '@/test/page';
import { Wire } from '@/test/wire';
import { useChat } from '../chat/chatStore';
import { asked, fresh, game, GAME, now, opened, STATE } from '../shell/shell.test-kit';
import { showPanel } from '../staged.test-kit';
import { tableState } from '../table.test-kit';
import { CameraBar } from './CameraBar';

const PHOTO = `${GAME}/photos/p1`;
const LATEST = `${GAME}/latest_image`;
const CAMERA = {
  game_id: 'g1',
  paired: true,
  empty_image_id: 'p0',
  residual: 0.02,
  markers: 8,
  corners: [],
  dice_tray_coordinates: { startX: 0.1, startY: 0.2, endX: 0.4, endY: 0.6 },
  problems: [],
};
const TAKEN = {
  exists: true,
  image_id: 'p1',
  image_url: PHOTO,
  width: 1280,
  height: 720,
  analysis: null,
  processed_at: null,
};
const box = (x: number, score: number) => ({ box: [x, 20, x + 50, 80], score });
const RESULT = {
  analysis_type: 'table',
  image_url: PHOTO,
  debug_image_path: 'p1.jpg',
  assignment_debug_image_path: 'p1-units.jpg',
  problems: [{ code: 'blurred', message: 'The photo is blurred. Hold the phone still.', fatal: false }],
  objects: {
    model: [box(10, 0.934)],
    transponder: [box(20, 1)],
    objective: [box(30, 0.5)],
    terrain: [box(40, 0.25)],
    penny: [box(50, 0.999)],
  },
  detected_objects: { models: 12, transponders: 3, objectives: 5, terrain: 2 },
  assignments: [
    { transponder: 'transponder-07', unit_name: 'Reed Archers', unit_uuid: 'reeds', assignments: [{}, {}, {}] },
  ],
};
const DONE = { job_id: 'j1', job_type: 'photo', detail: '', result: RESULT };

const drawn: [colour: string, width: number, x: number][] = [];
const written: string[] = [];
const context = {
  clearRect: vi.fn(),
  fillText: (text: string) => written.push(text),
  strokeRect: (x: number) => drawn.push([context.strokeStyle, context.lineWidth, x]),
  setLineDash: () => undefined,
  strokeStyle: '',
  fillStyle: '',
  lineWidth: 0,
  font: '',
};

beforeEach(() => {
  fresh();
  drawn.length = written.length = 0;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    context as unknown as CanvasRenderingContext2D & null,
  );
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  let made = 0;
  URL.createObjectURL = () => `blob:${(made += 1)}`;
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => void vi.useRealTimers());

const cameraWires = (): Wire[] => Wire.all.filter(({ url }) => url.endsWith('role=camera'));
const wire = (): Wire => cameraWires().at(-1)!;
const sent = (): { type: string; payload: object }[] => wire().sent.map((each) => JSON.parse(each));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const said = (): string[] => useChat.getState().messages.map(({ text }) => text);

/** A physical game whose camera's channel is open. */
async function physical(answers: Parameters<typeof game>[0] = {}): Promise<Seen[]> {
  const seen = game({
    [STATE]: () => json(now({ digital: false })),
    [`${GAME}/camera`]: () => json(CAMERA),
    [LATEST]: () => json({ exists: false }),
    [`${GAME}/photos`]: () => new Response(new Uint8Array([255, 216])),
    [`${GAME}/process_game_state`]: () => json({ job_id: 'j1', image_id: 'p1' }, 202),
    [`${GAME}/reconciliation`]: () => json({ image_id: 'p1', waiting: false, number: 130, unread: '', proposals: [] }),
    ...answers,
  });
  await opened();
  await waitFor(() => expect(cameraWires()).toHaveLength(1));
  act(() => wire().onopen?.());
  await screen.findByText('Waiting for the phone');
  wire().hear('camera_connected', { device_id: 'phone', phone: true });
  await screen.findByText('Camera Connected');
  return seen;
}

describe('the camera of a game', () => {
  // CAM-2, CAM-29, SOCK-16, SITE-13
  test('a digital game has none', async () => {
    game({ [STATE]: () => json(now({ digital: true })) });
    await opened();
    expect(Wire.all.length).toBeGreaterThan(0);
    expect(cameraWires()).toEqual([]);
    for (const name of ['Take Photo', 'Take Dice Tray Photo', 'View Dice Image'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByText(/^Camera /)).toBeNull();
  });

  test('a game without a phone says so, and leads to the pairing', async () => {
    await physical({ [`${GAME}/camera`]: () => json({ ...CAMERA, paired: false }) });
    await userEvent.click(await screen.findByRole('button', { name: 'No phone is paired' }));
    expect(await screen.findByRole('button', { name: 'Pair a phone' })).toBeEnabled();
  });

  // CAM-1, SITE-13, CAM-6, CAM-7, CAM-8, CAM-11, CAM-15, CAM-16, CAM-23, SOCK-11, SOCK-12
  test('a physical game has its controls on the map, which wait for the connection', async () => {
    await physical();
    const map = within(screen.getByRole('region', { name: 'Map Preview' }));
    const [photo, tray] = [
      map.getByRole('button', { name: 'Take Photo' }),
      await map.findByRole('button', { name: 'Take Dice Tray Photo' }),
    ];
    expect(map.getByRole('button', { name: 'View Dice Image' })).toBeEnabled();
    await waitFor(() => expect(tray).toBeEnabled());
    expect(photo).toBeEnabled();
    act(() => wire().onclose?.({ code: 1006, reason: '' }));
    expect(map.getByText('Camera Disconnected (Reconnecting...)')).toBeVisible();
    expect(photo).toBeDisabled();
    expect(tray).toBeDisabled();
  });

  // CAM-9, CAM-10, CAM-30
  test('without tray coordinates no tray is photographed', async () => {
    await physical({ [`${GAME}/camera`]: () => json({ ...CAMERA, dice_tray_coordinates: null }) });
    const tray = screen.getByRole('button', { name: 'Take Dice Tray Photo' });
    expect(tray).toBeDisabled();
    expect(tray).toHaveAttribute('title', 'No dice tray coordinates configured');
    await userEvent.click(tray);
    expect(sent().map(({ type }) => type)).toEqual(['camera_connected']);
  });

  // CAM-31, API-68, API-69
  test('the tray is photographed within its rectangle', async () => {
    await physical();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Take Dice Tray Photo' })).toBeEnabled());
    await press('Take Dice Tray Photo');
    expect(sent()).toEqual([
      { type: 'camera_connected', payload: { game_id: 'g1', device_id: expect.stringMatching(/^page-/) } },
      { type: 'take_picture', payload: { game_id: 'g1', dice_tray: true, selection: CAMERA.dice_tray_coordinates } },
    ]);
  });

  // CAM-27, CAM-28, CAM-29
  test.each([
    ['without a connection', false, false, 'g1'],
    ['without a game', true, false, ''],
    ['of a digital game', true, true, 'g1'],
  ])('nothing is photographed %s', async (_, connected, digital, gameId) => {
    const take = vi.fn();
    serve({});
    showPanel(<CameraBar />, tableState({ model: { digital } }), '', gameId);
    act(() => useCamera.setState({ connected, link: { take } as never }));
    const photo = screen.getByRole('button', { name: 'Take Photo' });
    expect(photo).toBeDisabled();
    photo.removeAttribute('disabled');
    await userEvent.click(photo);
    expect(take).not.toHaveBeenCalled();
    act(() => useCamera.setState(useCamera.getInitialState()));
  });
});

describe('a photo of the table', () => {
  // CAM-25, CAM-26, ERR-52, OPEN-100
  test('is taken first, and read once it has arrived', async () => {
    const bodies: unknown[] = [];
    let latest: object = { exists: false };
    await physical({
      [LATEST]: () => json(latest),
      [`${GAME}/process_game_state`]: async (_, call) => {
        bodies.push(await call.json());
        return json({ job_id: 'j1', image_id: 'p1' }, 202);
      },
    });
    await press('Take Photo');
    expect(said()).toContain('Taking battlefield photo for analysis...');
    expect(sent().at(-1)).toEqual({ type: 'take_picture', payload: { game_id: 'g1', dice_tray: false } });
    expect(screen.getByText('Waiting for the picture…')).toBeVisible();
    expect(bodies).toEqual([]);
    wire().hear('image_captured', { image_id: 'old', image_url: `${GAME}/photos/old`, dice_tray: false, age: 600 });
    expect(screen.getByText('Waiting for the picture…'), 'that one had waited on the phone').toBeVisible();
    latest = TAKEN;
    wire().hear('image_captured', { age: 2, image_id: 'p1', image_url: PHOTO, dice_tray: false });
    await waitFor(() => expect(bodies).toEqual([{ image_id: 'p1' }]));
    expect(await screen.findByText('Reading the photo…')).toBeVisible();
    wire().hear('job_completed', DONE);
    await waitFor(() => expect(screen.queryByText('Reading the photo…')).toBeNull());
    expect(screen.getByRole('button', { name: 'Take Photo' })).toBeEnabled();
  });

  // CAM-24, ERR-49, ERR-50, OPEN-100
  test.each([
    [{ exists: false }, 'No image available for processing. Please take a picture first.'],
    [{ ...TAKEN, image_url: null }, 'No image available for processing. Please take a picture first.'],
    [{ ...TAKEN, image_id: null }, 'No image ID available for processing.'],
  ])('needs an image with an address and an id: %j', async (latest, shown) => {
    const seen = await physical({ [LATEST]: () => json(latest) });
    wire().hear('disconnect', { phone: true });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Take Photo' }));
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(await screen.findByText(shown)).toBeVisible();
    expect(asked(seen, `${GAME}/process_game_state`)).toBe(0);
  });

  test('where no phone answers the latest one is read', async () => {
    const seen = await physical({ [LATEST]: () => json(TAKEN) });
    wire().hear('disconnect', { phone: true });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Take Photo' }));
    await act(() => vi.advanceTimersByTimeAsync(4000));
    await waitFor(() => expect(asked(seen, `${GAME}/process_game_state`)).toBe(1));
    const old = 'The camera sent no new picture. The latest photo is read instead.';
    expect(said()).toContain(old);
    expect((await screen.findAllByText(old))[0]).toBeVisible();
  });

  test('of the empty board is not offered to be read', async () => {
    await physical({
      [LATEST]: () => json(TAKEN),
      [`${GAME}/camera`]: () => json({ ...CAMERA, empty_image_id: 'p1' }),
    });
    await screen.findByTestId('table-photo');
    expect(screen.queryByRole('button', { name: 'Read it' })).toBeNull();
  });

  test('whose reading may have ended unheard does not hold up the next', async () => {
    await physical({ [LATEST]: () => json(TAKEN) });
    await press('Read it');
    expect(await screen.findByText('Reading the photo…')).toBeVisible();
    act(() => wire().onclose?.({ code: 1006, reason: '' }));
    expect(screen.queryByText('Reading the photo…')).toBeNull();
    act(() => useCamera.getState().link?.reconnect());
    await waitFor(() => expect(cameraWires()).toHaveLength(2));
    act(() => wire().onopen?.());
    expect(screen.getByRole('button', { name: 'Take Photo' })).toBeEnabled();
  });

  // ERR-51, CHAT-10
  test('a failure is shown in the chat', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    await physical({
      [LATEST]: () => json(TAKEN),
      [`${GAME}/process_game_state`]: () => json({ detail: 'The reader rests.' }, 503),
    });
    await press('Take Photo');
    wire().hear('image_captured', { image_id: 'p1', image_url: PHOTO, dice_tray: false });
    await waitFor(() => expect(said()).toContain('Failed to take photo. Please try again.'));
    expect(useChat.getState().messages.at(-1)?.type).toBe('system');
    expect(screen.getByRole('button', { name: 'Take Photo' })).toBeEnabled();
  });

  // CAM-41, CAM-42, API-77
  test('that was captured becomes the background, one of the dice tray does not; the latest image is fetched again', async () => {
    let latest: object = { exists: false };
    const seen = await physical({ [LATEST]: () => json(latest) });
    const before = asked(seen, LATEST);
    wire().hear('image_captured', { image_id: 'd1', image_url: `${GAME}/photos/d1`, dice_tray: true });
    await waitFor(() => expect(asked(seen, LATEST)).toBe(before + 1));
    expect(screen.queryByTestId('table-photo')).toBeNull();
    expect(asked(seen, `${GAME}/photos/d1`)).toBe(0);
    latest = TAKEN;
    wire().hear('image_captured', { image_id: 'p1', image_url: PHOTO, dice_tray: false });
    const photo = await screen.findByTestId('table-photo');
    expect(photo).toHaveAttribute('data-photo', 'p1');
    expect(photo).toHaveAttribute('href', 'blob:1');
    await waitFor(() => expect(asked(seen, LATEST)).toBe(before + 2));
    expect(await screen.findByText('There is a photo of the table that has not been read.')).toBeVisible();
    await press('Read it');
    await waitFor(() => expect(asked(seen, `${GAME}/process_game_state`)).toBe(1));
  });
});

describe('what was read', () => {
  // ENT-1: what was read, in this browser; CAM-5, CAM-17, CAM-18..22, CAM-33, CAM-43, CAM-44, CAM-45, API-78
  test('is kept, shown, and has the game loaded again', async () => {
    const seen = await physical({ [LATEST]: () => json(TAKEN) });
    const before = asked(seen, STATE);
    expect(screen.queryByRole('region', { name: 'Camera Analysis Results' })).toBeNull();
    wire().hear('job_completed', DONE);
    const results = within(await screen.findByRole('region', { name: 'Camera Analysis Results' }));
    const count = (name: string) => results.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
    expect(['Models', 'Transponders', 'Objectives', 'Terrain'].map(count)).toEqual(['12', '3', '5', '2']);
    expect(results.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'TransponderUnitModels',
      'T07Reed Archers3',
    ]);
    expect(results.getByText('The photo is blurred. Hold the phone still.')).toBeVisible();
    expect(results.getByText(/percentage at a box says how sure it is/)).toBeVisible();
    expect(screen.getByText(/^Last analysis:/).querySelector('time')?.textContent).toMatch(/\d/);
    expect(JSON.parse(localStorage.getItem('cameraAnalysisResults')!)).toMatchObject(RESULT);
    await waitFor(() => expect(asked(seen, STATE)).toBeGreaterThan(before));
  });

  // CAM-33
  test('is there again after a reload, of this game alone', async () => {
    localStorage.setItem(
      'cameraAnalysisResults',
      JSON.stringify({ ...RESULT, game_id: 'g1', processed_at: '2026-11-22T03:00:00Z' }),
    );
    await physical();
    expect(await screen.findByRole('region', { name: 'Camera Analysis Results' })).toBeVisible();
    act(() => useCamera.getState().link?.close());
    expect(useCamera.getState().analysis).toBeNull();
    localStorage.setItem('cameraAnalysisResults', JSON.stringify({ ...RESULT, game_id: 'another' }));
    act(() => useCamera.getState().link?.open());
    expect(useCamera.getState().analysis).toBeNull();
  });

  // CAM-12, CAM-13, CAM-14
  test('has its debug pictures, each in a tab of its own, where they were drawn', async () => {
    await physical({ [LATEST]: () => json(TAKEN) });
    for (const [more, names] of [
      [{}, ['View Debug Image', 'View Assignment Debug']],
      [{ debug_image_path: undefined }, ['View Assignment Debug']],
      [{ assignment_debug_image_path: undefined }, ['View Debug Image']],
    ] as const) {
      wire().hear('job_completed', { ...DONE, result: { ...RESULT, ...more } });
      await waitFor(() =>
        expect(screen.queryAllByRole('link', { name: /^View / }).map((each) => each.textContent)).toEqual(names),
      );
    }
    const link = screen.getByRole('link', { name: 'View Debug Image' });
    expect(link).toHaveAttribute('href', '/debug/p1.jpg');
    expect(link).toHaveAttribute('target', '_blank');
  });

  // CAM-34..40, CAM-46, CONST-30, CONST-31
  test("is drawn in boxes of its kind's colour, with the score", async () => {
    await physical({ [LATEST]: () => json(TAKEN) });
    await screen.findByTestId('table-photo');
    drawn.length = written.length = 0;
    wire().hear('job_completed', DONE);
    expect(drawn).toEqual([
      ['green', 3, 10],
      ['blue', 3, 20],
      ['orange', 3, 30],
      ['purple', 3, 40],
      ['red', 3, 50],
    ]);
    expect(written).toEqual(['93.4%', '100.0%', '50.0%', '25.0%', '99.9%']);
  });

  // CAM-47
  test('changes the background, unless it is of dice', async () => {
    await physical({ [LATEST]: () => json(TAKEN) });
    const shown = () => screen.getByTestId('table-photo').getAttribute('data-photo');
    await screen.findByTestId('table-photo');
    wire().hear('job_completed', {
      job_id: 'j2',
      job_type: 'dice',
      detail: '',
      result: { analysis_type: 'dice_detection', image_url: `${GAME}/photos/d1`, dice_result: {} },
    });
    expect(shown()).toBe('p1');
    expect(JSON.parse(localStorage.getItem('cameraAnalysisResults')!).dice.analysis_type).toBe('dice_detection');
    wire().hear('job_completed', { ...DONE, result: { ...RESULT, image_url: `${GAME}/photos/p9` } });
    await waitFor(() => expect(shown()).toBe('p9'));
  });

  test('a photo of which nothing could be read says why', async () => {
    await physical();
    wire().hear('job_completed', { ...DONE, result: null, detail: 'The photo is not there any more. Take a new one.' });
    expect(await screen.findByText('The photo is not there any more. Take a new one.')).toBeVisible();
  });
});

describe('what is only logged', () => {
  // ERR-63, API-82
  test('an error that the channel reports', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    await physical();
    wire().hear('error', { detail: 'The server does not know that.' });
    expect(log).toHaveBeenCalledWith(expect.any(String), { detail: 'The server does not know that.' });
    expect(screen.getByText('Camera Connected')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  // ERR-65
  test('an analysis that cannot be read or kept', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    localStorage.setItem('cameraAnalysisResults', 'no json');
    await physical({ [LATEST]: () => json(TAKEN) });
    expect(log).toHaveBeenCalledWith('The kept camera analysis could not be read', expect.any(SyntaxError));
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    wire().hear('job_completed', DONE);
    expect(log).toHaveBeenCalledWith('The camera analysis could not be kept', expect.any(Error));
    expect(await screen.findByRole('region', { name: 'Camera Analysis Results' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  // ERR-74
  test('a latest image that one may not see', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await physical();
    localStorage.removeItem('access_token');
    game({ [LATEST]: () => json({ detail: 'Please log in to go on.' }, 401) });
    await act(async () => void (await useCamera.getState().link?.refresh()));
    expect(warn).toHaveBeenCalled();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
