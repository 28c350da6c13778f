import type { ListedGame } from '@/shared/api';

type Ended = Pick<ListedGame, 'status' | 'summary' | 'side'>;

export const isOver = ({ status }: Pick<ListedGame, 'status'>): boolean => status === 'Completed';

/** How a game ended: `won` is null for a draw, and where both armies were one player's. */
export function outcome({ status, summary, side }: Ended): { text: string; won: boolean | null } | null {
  if (!isOver({ status }) || !summary) return null;
  const { winner, armies, computer = [false, false] } = summary;
  const own = side ?? (computer[0] === computer[1] ? null : computer[0] ? 1 : 0);
  if (winner === null || winner === undefined) return summary.score ? { text: 'A draw', won: null } : null;
  if (own === null) return { text: `${armies?.[winner] || `Army ${winner + 1}`} won`, won: null };
  return winner === own ? { text: 'You won', won: true } : { text: 'You lost', won: false };
}
