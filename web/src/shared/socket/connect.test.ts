import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Wire } from '@/test/wire';
import { onMessage, useGameSocket, type SocketMessage } from './connect';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  Wire.all = [];
});

afterEach(() => {
  vi.useRealTimers();
});

test('ERR-58 after its last attempt the game learns that it could not reconnect', () => {
  const heard: SocketMessage[] = [];
  const deaf = onMessage('g1', (message) => heard.push(message));
  const { result, unmount } = renderHook(() => useGameSocket('g1', 'player'));
  for (const seconds of [1, 2, 4, 8, 16]) {
    Wire.last.end();
    expect(result.current.status).toBe('reconnecting');
    act(() => void vi.advanceTimersByTime(seconds * 1000));
  }
  expect(heard.map(({ type }) => type)).not.toContain('connection_error');
  Wire.last.end();
  expect(result.current).toMatchObject({ status: 'lost', reason: 'Failed to reconnect to game server' });
  expect(heard.filter(({ type }) => type === 'connection_error')).toEqual([
    { type: 'connection_error', payload: { detail: 'Failed to reconnect to game server' } },
  ]);
  unmount();
  deaf();
});

test('who looks at the page again is connected again, also after the last attempt', () => {
  const seen = vi.spyOn(document, 'visibilityState', 'get');
  const look = (state: DocumentVisibilityState) => {
    seen.mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  const { result, unmount } = renderHook(() => useGameSocket('g1', 'player'));
  for (const seconds of [1, 2, 4, 8, 16]) {
    act(() => Wire.last.end());
    act(() => void vi.advanceTimersByTime(seconds * 1000));
  }
  act(() => Wire.last.end());
  const attempts = Wire.all.length;
  look('hidden');
  expect(result.current.status).toBe('lost');
  look('visible');
  expect(result.current.status).toBe('connecting');
  expect(Wire.all).toHaveLength(attempts + 1);
  act(() => Wire.last.end());
  expect(result.current.status).toBe('reconnecting');
  look('visible');
  expect(Wire.all).toHaveLength(attempts + 2);
  unmount();
  look('visible');
  expect(Wire.all).toHaveLength(attempts + 2);
  seen.mockRestore();
});
