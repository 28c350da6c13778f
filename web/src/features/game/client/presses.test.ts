import { expect, test } from 'vitest';
import { Presses } from './presses';

test('one press is what its calls did, and a call of many choices is one too', async () => {
  const presses = new Presses();
  presses.called(3, 4);
  await presses.as('On to movement', async () => {
    presses.called(4, 5);
    await Promise.resolve();
    presses.called(5, 7);
  });
  presses.called(7, 10);
  expect(presses.of(9)).toEqual({ from: 7, to: 10, what: '' });
  expect(presses.of(6)).toEqual({ from: 4, to: 7, what: 'On to movement' });
  // A press of one choice is what Undo takes back anyway.
  expect(presses.of(3)).toBeNull();
  expect(presses.of(4)).toBeNull();
});

test('what was taken back is no press any more, so that other choices in its place are not its own', async () => {
  const presses = new Presses();
  await presses.as('On to movement', () => {
    presses.called(4, 7);
    return Promise.resolve();
  });
  presses.stands(6);
  expect(presses.of(5)).toBeNull();
  presses.called(6, 7);
  expect(presses.of(6)).toBeNull();
});

test('a press that was refused, or made nothing, leaves nothing behind', async () => {
  const presses = new Presses();
  await expect(presses.as('On', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await presses.as('On', () => Promise.resolve());
  presses.called(2, 3);
  expect(presses.of(2)).toBeNull();
  expect(presses.of(1)).toBeNull();
});
