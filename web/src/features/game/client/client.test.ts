import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { answer } from '@/shared/api';
import { emitGameEvent, onGameEvent } from '@/shared/socket';
import fixture from '@/test/fixtures/game-panels.json';
import { held, heldBack, json, serve } from '@/test/page';
import { OpenWire, Wire } from '@/test/wire';
import { GameClient, type Lists } from './client';

/** A game's client at the answers that the real server has given (`game-panels.json`), its socket spoken for by the test. */

const STATE = '/api/games/g1/state';
const ANSWER = '/api/game/g1/answer';
const { state } = fixture;
const at = (version: string, round: number) => ({
  ...state,
  version,
  game_model: { ...state.game_model, round },
});
const step = (from: string, version: string, round: number) => ({
  number: Number.parseInt(version, 10),
  from,
  version,
  changes: [
    { op: 'replace', path: '/version', value: version },
    { op: 'replace', path: '/game_model/round', value: round },
  ],
});
const choose = (number: number | undefined) =>
  answer({ path: { game_id: 'g1' }, body: { answer: { choice: 'end' }, number } });
const round = (client: GameClient) => client.state?.game_model.round;

beforeEach(() => {
  vi.stubGlobal('WebSocket', OpenWire);
  Wire.all = [];
});

async function opened(answers: Parameters<typeof serve>[0] = {}, lists?: Lists) {
  const seen = serve({ [STATE]: () => json(at('8.0.01', 1)), ...answers });
  const client = new GameClient('g1', false, lists);
  onTestFinished(client.open());
  await vi.waitFor(() => expect(client.state?.version).toBe('8.0.01'));
  Wire.last.hear('connected', { socket: 'window-1' });
  await vi.waitFor(() => expect(client.known.getState().link.status).toBe('connected'));
  const loads = () => seen.filter(({ path }) => path === STATE).length;
  // Something may have happened before the socket was let in.
  await vi.waitFor(() => expect(loads()).toBe(2));
  await vi.waitFor(() => expect(client.known.getState().loading).toBe(false));
  return { client, seen, loads };
}

const quiet = () =>
  new Promise((done) => {
    setTimeout(done, 250);
  });

test('a client that listens no more asks for nothing', async () => {
  const seen = serve({ [STATE]: () => json(at('8.0.01', 1)) });
  const end = new GameClient('g1').listen();
  end();
  emitGameEvent({ type: 'game-updated', gameId: 'g1' });
  await quiet();
  expect(seen).toEqual([]);
});

test('a call names what the window shows and its socket, and its answer alone moves the game on', async () => {
  const { client, seen, loads } = await opened({
    [ANSWER]: () => json({ ...step('8.0.01', '9.0.01', 4), result: null }),
  });
  const before = loads();
  const { done } = await client.send(choose);
  const { headers } = seen.find(({ path }) => path === ANSWER)!;
  expect([headers.get('Highground-Known'), headers.get('Highground-Socket')]).toEqual(['8.0.01', 'window-1']);
  expect([done?.state.game_model.round, round(client)]).toEqual([4, 4]);
  Wire.last.hear('unseen');
  await quiet();
  expect(loads()).toBe(before);
});

test('what somebody else does while a call is under way leads on from its answer', async () => {
  const call = held();
  const { client, loads } = await opened({ [ANSWER]: call.answer });
  const before = loads();
  const sent = client.send(choose);
  expect(client.sending).toBe(true);
  Wire.last.hear('game_state_update', step('9.0.01', '10.0.01', 5));
  expect(round(client)).toBe(1);
  call.give(json({ ...step('8.0.01', '9.0.01', 4), result: null }));
  await sent;
  expect([round(client), client.sending]).toEqual([5, false]);
  await quiet();
  expect(loads()).toBe(before);
});

test('an answer announces its log entries, unless a change leads past it', async () => {
  const call = held();
  const lists = { outdate: vi.fn(), renew: vi.fn(), lastEntry: () => 7, takeEntries: vi.fn(() => true) };
  const { client, seen } = await opened({ [ANSWER]: call.answer }, lists);
  const announced = vi.fn();
  onTestFinished(onGameEvent(({ type }) => type === 'log-answered' && announced()));
  call.give(json({ ...step('8.0.01', '9.0.01', 4), result: null, log: { logs: [] } }));
  await client.send(choose);
  expect(seen.find(({ path }) => path === ANSWER)!.headers.get('Highground-Log')).toBe('7');
  expect([lists.takeEntries.mock.calls, announced.mock.calls.length]).toEqual([[[{ logs: [] }]], 1]);
  const sent = client.send(choose);
  Wire.last.hear('game_state_update', step('9.0.01', '10.0.01', 5));
  await sent;
  expect([lists.takeEntries.mock.calls.length, announced.mock.calls.length]).toEqual([2, 1]);
});

