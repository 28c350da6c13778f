import { isOver } from '@/features/after-battle';
import type { ListedGame } from '@/shared/api';
import { phaseName } from '@/shared/battle-log';

/** How far a game is: being set up, fought, or over. */
export type Stage = 'setup' | 'running' | 'over';

export function stageOf(game: Pick<ListedGame, 'status' | 'summary'>): Stage {
  if (isOver(game)) return 'over';
  return game.summary?.begun ? 'running' : 'setup';
}

export const setupPath = (game: Pick<ListedGame, 'game_id'>): string => `/games/setup/${game.game_id}`;

/** Where one would go with a game: to its table, its report or its set-up. */
export function openPath(game: Pick<ListedGame, 'game_id' | 'status' | 'summary'>): string {
  const stage = stageOf(game);
  if (stage === 'running') return `/game/${game.game_id}/view`;
  return stage === 'over' ? `/games/${game.game_id}/logs` : setupPath(game);
}

/** Whether the caller acts next: the computer and the opponent do not wait for anybody. */
export function isYourTurn(game: Pick<ListedGame, 'status' | 'summary' | 'side'>): boolean {
  const { summary, side } = game;
  if (stageOf(game) !== 'running' || summary?.due == null || summary.computer?.[summary.due]) return false;
  return side === null || side === summary.due;
}

/** Where a running battle is, or what a game waits for; '' for one that is over. */
export function progress(game: Pick<ListedGame, 'status' | 'summary'>): string {
  const stage = stageOf(game);
  if (stage === 'over') return game.summary?.round == null ? '' : `Round ${game.summary.round}`;
  if (stage === 'setup') return 'Being set up';
  const { round, phase } = game.summary ?? {};
  return [round == null ? '' : `Round ${round}`, phase ? phaseName(phase) : ''].filter(Boolean).join(', ');
}

export const MODES = { simulation: 'Simulation', digital: 'Digital', physical: 'Physical' } as const;

/** How a game is played: as its set-up has it, else as it was made; '' where nothing is known of it. */
export function modeWords({ simulation, summary }: Pick<ListedGame, 'simulation' | 'summary'>): string {
  if (summary?.mode) return MODES[summary.mode];
  return simulation ? MODES.simulation : '';
}

/** The opponent of a game, in words; '' where its owner plays both armies. */
export function against({ opponent, summary }: Pick<ListedGame, 'opponent' | 'summary'>): string {
  if (opponent) return `against ${opponent}`;
  const computers = summary?.computer?.filter(Boolean).length ?? 0;
  if (computers === 2) return 'two computers';
  return computers === 1 ? 'against the computer' : '';
}

const words = (game: ListedGame): string =>
  [
    game.game_id,
    game.game_name,
    game.description,
    game.status,
    progress(game),
    against(game),
    modeWords(game),
    ...(game.summary?.armies ?? []),
  ]
    .join('\n')
    .toLowerCase();

/** The games in which all that is searched for stands somewhere. */
export const found = (games: readonly ListedGame[], search: string): ListedGame[] =>
  games.filter((game) => words(game).includes(search.trim().toLowerCase()));
