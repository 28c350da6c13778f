import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json, serve, show } from '@/test/page';
import { PhoneCamera } from '.';
import { Wire } from '@/test/wire';
import { INSECURE } from './photograph';

const open = (path: string) => show(path, { '/camera': <PhoneCamera />, '/game/:gameId/camera': <PhoneCamera /> });

/** The browser's uploads: each waits until the test answers it. */
class Upload {
  static all: Upload[] = [];
  method = '';
  url = '';
  headers: Record<string, string> = {};
  status = 0;
  statusText = '';
  response = '';
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  body: Blob | null = null;
  open(method: string, url: string) {
    Object.assign(this, { method, url });
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name.toLowerCase()] = value;
  }
  getAllResponseHeaders() {
    return 'content-type: application/json';
  }
  send(body: Blob) {
    this.body = body;
    Upload.all.push(this);
  }
  abort() {
    this.onabort?.();
  }
  async answer(status: number, body: object) {
    Object.assign(this, { status, response: JSON.stringify(body) });
    await act(async () => this.onload?.());
  }
}

const track = { stop: vi.fn(), onended: null as (() => void) | null };
const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
const camera = vi.fn<() => Promise<typeof stream>>();
const wire = (): Wire => Wire.last;
const letIn = () => {
  wire().open();
  wire().hear('connected', { role: 'camera' });
};
const upload = async (number: number): Promise<Upload> =>
  waitFor(() => Upload.all[number - 1] ?? expect.fail('nothing is sent'));
const photos = () => within(screen.getByRole('region', { name: 'Photos' }));
const doing = () => photos().getByRole('status').textContent;
const KEPT = { image_id: 'p1', image_url: '/p1', dice_tray: false, width: 4, height: 3 };

function hide(hidden: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

let games = 0;

/** Opens the page of a phone that is paired with a game of its own. */
async function paired() {
  games += 1;
  const gameId = `g${String(games)}`;
  localStorage.setItem(
    `highground_camera:${gameId}`,
    JSON.stringify({
      game_id: gameId,
      game_name: 'At the weir',
      token: 'phone-token',
      expires: '2100-01-01T00:00:00Z',
    }),
  );
  const view = open(`/game/${gameId}/camera`);
  await screen.findByRole('heading', { name: 'At the weir' });
  await waitFor(() => expect(Wire.all).not.toHaveLength(0));
  return { ...view, gameId };
}

beforeEach(() => {
  Wire.all = [];
  Upload.all = [];
  track.stop.mockClear();
  camera.mockReset().mockResolvedValue(stream);
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('XMLHttpRequest', Upload);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal(
    'ImageCapture',
    class {
      getPhotoCapabilities = () => Promise.resolve({});
      takePhoto = () => Promise.resolve(new Blob(['pixels'], { type: 'image/jpeg' }));
    },
  );
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: camera } });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined); // jsdom has no storage for photos.
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
  serve({});
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

