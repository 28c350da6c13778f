import { aiStep, type GameState } from '@/shared/api';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { emitGameEvent } from '@/shared/socket';
import fixture from '@/test/fixtures/game-panels.json';
import { readBattleLog } from '@/shared/battle-log';
import { makeBattle } from '@/test/fixtures/battle';
import { json, serve } from '@/test/page';
import { GAME, showPanel } from '../staged.test-kit';
import { HistoryPanel } from './HistoryPanel';
import { LogsPanel } from './LogsPanel';

const LOGS = `/api/game/${GAME}/logs_json`;
const state = fixture.state as unknown as GameState;
const entry = (id: number, log_type: string, more = {}) => ({
  id,
  timestamp: `2026-01-01T00:00:${String(id).padStart(2, '0')}Z`,
  log_type,
  phase: 'movement',
  round: 1,
  turn: 1,
  message: `entry ${id}`,
  ...more,
});
/** What a notification has asked for is asked for by then. */
const quiet = () => new Promise((done) => setTimeout(done, 250));
const listed = () => screen.queryAllByRole('listitem').map((each) => /entry \d+/.exec(each.textContent ?? '')?.[0]);

const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });

function show(logs: object[], later: object[] = []) {
  const seen = serve({
    [LOGS]: (path) => json(path.includes('since_id') ? { logs: later, incremental: true } : { logs }),
  });
  showPanel(<LogsPanel />, state);
  return () => seen.filter(({ path }) => path.startsWith(LOGS)).map(({ path }) => path.slice(LOGS.length));
}

const FILTERS = [
  ['combat', 'Combat'],
  ['movement', 'Movement'],
  ['scoring', 'Scoring'],
  ['deployment', 'Deployment'],
  ['charge', 'Charge'],
  ['phase_change', 'Phase Change'],
] as const;
const TYPES = [
  'combat',
  'movement',
  'scoring',
  'deployment',
  'charge',
  'battleshock',
  'abilities',
  'phase_change',
  'cleanup',
  'snapshot',
  'game_end',
];

describe('the logs', () => {
  test('LOGS-2..8 LOGS-32 every type stands under All Types, and each filter leaves its own', async () => {
    const types = [...TYPES, 'action', 'unknown'];
    show(types.map((type, index) => entry(index + 1, type)));
    await screen.findByText('entry 1');
    expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual([
      'All Types',
      ...FILTERS.map(([, title]) => title),
    ]);
    expect(screen.getByRole('combobox')).toHaveDisplayValue('All Types');
    expect(listed()).toHaveLength(types.length);
    for (const [type, title] of FILTERS) {
      await userEvent.selectOptions(screen.getByRole('combobox'), title);
      expect(listed()).toEqual([`entry ${types.indexOf(type) + 1}`]);
    }
  });

  test('LOGS-10..14 LOGS-22 LOGS-23 a log of nothing says so', async () => {
    show([]);
    expect(screen.getByText(`The log of game ${GAME} is not loaded yet.`)).toBeInTheDocument();
    expect(await screen.findByText('No logs available for this game.')).toBeInTheDocument();
    expect(screen.getByText(`The log of game ${GAME} is loaded: it has no entries yet.`)).toBeInTheDocument();
    expect(screen.getByText('Live updates enabled')).toBeInTheDocument();
    expect(screen.getByText('0 logs')).toBeInTheDocument();
  });

  test('LOGS-12 LOGS-13 LOGS-15..21 LOGS-23 LOGS-24 an entry with all that it has, its details on demand', async () => {
    show([
      entry(7, 'phase_change', {
        phase: 'charge',
        round: 2,
        turn: 0,
        message: 'The line breaks',
        details: { needed: 8 },
      }),
      entry(8, 'movement'),
    ]);
    const line = within((await screen.findByText('The line breaks')).closest('li')!);
    expect(line.getByText('phase change').previousElementSibling?.tagName).toBe('svg');
    expect(line.getByText('Charge')).toBeInTheDocument();
    expect(line.getByText('R2T0')).toBeInTheDocument();
    expect(line.getByText(new Date('2026-01-01T00:00:07Z').toLocaleTimeString())).toHaveAttribute(
      'datetime',
      '2026-01-01T00:00:07Z',
    );
    expect(screen.getByText(/is loaded: it has 2 entries\./)).toBeInTheDocument();
    expect(screen.getByText('2 logs')).toBeInTheDocument();
    expect(screen.queryByLabelText('Details')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show Details' }));
    expect(screen.getAllByLabelText('Details').map((each) => JSON.parse(each.textContent))).toEqual([{ needed: 8 }]);
    await userEvent.click(screen.getByRole('button', { name: 'Hide Details' }));
    expect(screen.queryByLabelText('Details')).toBeNull();
  });

  test('LOGS-25 LOGS-26 the export is a JSON file named with the game and the day', async () => {
    let file: Blob | undefined;
    let name = '';
    // jsdom has neither.
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        file = blob;
        return 'blob:logs';
      },
      revokeObjectURL: () => undefined,
    });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T23:59:59Z') });
    onTestFinished(() => void vi.useRealTimers());
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      name = this.download;
    });
    show([entry(2, 'combat'), entry(1, 'movement')]);
    await screen.findByText('entry 1');
    await userEvent.click(screen.getByRole('button', { name: 'Export Logs' }));
    await waitFor(() => expect(file).toBeDefined());
    expect(name).toBe(`game-${GAME}-logs-2026-03-04.json`);
    const kept = JSON.parse(await textOf(file!));
    expect(kept).toMatchObject({
      game_id: GAME,
      total: 2,
      logs: [
        { id: 1, message: 'entry 1' },
        { id: 2, message: 'entry 2' },
      ],
    });
  });

  test('LOGV-10 the export has boards, phases and armies, as the log page opens it', async () => {
    let file: Blob | undefined;
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        file = blob;
        return 'blob:logs';
      },
      revokeObjectURL: () => undefined,
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const battle = makeBattle({ rounds: 2 });
    serve({ [LOGS]: () => json(battle) });
    showPanel(<LogsPanel />, state);
    await userEvent.click(await screen.findByRole('button', { name: 'Export Logs' }));
    await waitFor(() => expect(file).toBeDefined());
    const opened = readBattleLog(JSON.parse(await textOf(file!)));
    const home = readBattleLog(battle, GAME);
    expect(opened).toEqual({ ...home, gameId: GAME });
    expect(opened.frames.at(-1)!.board.units.length).toBeGreaterThan(0);
  });

  test('LOGS-9 LOGS-33 LOGS-34 LOGS-36 all at first, later what is new, nothing twice', async () => {
    const asked = show(
      [entry(1, 'combat'), entry(2, 'combat')],
      [entry(2, 'combat'), { ...entry(2, 'combat'), id: 9 }, entry(3, 'combat')],
    );
    await screen.findByText('entry 2');
    expect(asked()).toEqual(['']);
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('entry 3');
    expect(asked()).toEqual(['', '?since_id=2&entries=true']);
    expect(listed()).toEqual(['entry 3', 'entry 2', 'entry 1']);
    expect(screen.getByText('3 logs')).toBeInTheDocument();
  });

  test.each(['log-changed', 'game-updated'] as const)(
    'LOGS-35 what the socket sends of this game (%s) fetches what is new; of another, nothing',
    async (type) => {
      const asked = show([entry(1, 'combat')], [entry(2, 'combat')]);
      await screen.findByText('entry 1');
      emitGameEvent({ type, gameId: 'another' });
      emitGameEvent({ type, gameId: GAME });
      await screen.findByText('entry 2');
      expect(asked()).toEqual(['', '?since_id=1&entries=true']);
    },
  );

  test('LOGS-37 by time, then by id; the newest stands first', async () => {
    const at = '2026-01-01T00:00:05Z';
    show([
      entry(4, 'combat', { timestamp: at }),
      entry(3, 'combat', { timestamp: at }),
      entry(9, 'combat', { timestamp: '2026-01-01T00:00:01Z' }),
    ]);
    await screen.findByText('entry 9');
    expect(listed()).toEqual(['entry 4', 'entry 3', 'entry 9']);
  });
});

