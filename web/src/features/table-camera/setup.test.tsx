import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { json, serve, signedIn, type Seen, show } from '@/test/page';
import { DebugPicturePage } from '@/features/debug-picture';
import { OpenWire, Wire } from '@/test/wire';
import { CameraSetup } from './CameraSetup';
import { useCamera } from './cameraStore';
import { useCameraLink } from './useCameraLink';

const open = (path: string) => show(path, { '/debug/:file': <DebugPicturePage /> });

const GAME = '/api/game/g1';
const PAIRING = {
  code: 'ABCD2345',
  url: 'https://table.example.org/game/g1/camera?code=ABCD2345',
  qr: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  expires: '2026-11-22T09:00:00Z',
};
const BARE = {
  game_id: 'g1',
  paired: false,
  empty_image_id: null,
  residual: null,
  markers: 0,
  corners: [],
  dice_tray_coordinates: null,
  problems: [],
};
const FOUND = { ...BARE, paired: true, empty_image_id: 'p1', residual: 0.021, markers: 8 };

let camera: typeof BARE | typeof FOUND;
let bodies: Record<string, unknown>[];

function server(more: Parameters<typeof serve>[0] = {}): Seen[] {
  const kept = async (_: string, call: Request) => {
    if (call.method === 'GET') return json(camera);
    const body = await call.json();
    bodies.push(body);
    camera = { ...camera, ...body };
    return json(camera);
  };
  return serve({
    [`${GAME}/camera`]: kept,
    [`${GAME}/camera/pairing`]: () => json(PAIRING, 201),
    [`${GAME}/latest_image`]: () => json({ exists: false }),
    [`${GAME}/photos/`]: () => new Response(new Uint8Array([255, 216])),
    [`${GAME}/photos`]: (_, call) =>
      call.method === 'POST'
        ? json({ image_id: 'p1', image_url: `${GAME}/photos/p1`, dice_tray: false, width: 640, height: 480 }, 201)
        : new Response(new Uint8Array([255, 216])),
    [`${GAME}/camera/calibration`]: async (_, call) => {
      bodies.push(await call.json());
      camera = { ...camera, ...FOUND, corners: camera.corners };
      return json(camera);
    },
    ...more,
  });
}

function Page() {
  useCameraLink('g1', true);
  return <CameraSetup gameId="g1" />;
}

async function shown(): Promise<void> {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })}>
      <Page />
    </QueryClientProvider>,
  );
  Wire.last.open();
  await screen.findByText('Waiting for the phone');
  await screen.findByTestId('board-found');
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const choose = () =>
  userEvent.upload(screen.getAllByTestId('photo-file')[0]!, new File(['x'], 'board.jpg', { type: 'image/jpeg' }));

beforeEach(() => {
  camera = BARE;
  bodies = [];
  signedIn();
  vi.stubGlobal('WebSocket', OpenWire);
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
});

