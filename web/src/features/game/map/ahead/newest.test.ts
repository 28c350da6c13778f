import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newest, REST_MS } from './newest';

describe('what is asked about a place that moves on', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Questions that wait until they are answered by hand. */
  function asking() {
    const waiting: { question: number; answer: (value: string) => void; fail: () => void }[] = [];
    const seen: string[] = [];
    const asker = newest<number, string>(
      (question) =>
        new Promise((resolve, reject) => {
          waiting.push({ question, answer: resolve, fail: () => reject(new Error('refused')) });
        }),
      (answer) => seen.push(answer),
      () => Date.now(),
    );
    return { waiting, seen, ...asker };
  }

  test('one question is under way at a time, and the newest place is asked next', async () => {
    const { look, waiting, seen } = asking();
    look(1);
    await vi.advanceTimersByTimeAsync(REST_MS);
    look(2);
    look(3);
    await vi.advanceTimersByTimeAsync(500);
    expect(waiting.map((each) => each.question)).toEqual([1]);
    waiting[0]!.answer('one');
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(waiting.map((each) => each.question)).toEqual([1, 3]);
    waiting[1]!.answer('three');
    await vi.advanceTimersByTimeAsync(500);
    expect(seen).toEqual(['one', 'three']);
    expect(waiting).toHaveLength(2);
  });

  test('a place that rests is asked about at once, one that moves on now and then', async () => {
    const { look, waiting } = asking();
    for (let step = 0; step < 60; step += 1) {
      look(step);
      await vi.advanceTimersByTimeAsync(10);
      waiting.at(-1)?.answer('');
    }
    expect(waiting.length).toBeGreaterThanOrEqual(2);
    expect(waiting.length).toBeLessThanOrEqual(6);
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(waiting.at(-1)!.question).toBe(59);
  });

  test('what fails is passed over, and nothing comes after the end', async () => {
    const { look, stop, waiting, seen } = asking();
    look(1);
    await vi.advanceTimersByTimeAsync(REST_MS);
    look(2);
    waiting[0]!.fail();
    await vi.advanceTimersByTimeAsync(200);
    expect(waiting.map((each) => each.question)).toEqual([1, 2]);
    stop();
    waiting[1]!.answer('late');
    look(3);
    await vi.advanceTimersByTimeAsync(500);
    expect(seen).toEqual([]);
    expect(waiting).toHaveLength(2);
  });
});
