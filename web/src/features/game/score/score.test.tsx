import type { ArmyState, GameState } from '@/shared/api';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import fixture from '@/test/fixtures/game-panels.json';
import { json, serve } from '@/test/page';
import { OverPanel } from '../panels/OverPanel';
import { GAME, showPanel } from '../staged.test-kit';
import { ScorePanel } from './ScorePanel';

const base = fixture.state as unknown as GameState;
const scores = [
  { primary: 15, secondary: 7, vp: 22, vp_by_round: [2, 20, 0, 0, 0], secondary_missions: ['Break the Line'] },
  { primary: 5, secondary: 0, vp: 5, vp_by_round: [0, 5, 0, 0, 0], secondary_missions: [] },
];
const armies = base.game_model.armies.map((army, side): ArmyState => ({
  ...army,
  name: side ? 'Saltmarsh Host' : 'Lantern Wardens',
  ...scores[side],
}));
const inGame = (more: Partial<GameState['game_model']> = {}): GameState => ({
  ...base,
  game_model: {
    ...base.game_model,
    mission: { name: 'Stake the Valley', description: '', scoring: '' },
    phase: 'shooting',
    round: 2,
    armies: [armies[0]!, armies[1]!],
    ...more,
  },
});

const scored = (id: number, round: number, side: number, points: number, more: object) => ({
  id,
  timestamp: `2026-01-01T00:00:0${id}Z`,
  log_type: 'scoring',
  phase: 'command',
  round,
  turn: 1,
  message: '',
  army_uuid: armies[side]!.uuid,
  points,
  ...more,
});
const LOG = [
  scored(1, 1, 0, 2, { action: 'secondary_score', secondary: 'Two Stakes' }),
  scored(2, 2, 0, 15, { action: 'primary_score', reason: 'Stake the Valley' }),
  scored(3, 2, 0, 5, { action: 'secondary_score', secondary: 'Break the Line', scored_for: '1 unit destroyed' }),
  scored(4, 2, 1, 5, { action: 'primary_score', reason: 'Stake the Valley' }),
  scored(5, 2, 1, 9, { action: 'secondary_drawn' }),
];

function show(state = inGame(), logs: object[] | null = LOG) {
  const answer = logs && {
    logs: {
      rounds: [1, 2].map((round) => ({
        round_number: round,
        turns: [
          {
            turn_number: 1,
            phases: [{ phase: 'command', actions: logs.filter((each) => 'round' in each && each.round === round) }],
          },
        ],
      })),
    },
  };
  serve({ [`/api/game/${GAME}/logs_json`]: () => (answer ? json(answer) : json({ detail: 'Out of order.' }, 503)) });
  showPanel(<ScorePanel />, state);
}
const rows = () =>
  within(screen.getByRole('table', { name: 'Score sheet' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('the score sheet', () => {
  test('each round with what missions brought both armies, those to come left open', async () => {
    show();
    expect(await screen.findByText('Two Stakes')).toBeInTheDocument();
    expect(rows()).toEqual([
      ['', '● Lantern Wardens', '◆ Saltmarsh Host'],
      ['Round', 'Primary', 'Secondary', 'Total', 'Primary', 'Secondary', 'Total'],
      ['1', '0', '2', '2', '0', '0', '0'],
      ['2', '15', '5', '20', '5', '0', '5'],
      ...['3', '4', '5'].map((round) => [round, ...Array<string>(6).fill('–')]),
      ['All', '15', '7', '22', '5', '0', '5'],
    ]);
    expect(screen.getByRole('img')).toHaveAccessibleName(
      'Victory points after each round. Lantern Wardens: 2, 22; Saltmarsh Host: 0, 5',
    );
    expect(screen.getByText('Stake the Valley · Round 2, 22 : 5 so far')).toBeInTheDocument();
    const gains = within(screen.getByRole('region', { name: 'What Lantern Wardens scored' }));
    expect(gains.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'R1Two Stakes secondary+2',
      'R2Stake the Valley primary+15',
      'R2Break the Line secondary1 unit destroyed+5',
    ]);
    expect(gains.getByText('In hand: Break the Line')).toBeInTheDocument();
  });

  test('a head start has a line of its own, is in the totals and begins the drawing', () => {
    const ahead = { ...armies[1]!, vp: 15, head_start: 10 };
    show(inGame({ armies: [armies[0]!, ahead] }));
    expect(rows()[2]).toEqual(['Start', '–', '–', '0', '–', '–', '10']);
    expect(rows().at(-1)).toEqual(['All', '15', '7', '22', '5', '0', '15']);
    expect(screen.getByRole('img')).toHaveAccessibleName(
      'Victory points after each round. Lantern Wardens: 2, 22; Saltmarsh Host: 10 at the start, then 10, 15',
    );
    const gains = within(screen.getByRole('region', { name: 'What Saltmarsh Host scored' }));
    expect(gains.getByText('Begins 10 victory points ahead.')).toBeInTheDocument();
  });

  test('without the log the totals stand, and why the rest is missing', async () => {
    show(inGame(), null);
    expect(await screen.findByRole('alert')).toHaveTextContent('Server error. Please try again later.');
    expect(rows()[3]).toEqual(['2', '…', '…', '20', '…', '…', '5']);
  });

  test('before the battle it is empty', () => {
    show(inGame({ phase: 'deployment', round: 1 }), []);
    expect(screen.getByText('Stake the Valley · The battle has not begun')).toBeInTheDocument();
    expect(rows()[2]).toEqual(['1', ...Array<string>(6).fill('–')]);
  });

  test('it is printed on light paper, and the screen is as it was afterwards', async () => {
    const themes: (string | undefined)[] = [];
    const theme = () => document.documentElement.dataset.theme;
    vi.stubGlobal('print', () => {
      window.dispatchEvent(new Event('beforeprint'));
      themes.push(theme());
      window.dispatchEvent(new Event('afterprint'));
    });
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect([...themes, theme()]).toEqual(['light', 'dark']);
  });

  test("when the battle is over it says who won, and stands in the battle's last panel too", async () => {
    const over = inGame({ status: 'Completed', round: 5, winner_army_uuid: armies[0]!.uuid });
    show(over);
    expect(screen.getByText('Stake the Valley · Lantern Wardens wins 22 : 5')).toBeInTheDocument();
    showPanel(<OverPanel />, over);
    expect(await screen.findByRole('heading', { name: 'The battle is over' })).toBeInTheDocument();
    expect(screen.getAllByRole('table', { name: 'Score sheet' })).toHaveLength(2);
  });

  test("the battle's last panel says that it ended early, and why", async () => {
    const message = 'Lantern Wardens resigns: Saltmarsh Host wins, 5 to 22';
    const end = { ...scored(6, 2, 1, 0, {}), log_type: 'game_end', message };
    const over = inGame({ status: 'Completed', round: 2, winner_army_uuid: armies[1]!.uuid });
    show(over, [...LOG, end]);
    showPanel(<OverPanel />, over);
    expect(await screen.findByText(`${message}.`)).toBeInTheDocument();
  });
});