test("HIST-1 HIST-2 the history is the game's own log on its timeline", async () => {
  const seen = serve({ [LOGS]: () => json(makeBattle({ rounds: 1, actionsPerPhase: 2 })) });
  showPanel(<HistoryPanel />, state);
  expect(screen.getByRole('heading', { name: 'Game History' })).toBeInTheDocument();
  expect(await screen.findByText(new RegExp(`^\\d+ logs loaded for game ${GAME}$`))).toBeInTheDocument();
  expect(await screen.findByRole('slider', { name: 'Battle' })).toBeInTheDocument();
  expect(seen.map(({ path }) => path)).toContain(LOGS);
});

describe('the log in the answer to a step of the computer', () => {
  const STEP = `/api/game/${GAME}/ai_step`;
  const log = { logs: [entry(2, 'move')], undone: [], incremental: true, total: 2 };

  /** A game with one entry, after a step of the computer with this answer; the socket reported a change meanwhile. */
  async function stepped(answer: object) {
    const seen = serve({
      [LOGS]: (path) => json(path.includes('since_id') ? log : { logs: [entry(1, 'move')] }),
      [STEP]: () => {
        emitGameEvent({ type: 'log-changed', gameId: GAME });
        return json({ ...state, ...answer, result: null });
      },
    });
    const { client } = showPanel(<LogsPanel />, state);
    onTestFinished(client.listen());
    await screen.findByText('entry 1');
    await act(() => client.send((number) => aiStep({ path: { game_id: GAME }, body: { number } })));
    await screen.findByText('entry 2');
    await quiet();
    return {
      given: seen.find(({ path }) => path === STEP)?.headers.get('Highground-Log'),
      asked: seen.filter(({ path }) => path.startsWith(`${LOGS}?`)).length,
    };
  }

  test('is shown, and not asked for', async () => {
    expect(await stepped({ log })).toEqual({ given: '1', asked: 0 });
    expect(listed()).toEqual(['entry 2', 'entry 1']);
  });

  test('is asked for where it answers nothing of it', async () => {
    expect(await stepped({})).toEqual({ given: '1', asked: 1 });
  });
});
