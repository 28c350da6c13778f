import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Wire } from '@/test/wire';
import { CameraChannel } from './camera';

const said: string[] = [];
let camera: CameraChannel;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  Wire.all = [];
  said.length = 0;
  camera = new CameraChannel('g1', {
    message: ({ type, payload }) => said.push(`${type} ${JSON.stringify(payload)}`),
    status: (connected, reason) => said.push([connected ? 'connected' : 'disconnected', reason].join(' ').trim()),
  });
  camera.connect();
});

afterEach(() => {
  camera.disconnect();
  vi.useRealTimers();
});

test('API-66 it is the camera channel of the game that is opened', () => {
  expect(Wire.last.url).toBe(`${window.location.origin.replace(/^http/, 'ws')}/ws/game/g1?role=camera`);
  expect(Wire.last.protocols).toEqual(['highground']);
});

test('SOCK-11 SOCK-12 SOCK-13 CONST-26 ERR-62 after a close it is disconnected, and tried every five seconds until it is there', () => {
  Wire.last.open();
  Wire.last.end();
  expect(said).toEqual(['connected', 'disconnected']);
  for (const attempts of [2, 3, 4, 5, 6, 7, 8]) {
    vi.advanceTimersByTime(4999);
    expect(Wire.all).toHaveLength(attempts - 1);
    vi.advanceTimersByTime(1);
    expect(Wire.all).toHaveLength(attempts);
    Wire.last.end();
  }
  vi.advanceTimersByTime(5000);
  Wire.last.open();
  expect(said.at(-1)).toBe('connected');
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(9);
});

test('SOCK-12 ERR-62 an error disconnects as a close does', () => {
  Wire.last.open();
  const first = Wire.last;
  first.onerror?.();
  expect(said.at(-1)).toBe('disconnected');
  expect(first.readyState).toBe(3);
  vi.advanceTimersByTime(5000);
  expect(Wire.all).toHaveLength(2);
});

test('SOCK-14 a disconnect by hand ends the attempts', () => {
  Wire.last.end();
  camera.disconnect();
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
  expect(said.at(-1)).toBe('disconnected');
});

test('SOCK-15 CONST-27 OPEN-53 a reconnect by hand disconnects, and connects after a second', () => {
  Wire.last.open();
  const first = Wire.last;
  camera.reconnect();
  expect(first.readyState).toBe(3);
  expect(said.at(-1)).toBe('disconnected');
  vi.advanceTimersByTime(999);
  expect(Wire.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(Wire.all).toHaveLength(2);
});

test('what the server refuses for good is not tried again, and its reason is passed on', () => {
  Wire.last.open();
  Wire.last.end(4403, 'Only the players of a game have its camera.');
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
  expect(said.at(-1)).toBe('disconnected Only the players of a game have its camera.');
});

test('SOCK-10 ERR-61 nothing is sent while there is no connection', () => {
  expect(() => camera.send('take_picture', {})).toThrow('Camera WebSocket not connected');
  Wire.last.open();
  camera.send('take_picture', { dice_tray: false });
  expect(Wire.last.sent).toEqual(['{"type":"take_picture","payload":{"game_id":"g1","dice_tray":false}}']);
});

test('messages are passed on; what is no message is not', () => {
  Wire.last.open();
  Wire.last.onmessage?.({ data: 'no json' });
  Wire.last.onmessage?.({ data: '{"type":"image_captured","payload":{"dice_tray":true},"seq":4}' });
  expect(said).toEqual(['connected', 'image_captured {"dice_tray":true}']);
});
