import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Wire } from '@/test/wire';
import { LiveSocket, LOST } from './live';

const said: string[] = [];
let socket: LiveSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  Wire.all = [];
  said.length = 0;
  socket = new LiveSocket('ws://site/ws/game/g1?role=player', () => ['highground'], {
    message: (text) => said.push(text),
    error: () => said.push('websocket_error'),
    status: (status, reason, code) => said.push([status, reason, code || ''].join(' ').trim()),
  });
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

test('SOCK-5 SOCK-6 SOCK-7 CONST-25 five attempts after 1, 2, 4, 8 and 16 seconds, then it is lost', () => {
  Wire.last.end();
  for (const [attempt, seconds] of [1, 2, 4, 8, 16].entries()) {
    expect(Wire.all).toHaveLength(attempt + 1);
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(Wire.all).toHaveLength(attempt + 1);
    vi.advanceTimersByTime(1);
    expect(Wire.all).toHaveLength(attempt + 2);
    expect(said.some((each) => each.startsWith('lost'))).toBe(false);
    Wire.last.end();
  }
  expect(said.at(-1)).toBe(`lost ${LOST} 1006`);
  expect(LOST).toBe('Failed to reconnect to game server');
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(6);
});

test('the attempts are counted again once the server has let us in, and when somebody asks for it', () => {
  Wire.last.end();
  vi.advanceTimersByTime(1000);
  Wire.last.open();
  socket.admitted();
  Wire.last.end();
  vi.advanceTimersByTime(1000);
  expect(Wire.all).toHaveLength(3);
  socket.retry();
  expect(Wire.all).toHaveLength(4);
  expect(said.at(-1)).toBe('connecting');
});

test('what the server refuses for good is not tried again', () => {
  Wire.last.end(4404, 'There is no such game.');
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
  expect(said).toEqual(['refused There is no such game. 4404']);
});

test('a network that is gone closes it at once, and the attempts begin; between two of them there is nothing to close', () => {
  Wire.last.open();
  socket.admitted();
  socket.cut();
  expect(said.at(-1)).toMatch(/^reconnecting/);
  socket.cut();
  vi.advanceTimersByTime(1000);
  expect(Wire.all).toHaveLength(2);
});

test('SOCK-9 ERR-60 nothing is sent while there is no connection', () => {
  expect(() => socket.send('{}')).toThrow('WebSocket is not connected');
  Wire.last.open();
  socket.send('{"type":"chat"}');
  expect(Wire.last.sent).toEqual(['{"type":"chat"}']);
  Wire.last.end();
  expect(() => socket.send('{}')).toThrow('WebSocket is not connected');
});

test('ERR-59 a failure on the way is reported; a connection that does not come through has failed', () => {
  Wire.last.onerror?.();
  expect(said).toEqual(['websocket_error']);
  vi.advanceTimersByTime(8000);
  expect(said.at(-1)).toMatch(/^reconnecting/);
});

test('SHELL-41 after it was closed nothing is heard of it and nothing tried', () => {
  const wire = Wire.last;
  wire.open();
  socket.close();
  wire.onmessage?.({ data: '{}' });
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
  expect(said).toEqual([]);
});