describe('pairing', () => {
  const joined = (gameId: string) => () =>
    json({ token: 'new-token', game_id: gameId, game_name: 'At the weir', expires: '2100-01-01T00:00:00Z' });

  test('OPEN-28 the link of the QR picture pairs the phone with one call, without a login, and is taken from the address', async () => {
    localStorage.setItem('access_token', 'secret');
    const seen = serve({ '/api/camera/join': joined('linked') });
    const { router } = open('/game/linked/camera?code=ABCDEFGH');
    expect(await screen.findByRole('heading', { name: 'At the weir' })).toBeInTheDocument();
    const calls = seen.filter(({ path }) => path === '/api/camera/join');
    expect(calls).toHaveLength(1);
    expect(calls[0]?.headers.get('Authorization')).toBeNull();
    expect(router.state.location.pathname + router.state.location.search).toBe('/game/linked/camera');
    await waitFor(() => expect(wire().protocols).toEqual(['highground', 'bearer.new-token']));
  });

  test('a link that was used before leads to the pairing that it made', async () => {
    const { router } = await paired();
    serve({ '/api/camera/join': () => json({ detail: 'This pairing code is not valid any more.' }, 404) });
    await act(() => router.navigate(`${router.state.location.pathname}?code=ABCDEFGH`));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(await screen.findByRole('heading', { name: 'At the weir' })).toBeInTheDocument();
  });

  test('a code is typed in any case, with spaces and dashes; one of another game leads there', async () => {
    let sent: unknown;
    serve({
      '/api/camera/join': async (_, request) => {
        sent = await request.json();
        return joined('typed')();
      },
    });
    const { router } = open('/camera');
    await userEvent.type(await screen.findByLabelText('Pairing code'), 'abcd-ef');
    await userEvent.click(screen.getByRole('button', { name: 'Pair this phone' }));
    expect(screen.getByRole('alert')).toHaveTextContent('A pairing code has 8 letters and digits.');
    await userEvent.type(screen.getByLabelText('Pairing code'), ' gh');
    await userEvent.click(screen.getByRole('button', { name: 'Pair this phone' }));
    await screen.findByRole('heading', { name: 'At the weir' });
    expect(sent).toEqual({ code: 'ABCDEFGH' });
    expect(router.state.location.pathname).toBe('/game/typed/camera');
  });

  test('a code that the server does not take is shown in its words', async () => {
    serve({ '/api/camera/join': () => json({ detail: 'Too many attempts. Please try again in 20 seconds.' }, 429) });
    open('/game/g/camera?code=ABCDEFGH');
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Please try again in 20 seconds.');
    expect(screen.getByLabelText('Pairing code')).toHaveValue('ABCDEFGH');
  });

  test('a phone that was let go asks for a new code, keeps its photos, and sends them once it is paired again', async () => {
    const { gameId } = await paired();
    letIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Photograph the table' }));
    await (
      await upload(1)
    ).answer(401, { detail: 'This phone is not paired with the game any more. Scan the code again.' });
    expect(
      await screen.findByText(
        'This phone is not paired with the game any more. Show a new code in the game and scan it.',
      ),
    ).toBeInTheDocument();
    serve({ '/api/camera/join': joined(gameId) });
    await userEvent.type(screen.getByLabelText('Pairing code'), 'ABCDEFGH');
    await userEvent.click(screen.getByRole('button', { name: 'Pair this phone' }));
    await screen.findByRole('heading', { name: 'At the weir' });
    letIn();
    expect((await upload(2)).headers.authorization).toBe('Bearer new-token');
  });
});

