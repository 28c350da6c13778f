import { beforeEach, expect, test } from 'vitest';
import { saySystem, useChat } from './chatStore';

const say = (from: number, to: number): void => {
  for (let at = from; at < to; at += 1)
    useChat.getState().add('ford', { id: `m${at}`, text: `Message ${at}`, type: 'user', name: 'Ada', timestamp: '' });
};
const unread = (): number => useChat.getState().count - useChat.getState().read;

beforeEach(() => {
  localStorage.clear();
  useChat.getState().open('ford');
});

test('what was read stays read after a reload', () => {
  say(0, 3);
  useChat.getState().readAll();
  useChat.getState().open('another');
  useChat.getState().open('ford');
  expect(unread()).toBe(0);
});

test('a message is new also after more than are kept', () => {
  say(0, 205);
  useChat.getState().readAll();
  say(205, 207);
  expect([useChat.getState().messages.length, unread()]).toEqual([200, 2]);
});

test('what the game says is not new, and what somebody wrote stays so beside it', () => {
  saySystem('ford', 'The computer moves.', 'It holds.');
  expect(unread()).toBe(0);
  say(0, 1);
  saySystem('ford', 'The computer shoots.');
  expect([useChat.getState().messages.length, unread()]).toEqual([4, 1]);
  useChat.getState().open('another');
  useChat.getState().open('ford');
  expect(unread()).toBe(1);
});
