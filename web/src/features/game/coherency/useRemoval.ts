import { answer, type RemovalShown } from '@/shared/api';
import { useGameId, useGameState, useTable } from '../client/context';
import type { Command } from '../client/useCommand';

/** Whom a unit that stands apart may lose, who of them is chosen, and how that is sent. */
export interface Removal {
  all: readonly RemovalShown[];
  /** The place of the chosen ones among all. */
  at: number;
  chosen: RemovalShown | null;
  choose: (at: number) => void;
  go: () => void;
}

const NOBODY: readonly RemovalShown[] = [];

/** What was chosen for one unit is not chosen for the next: where there are fewer ways, the first is. */
export function useRemoval({ run }: Pick<Command, 'run'>): Removal {
  const gameId = useGameId();
  const all = useGameState((state) => state.request?.removals) ?? NOBODY;
  const wanted = useTable((table) => table.removal);
  const choose = useTable((table) => table.chooseRemoval);
  const at = wanted < all.length ? wanted : 0;
  const chosen = all[at] ?? null;
  const go = () => {
    if (!chosen) return;
    const body = { answer: { choice: 'remove' as const, miniatures: chosen.miniatures } };
    void run((number) => answer({ path: { game_id: gameId }, body: { ...body, number } })).then((done) => {
      if (done) choose(0);
    });
  };
  return { all, at, chosen, choose, go };
}