describe('photos', () => {
  test('API-81 API-68 OPEN-27 the table asks: photographed, sent with progress, sent', async () => {
    const { gameId } = await paired();
    expect(screen.getByText('Camera Connecting')).toBeInTheDocument();
    letIn();
    expect(screen.getByText('Camera Connected')).toBeInTheDocument();
    expect(doing()).toBe('Waiting for the table to ask for a photo.');
    expect(wire().messages).toEqual([
      {
        type: 'camera_connected',
        payload: { game_id: gameId, phone: true, device_id: localStorage.getItem('highground_device') },
      },
    ]);
    wire().hear('take_picture', { dice_tray: true, selection: { startX: 0.1, startY: 0.2, endX: 0.4, endY: 0.6 } });
    const sent = await upload(1);
    expect([sent.method, new URL(sent.url).pathname, sent.headers.authorization]).toEqual([
      'POST',
      `/api/game/${gameId}/photos`,
      'Bearer phone-token',
    ]);
    const body = (await sent.body?.text()) ?? '';
    expect(body).toMatch(/name="dice_tray"\r\n\r\ntrue/);
    expect([body.match(/name="file"/g), body.match(/name="more"/g)].map((parts) => parts?.length)).toEqual([1, 2]);
    act(() => sent.upload.onprogress?.({ loaded: 1, total: 4 }));
    expect(screen.getByRole('progressbar', { name: 'Sending the photo of the dice tray' })).toHaveAttribute(
      'aria-valuenow',
      '25',
    );
    expect(doing()).toBe('Sending a photo');
    await sent.answer(201, KEPT);
    await waitFor(() => expect(doing()).toMatch(/^Sent: the dice tray, /));
    expect(screen.getByRole('img', { name: 'The latest photo, of the dice tray' })).toBeInTheDocument();
  });

  test.each([
    ['gives no second photo in time', 'pixels', 2],
    ['takes photos that are much to send', 'pixels'.repeat(2_000_000), 1],
  ])('a camera that %s sends one of a roll', async (_, pixels, takes) => {
    let taken = 0;
    vi.stubGlobal(
      'ImageCapture',
      class {
        getPhotoCapabilities = () => Promise.resolve({});
        takePhoto = () => {
          taken += 1;
          return taken === 2
            ? new Promise<Blob>(() => undefined)
            : Promise.resolve(new Blob([pixels], { type: 'image/jpeg' }));
        };
      },
    );
    await paired();
    letIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Photograph the dice tray' }));
    await waitFor(() => expect(Upload.all).toHaveLength(1), { timeout: 3_000 });
    expect((await Upload.all[0]?.body?.text())?.includes('name="more"')).toBe(false);
    expect(taken).toBe(takes);
  });

  test('while a photo is taken nothing else can be, and it says so', async () => {
    let take: (photo: Blob) => void = () => undefined;
    vi.stubGlobal(
      'ImageCapture',
      class {
        getPhotoCapabilities = () => Promise.resolve({});
        takePhoto = () =>
          new Promise<Blob>((resolve) => {
            take = resolve;
          });
      },
    );
    await paired();
    letIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Photograph the table' }));
    await waitFor(() => expect(doing()).toBe('Photographing the table'));
    expect(screen.getByRole('button', { name: 'Photograph the dice tray' })).toBeDisabled();
    wire().hear('take_picture', { dice_tray: false });
    await act(async () => take(new Blob(['first'], { type: 'image/jpeg' })));
    await (await upload(1)).answer(201, KEPT);
    await act(async () => take(new Blob(['second'], { type: 'image/jpeg' })));
    expect(await upload(2)).toBeDefined();
  });

  test('a photo that does not get through is kept and sent again, by hand or when the connection is back', async () => {
    await paired();
    letIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Photograph the table' }));
    const lost = await upload(1);
    await act(async () => lost.onerror?.());
    expect(await photos().findByRole('alert')).toHaveTextContent(
      'A photo is not sent. The server could not be reached. Please try again.',
    );
    await userEvent.click(photos().getByRole('button', { name: 'Try again' }));
    await act(async () => Upload.all[1]?.onerror?.());
    await photos().findByRole('alert');
    wire().hear('connected');
    expect(Upload.all).toHaveLength(2);
    wire().end();
    await userEvent.click(screen.getByRole('button', { name: 'Reconnect' }));
    await waitFor(() => expect(Wire.all).toHaveLength(2));
    letIn();
    await (await upload(3)).answer(201, KEPT);
    await waitFor(() => expect(doing()).toMatch(/^Sent: the table, /));
  });

  test('a photo that the server does not take is shown with its reason, and deleted by hand', async () => {
    await paired();
    await userEvent.click(await screen.findByRole('button', { name: 'Photograph the dice tray' }));
    await (await upload(1)).answer(422, { detail: 'The photo is damaged.' });
    expect(await photos().findByRole('alert')).toHaveTextContent(
      'The server did not take the photo of the dice tray. The photo is damaged.',
    );
    await userEvent.click(photos().getByRole('button', { name: 'Delete the photo' }));
    expect(photos().queryByRole('alert')).toBeNull();
  });
});

test('a film of a roll is chosen from a file, and is none for the table', async () => {
  await paired();
  letIn();
  expect(screen.getByLabelText('File: Choose a photo of the table')).toHaveAttribute('accept', 'image/*');
  const film = new File(['frames'], 'roll.mov', { type: 'video/quicktime' });
  await userEvent.upload(screen.getByLabelText('File: Choose a photo or film of the dice tray'), film);
  const sent = await upload(1);
  expect(await sent.body?.text()).toMatch(/name="dice_tray"\r\n\r\ntrue/);
  expect(screen.getByRole('progressbar', { name: 'Sending the film of the dice tray' })).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'The latest film, of the dice tray' })).toBeInTheDocument();
  await sent.answer(422, { detail: 'The dice do not come to rest in this film.' });
  expect(await photos().findByRole('alert')).toHaveTextContent(
    'The server did not take the film of the dice tray. The dice do not come to rest in this film.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete the film' }));
  expect(screen.queryByRole('img', { name: /^The latest/ })).toBeNull();
});

