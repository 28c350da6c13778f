import { expect, test } from 'vitest';
import { asTest, overdue } from './ended';

test('a request after a test has ended is blamed on that test, not on the one that runs then', async () => {
  let wake = (): void => undefined;
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let late = Promise.resolve('');
  await asTest('the first', async () => {
    late = woken.then(() => overdue('/api/rosters'));
    expect(overdue('/api/rosters')).toBe('');
  });
  await asTest('the second', async () => {
    wake();
    expect(await late).toBe('"the first" asked for /api/rosters after it had ended.');
    expect(overdue('/api/rosters')).toBe('');
  });
});