describe('the phone', () => {
  test('is paired by a code, as a picture, in letters and as a link, until it has come', async () => {
    server();
    await shown();
    expect(screen.getByText('No phone is paired')).toBeVisible();
    await press('Pair a phone');
    expect(await screen.findByRole('img', { name: `QR code of ${PAIRING.url}` })).toHaveAttribute(
      'src',
      `data:image/svg+xml,${encodeURIComponent(PAIRING.qr)}`,
    );
    expect(screen.getByTestId('pairing-code')).toHaveTextContent('ABCD-2345');
    expect(screen.getByLabelText('Link for the phone')).toHaveValue(PAIRING.url);
    camera = { ...BARE, paired: true };
    Wire.last.hear('camera_connected', { device_id: 'phone', phone: true });
    expect(await screen.findByText('A phone watches the table.')).toBeVisible();
    expect(screen.getByText('Camera Connected')).toBeVisible();
    await press('Done');
    expect(await screen.findByText('A phone is paired')).toBeVisible();
    Wire.last.hear('disconnect', { phone: true });
    expect(screen.getByText('It has left')).toBeVisible();
    expect(screen.queryByText('Camera Connected')).toBeNull();
    expect(screen.getByText('Waiting for the phone')).toBeVisible();
  });

  // SOCK-14, OPEN-53
  test('the camera is let go by hand', async () => {
    server();
    await shown();
    await press('Disconnect camera');
    expect(screen.getByText('Camera Disconnected')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Photograph the empty board' })).toBeDisabled();
  });
});

describe('the empty board', () => {
  // OPEN-54
  test('is photographed by the phone, and shows to how many inches it is found', async () => {
    server();
    await shown();
    expect(screen.getByTestId('board-found')).toHaveTextContent('The empty board has not been photographed yet.');
    await press('Photograph the empty board');
    expect(Wire.last.messages.at(-1)?.type).toBe('take_picture');
    Wire.last.hear('image_captured', { image_id: 'p7', image_url: `${GAME}/photos/p7`, dice_tray: false });
    await waitFor(() =>
      expect(screen.getByTestId('board-found')).toHaveTextContent(
        'The board is found by 8 markers, to within 0.02 inches.',
      ),
    );
    expect(bodies).toEqual([{ image_id: 'p7' }]);
  });

  test('is a photo of this device where there is no phone; why it does not do is shown', async () => {
    const refused = {
      ...BARE,
      problems: [{ code: 'no-board', message: 'The board is not found. Drag its corners.', fatal: true }],
    };
    server({ [`${GAME}/camera/calibration`]: () => json(refused) });
    await shown();
    await choose();
    expect(await screen.findByText('The board is not found. Drag its corners.')).toBeVisible();
    expect(screen.getByTestId('board-found')).toHaveTextContent('The empty board has not been photographed yet.');
    expect(
      await screen.findByRole('button', { name: /^Upper left corner of the board, 10% across, 10% down/ }),
    ).toBeVisible();
  });

  test('its corners are moved by keys and by dragging, saved, and the photo is measured again', async () => {
    camera = { ...BARE, empty_image_id: 'p1' as never };
    server();
    await shown();
    const first = await screen.findByRole('button', { name: /^Upper left corner/ });
    fireEvent.keyDown(first, { key: 'ArrowRight' });
    fireEvent.keyDown(screen.getByRole('button', { name: /^Upper left corner/ }), { key: 'ArrowUp', shiftKey: true });
    const frame = first.closest('.photo-marks')!;
    frame.getBoundingClientRect = () => ({ left: 100, top: 0, width: 400, height: 200 }) as DOMRect;
    fireEvent.pointerDown(screen.getByRole('button', { name: /^Lower right corner/ }), { pointerId: 1, button: 0 });
    fireEvent.pointerMove(frame, { clientX: 440, clientY: 170, pointerId: 1 });
    fireEvent.pointerUp(frame, { pointerId: 1 });
    fireEvent.pointerMove(frame, { clientX: 0, clientY: 0, pointerId: 1 });
    await press('Save the corners');
    await waitFor(() => expect(bodies).toHaveLength(2));
    const { corners } = bodies[0] as { corners: [number, number][] };
    expect(corners.flat().map((each) => Number(each.toFixed(3)))).toEqual([
      0.11, 0.098, 0.9, 0.1, 0.85, 0.85, 0.1, 0.9,
    ]);
    expect(bodies[1]).toEqual({ image_id: 'p1' });
  });
});

describe('the dice tray', () => {
  test('is drawn on the latest photo and kept as fractions, whichever way it was drawn', async () => {
    server({
      [`${GAME}/latest_image`]: () =>
        json({ exists: true, image_id: 'p1', image_url: `${GAME}/photos/p1`, width: 640, height: 480, analysis: null }),
    });
    await shown();
    expect(screen.getByTestId('tray-known')).toHaveTextContent('No dice tray coordinates configured');
    const frame = (await screen.findByRole('button', { name: /^Opposite corner of the dice tray/ })).closest(
      '.photo-marks',
    )!;
    frame.getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 100 }) as DOMRect;
    fireEvent.pointerDown(frame, { clientX: 160, clientY: 80, pointerId: 1, button: 0 });
    expect(screen.getByRole('button', { name: 'Save the dice tray' })).toBeDisabled();
    fireEvent.pointerMove(frame, { clientX: 100, clientY: 20, pointerId: 1 });
    fireEvent.pointerUp(frame, { pointerId: 1 });
    await press('Save the dice tray');
    await waitFor(() => expect(screen.getByTestId('tray-known')).toHaveTextContent("The dice tray's place is known."));
    expect(bodies).toEqual([{ dice_tray_coordinates: { startX: 0.5, startY: 0.2, endX: 0.8, endY: 0.8 } }]);
  });
});

test('a debug picture is fetched with the login, by the page that its address opens', async () => {
  const seen = serve({ '/debug/p1.jpg': () => new Response(new Uint8Array([255, 216])) });
  open('/debug/p1.jpg');
  expect(await screen.findByRole('img', { name: 'The photo with what was read from it drawn over' })).toHaveAttribute(
    'src',
    'blob:photo',
  );
  expect(seen.find(({ path }) => path === '/debug/p1.jpg')?.headers.get('Authorization')).toBe('Bearer secret');
  serve({ '/debug/p2.jpg': () => json({ detail: 'There is no such photo in this game.' }, 404) });
  open('/debug/p2.jpg');
  expect(await screen.findByText('There is no such photo in this game.')).toBeVisible();
  act(() => useCamera.setState(useCamera.getInitialState()));
});