describe('rolls that are read without a press', () => {
  const itself = () => screen.getByRole('switch', { name: /^Read rolls by itself/ });
  const line = () => screen.getByRole('status', { name: 'Rolls' }).textContent;
  const dice = (detection_classes: number[], doubtful: boolean[], other_boxes: number[][] = []) => ({
    job_id: 'j1',
    job_type: 'dice',
    detail: '',
    result: { analysis_type: 'dice_detection', dice_result: { detection_classes, doubtful, other_boxes } },
  });

  /** A page with the switch on, whose photo of the tray the server has. */
  async function rolled() {
    await paired();
    letIn();
    await userEvent.click(itself());
    await userEvent.click(screen.getByRole('button', { name: 'Photograph the dice tray' }));
    await (await upload(1)).answer(201, { ...KEPT, dice_tray: true });
  }

  test('are off until that is switched on, which the phone remembers', async () => {
    await paired();
    expect(itself()).not.toBeChecked();
    expect(screen.queryByRole('status', { name: 'Rolls' })).toBeNull();
    await userEvent.click(itself());
    expect(line()).toBe('Waiting for the camera.');
    cleanup();
    await paired();
    expect(itself()).toBeChecked();
    await userEvent.click(itself());
    cleanup();
    await paired();
    expect(itself()).not.toBeChecked();
  });

  test('are said in one line, with what is doubtful and what is not read', async () => {
    await rolled();
    expect(line()).toBe('Reading the roll.');
    act(() => wire().hear('job_completed', dice([6, 2, 5], [false, false, false])));
    expect(line()).toBe('Read: 2, 5, 6. Waiting for the camera.');
    act(() => wire().hear('job_completed', dice([6, 2, 5], [true, false, true], [[0, 0, 9, 9]])));
    expect(line()).toBe(
      'Read: 2, 5, 6. 2 are doubtful: the table asks what they show. A die of another kind: not read. Waiting for the camera.',
    );
    act(() => wire().hear('job_completed', dice([], [])));
    expect(line()).toBe('Read: no dice. Waiting for the camera.');
  });

  test('that cannot be read say why; what was read of the table is none', async () => {
    await rolled();
    act(() => wire().hear('job_completed', { job_type: 'photo', result: {}, detail: '' }));
    expect(line()).toBe('Reading the roll.');
    act(() =>
      wire().hear('job_completed', { job_type: 'dice', result: null, detail: 'The photo is not there any more.' }),
    );
    expect(line()).toBe('Not read: The photo is not there any more. Waiting for the camera.');
  });

  test('whose photo the server does not have are not being read', async () => {
    await paired();
    letIn();
    await userEvent.click(itself());
    await userEvent.click(screen.getByRole('button', { name: 'Photograph the dice tray' }));
    await (await upload(1)).answer(422, { detail: 'The photo is damaged.' });
    expect(line()).toBe('Waiting for the camera.');
  });
});

