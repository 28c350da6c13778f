import { afterEach, expect, test, vi } from 'vitest';
import { Shortcuts } from './shortcuts';

afterEach(() => vi.useRealTimers());

test('a press waits for a panel that is still loading, and is done once', () => {
  const shortcuts = new Shortcuts();
  const [begin, other] = [vi.fn(), vi.fn()];
  shortcuts.actSoon('begin');
  shortcuts.offer({ current: { end: other } });
  expect(other).not.toHaveBeenCalled();
  const leave = shortcuts.offer({ current: { begin } });
  leave();
  shortcuts.offer({ current: { begin } });
  expect(begin).toHaveBeenCalledOnce();
});

test('it does not wait for ever', () => {
  vi.useFakeTimers();
  const shortcuts = new Shortcuts();
  const begin = vi.fn();
  shortcuts.actSoon('begin');
  vi.advanceTimersByTime(3001);
  shortcuts.offer({ current: { begin } });
  expect(begin).not.toHaveBeenCalled();
});

test('where a panel offers it, it is done at once', () => {
  const shortcuts = new Shortcuts();
  const begin = vi.fn();
  shortcuts.offer({ current: { begin } });
  shortcuts.actSoon('begin');
  shortcuts.offer({ current: {} });
  expect(begin).toHaveBeenCalledOnce();
});