test("a call of the page's own locks what can be pressed only once it lasts, a player's at once", async () => {
  const call = held();
  const { client } = await opened({ [ANSWER]: call.answer });
  const locks = heldBack(300);
  const locked = () => client.known.getState().locked;
  const sent = client.send(choose, { unasked: true });
  expect([client.actsAlone, locked()]).toEqual([true, false]);
  locks.at(-1)!();
  expect(locked()).toBe(true);
  call.give(json({ ...step('8.0.01', '9.0.01', 2), result: null }));
  await sent;
  expect([client.actsAlone, locked()]).toEqual([false, false]);
  void client.send(choose);
  expect([client.actsAlone, locked()]).toEqual([false, true]);
});

test('a call whose dice the socket brings meanwhile leads on from where they were fixed, and nothing is loaded', async () => {
  const call = held();
  const { client, loads } = await opened({ [ANSWER]: call.answer });
  const before = loads();
  const sent = client.send(choose);
  Wire.last.hear('game_state_update', step('8.0.01', '8.7.01', 2));
  expect(round(client)).toBe(1);
  call.give(json({ ...step('8.7.01', '9.0.01', 4), result: null }));
  const { done } = await sent;
  expect([done?.state.game_model.round, round(client), client.state?.version]).toEqual([4, 4, '9.0.01']);
  await quiet();
  expect(loads()).toBe(before);
});

test('a call that leads on from an unknown version has the game loaded', async () => {
  const { client, loads } = await opened({ [ANSWER]: () => json({ ...step('8.7.01', '9.0.01', 4), result: null }) });
  const before = loads();
  await client.send(choose);
  expect(loads()).toBe(before + 1);
});

test('what happens while attacks are resolved is folded once they are over', async () => {
  const { client, loads } = await opened();
  const before = loads();
  client.table.getState().resolve(true);
  Wire.last.hear('game_state_update', step('8.0.01', '9.0.01', 4));
  Wire.last.hear('game_state_update', step('9.0.01', '10.0.01', 5));
  expect(round(client)).toBe(1);
  client.table.getState().resolve(false);
  expect(round(client)).toBe(5);
  await quiet();
  expect(loads()).toBe(before);
});

test('attacks that another window of the player has rolled on are shown as they stand, though this one resolves them', async () => {
  const { client } = await opened();
  client.table.getState().resolve(true);
  const { changes, ...rest } = step('8.0.01', '9.0.01', 4);
  Wire.last.hear('game_state_update', {
    ...rest,
    changes: [...changes, { op: 'replace', path: '/game_model/latest_roll', value: null }],
  });
  expect(round(client)).toBe(4);
});

test('a call that gets no answer has the game loaded: whether it was taken the server knows', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { client, loads } = await opened({
    [ANSWER]: () => {
      throw new TypeError('Failed to fetch');
    },
  });
  const before = loads();
  const { refused } = await client.send(choose);
  expect(refused?.error).toBe('The server could not be reached. Please try again.');
  await vi.waitFor(() => expect(loads()).toBe(before + 1));
});

test('loads follow one another, and who asks during one has another after it', async () => {
  const first = held();
  let asked = 0;
  serve({
    [STATE]: () => {
      asked += 1;
      return asked === 1 ? first.answer() : json(at('9.0.01', 3));
    },
  });
  const client = new GameClient('g1');
  const loads = [client.load(), client.load(), client.load()];
  first.give(json(at('8.0.01', 2)));
  await Promise.all(loads);
  expect([asked, round(client)]).toEqual([2, 3]);
});

test('after its end it is deaf, and its calls name no window', async () => {
  const { client, seen } = await opened({ [ANSWER]: () => json({ ...at('9.0.01', 4), result: null }) });
  client.close();
  expect(Wire.last.readyState).toBe(3);
  await client.send(choose);
  expect(seen.find(({ path }) => path === ANSWER)!.headers.get('Highground-Socket')).toBeNull();
});