describe('without a live picture', () => {
  test("a page that did not come by https says why, and photographs by the phone's own camera app", async () => {
    vi.stubGlobal('isSecureContext', false);
    await paired();
    letIn();
    expect(screen.getByText(INSECURE)).toBeInTheDocument();
    expect(camera).not.toHaveBeenCalled();
    wire().hear('take_picture', { dice_tray: true });
    expect(doing()).toBe('The table asks for a photo of the dice tray.');
    const input = screen.getByLabelText<HTMLInputElement>('File: Photograph the dice tray');
    expect([input.accept, input.getAttribute('capture')]).toEqual(['image/*', 'environment']);
    await userEvent.upload(input, new File(['pixels'], 'tray.jpg', { type: 'image/jpeg' }));
    const sent = await upload(1);
    const body = await sent.body?.text();
    expect(body).toMatch(/name="dice_tray"\r\n\r\ntrue/);
    expect(Number(/name="age"\r\n\r\n(?<age>[\d.e-]+)/.exec(body ?? '')?.groups?.age)).toBeLessThan(5);
    await sent.answer(201, KEPT);
    await waitFor(() => expect(doing()).toMatch(/^Sent: the dice tray, /));
    hide(true);
    expect(wire().readyState).toBe(1);
  });

  test('a camera that is not allowed is reported, and asked for again', async () => {
    camera.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    await paired();
    expect(await screen.findByText(/^The camera is not allowed for this page/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/^The camera is not allowed/)).toBeNull());
    expect(screen.getByLabelText('What the camera sees')).toBeInTheDocument();
    expect(camera).toHaveBeenCalledTimes(2);
  });

  test('a hidden page lets go of camera and connection, and takes both up again', async () => {
    await paired();
    letIn();
    await waitFor(() => expect(camera).toHaveBeenCalledTimes(1));
    const first = wire();
    hide(true);
    expect(track.stop).toHaveBeenCalledTimes(1);
    expect(first.readyState).toBe(3);
    expect(Wire.all).toHaveLength(1);
    hide(false);
    expect(Wire.all).toHaveLength(2);
    await waitFor(() => expect(camera).toHaveBeenCalledTimes(2));
  });

  test('the screen is kept on; where it cannot be, that is said', async () => {
    const released = vi.fn().mockResolvedValue(undefined);
    const request = vi.fn().mockResolvedValue({ release: released, onrelease: null });
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    const { unmount } = await paired();
    await waitFor(() => expect(screen.queryByText(/lets the screen go dark/)).toBeNull());
    expect(request).toHaveBeenCalledWith('screen');
    unmount();
    expect(released).toHaveBeenCalled();
    Reflect.deleteProperty(navigator, 'wakeLock');
    await paired();
    expect(screen.getByText(/lets the screen go dark/)).toBeInTheDocument();
  });
});

describe('connection', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

  const after = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  test('SOCK-11 SOCK-12 SOCK-13 ERR-62 a lost connection is tried again every five seconds, and shown', async () => {
    await paired();
    letIn();
    wire().end();
    expect(screen.getByText('Camera Disconnected (Reconnecting...)')).toBeInTheDocument();
    await after(4500);
    expect(Wire.all).toHaveLength(1);
    await after(600);
    expect(Wire.all).toHaveLength(2);
    wire().end();
    await after(5100);
    letIn();
    expect(screen.getByText('Camera Connected')).toBeInTheDocument();
  });

  test('SOCK-14 SOCK-15 CONST-27 OPEN-53 disconnected by hand it stays so, until a second after it is reconnected by hand', async () => {
    await paired();
    letIn();
    act(() => screen.getByRole('button', { name: 'Disconnect' }).click());
    expect(screen.getByText('Camera Disconnected')).toBeInTheDocument();
    await after(30_000);
    expect(Wire.all).toHaveLength(1);
    act(() => screen.getByRole('button', { name: 'Reconnect' }).click());
    await after(500);
    expect(Wire.all).toHaveLength(1);
    await after(600);
    expect(Wire.all).toHaveLength(2);
  });

  test('API-78 the table lets the camera go; what the server says of an earlier connection does not', async () => {
    await paired();
    letIn();
    wire().hear('disconnect', { phone: true });
    wire().hear('camera_connected', { device_id: 'a page' });
    wire().hear('camera_connected', { device_id: 'phone', phone: true });
    expect(wire().messages.map(({ type }) => type)).toEqual([
      'camera_connected',
      'camera_connected',
      'camera_connected',
    ]);
    wire().hear('disconnect', { dice_tray: false });
    expect(screen.getByText('The table has let this camera go.')).toBeInTheDocument();
    await after(30_000);
    expect(Wire.all).toHaveLength(1);
  });

  test('API-82 ERR-63 an error is logged and changes nothing', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await paired();
    letIn();
    wire().hear('error', { detail: 'The server does not know messages of type x.' });
    expect(logged).toHaveBeenCalledWith('Camera channel', 'The server does not know messages of type x.');
    expect(screen.getByText('Camera Connected')).toBeInTheDocument();
  });

  test('a phone whose pairing has ended asks for a new code', async () => {
    await paired();
    wire().end(4401, 'Please log in to go on.');
    expect(
      await screen.findByText(
        'This phone is not paired with the game any more. Show a new code in the game and scan it.',
      ),
    ).toBeInTheDocument();
    await after(10_000);
    expect(Wire.all).toHaveLength(1);
  });
});
