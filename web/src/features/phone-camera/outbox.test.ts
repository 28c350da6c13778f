import { expect, test, vi } from 'vitest';
import { HttpError, UnreachedError } from '@/shared/api';
import type { Keeper, KeptPhoto } from './keeper';
import { Outbox, type Send, type Shot } from './outbox';

const photo = (name: string) => new File(['pixels'], name);
const states = (outbox: Outbox) => outbox.snapshot().map(({ file, state }) => `${file.name} ${state}`);

/** Storage that lasts as long as the test. */
function storage(kept = new Map<number, KeptPhoto>()) {
  const keeper: Keeper = {
    load: async () => [...kept.values()],
    keep: async (each) => void kept.set(each.id, each),
    drop: async (id) => void kept.delete(id),
  };
  return { kept, keeper };
}

/** An outbox whose photos are sent when the test says so. */
function outboxWith(keeper = storage().keeper) {
  const underWay: {
    shot: Shot;
    arrive: () => void;
    fail: (error: unknown) => void;
    progress: (share: number) => void;
  }[] = [];
  const send: Send = (shot, progress) =>
    new Promise((arrive, fail) => {
      underWay.push({ shot, arrive, fail, progress });
    });
  return { outbox: new Outbox(send, keeper), underWay };
}

const refusal = (status: number, detail: string) => new HttpError(status, '', detail);

test('photos are sent one after the other, with how much has gone', async () => {
  const { outbox, underWay } = outboxWith();
  outbox.add(photo('1'), false);
  outbox.add(photo('2'), true);
  expect(states(outbox)).toEqual(['1 sending', '2 waiting']);
  underWay[0]!.progress(0.4);
  expect(outbox.snapshot()[0]?.share).toBe(0.4);
  underWay[0]!.arrive();
  await vi.waitFor(() => expect(states(outbox)).toEqual(['1 sent', '2 sending']));
  expect(underWay[1]?.shot.diceTray).toBe(true);
});

test('a photo that does not get through is kept, those after it wait, and all are sent in order', async () => {
  const { outbox, underWay } = outboxWith();
  outbox.add(photo('1'), false);
  outbox.add(photo('2'), false);
  underWay[0]!.fail(new UnreachedError());
  await vi.waitFor(() => expect(states(outbox)).toEqual(['1 failed', '2 waiting']));
  expect(outbox.snapshot()[0]?.problem).toBe('The server could not be reached. Please try again.');
  outbox.retry();
  expect(underWay.map(({ shot }) => shot.file.name)).toEqual(['1', '1']);
  underWay[1]!.arrive();
  await vi.waitFor(() => expect(underWay).toHaveLength(3));
  underWay[2]!.arrive();
  await vi.waitFor(() => expect(states(outbox)).toEqual(['1 sent', '2 sent']));
});

test('a photo can be sent again in the very moment that it failed', async () => {
  const { outbox, underWay } = outboxWith();
  outbox.subscribe(() => {
    if (outbox.snapshot()[0]?.state === 'failed') void Promise.resolve().then(() => outbox.retry());
  });
  outbox.add(photo('1'), false);
  underWay[0]!.fail(new UnreachedError());
  await vi.waitFor(() => expect(underWay).toHaveLength(2));
});

test("what the server does not take stands in nobody's way, and goes when it is deleted", async () => {
  const { outbox, underWay } = outboxWith();
  outbox.add(photo('blurred'), false);
  outbox.add(photo('good'), false);
  underWay[0]!.fail(refusal(422, 'The photo is damaged.'));
  await vi.waitFor(() => expect(states(outbox)).toEqual(['blurred refused', 'good sending']));
  outbox.retry();
  expect(underWay).toHaveLength(2);
  expect(outbox.snapshot()[0]?.problem).toBe('The photo is damaged.');
  outbox.delete(outbox.snapshot()[0]!.id);
  expect(states(outbox)).toEqual(['good sending']);
});

test('of what was sent the latest stays to be looked at, until the next one', async () => {
  const { outbox, underWay } = outboxWith();
  outbox.add(photo('1'), false);
  underWay[0]!.arrive();
  await vi.waitFor(() => expect(states(outbox)).toEqual(['1 sent']));
  outbox.add(photo('2'), false);
  expect(states(outbox)).toEqual(['2 sending']);
});

test('what was not sent is there on the next page, in its order, and goes from the storage once it is sent', async () => {
  const { kept, keeper } = storage();
  const first = outboxWith(keeper);
  first.outbox.add(photo('1'), false);
  first.outbox.add(photo('2'), true);
  first.underWay[0]!.fail(new UnreachedError());
  const next = outboxWith(keeper);
  await vi.waitFor(() => expect(states(next.outbox)).toEqual(['1 sending', '2 waiting']));
  next.underWay[0]!.arrive();
  await vi.waitFor(() =>
    expect([...kept.values()].map(({ file, diceTray }) => [file.name, diceTray])).toEqual([['2', true]]),
  );
  next.underWay[1]!.arrive();
  await vi.waitFor(() => expect(kept.size).toBe(0));
});

test('further photos of a roll go with the first, also on the next page', async () => {
  const { keeper } = storage();
  const first = outboxWith(keeper);
  first.outbox.add(photo('1'), true, [photo('2'), photo('3')]);
  first.underWay[0]!.fail(new UnreachedError());
  const next = outboxWith(keeper);
  await vi.waitFor(() => expect(states(next.outbox)).toEqual(['1 sending']));
  expect(next.underWay[0]!.shot.more.map(({ name }) => name)).toEqual(['2', '3']);
});

test('a photo that is deleted goes from the storage too; without storage photos are sent all the same', async () => {
  const { kept, keeper } = storage();
  const { outbox } = outboxWith(keeper);
  outbox.add(photo('1'), false);
  await vi.waitFor(() => expect(kept.size).toBe(1));
  outbox.delete(outbox.snapshot()[0]!.id);
  await vi.waitFor(() => expect(kept.size).toBe(0));
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const none = () => Promise.reject(new Error('no storage'));
  const bare = outboxWith({ load: none, keep: none, drop: none });
  bare.outbox.add(photo('2'), false);
  bare.underWay[0]!.arrive();
  await vi.waitFor(() => expect(states(bare.outbox)).toEqual(['2 sent']));
  expect(warned).toHaveBeenCalled();
});
