import { answer, type RemovableMiniature, type RemovalShown } from '@/shared/api';
import { useGameId, useGameState, useTable } from '../client/context';
import type { Command } from '../client/useCommand';

/** The miniatures that a unit that stands apart may lose, which of them are chosen, and how that is sent. */
export interface Removal extends Choosing {
  go: () => void;
}

interface Choosing {
  /** The sets that are proposed, the least loss first. */
  all: readonly RemovalShown[];
  living: readonly RemovableMiniature[];
  /** The place of the chosen set among those that are proposed; -1 for a set of the player's own. */
  at: number;
  /** Who is chosen, by the place in the unit. */
  gone: readonly number[];
  choose: (at: number) => void;
  /** Takes one more, or one less. */
  toggle: (miniature: number) => void;
}

const NONE: readonly never[] = [];

const same = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each));

/** Who is chosen; those of another unit are nobody's here. */
export function useChosenRemoval(): Choosing {
  const all = useGameState((state) => state.request?.removals) ?? NONE;
  const living = useGameState((state) => state.request?.removable) ?? NONE;
  const wanted = useTable((table) => table.removal);
  const setWanted = useTable((table) => table.chooseRemoval);
  const known = wanted?.every((each) => living.some(({ miniature }) => miniature === each));
  const gone = (known && wanted) || (all[0]?.miniatures ?? NONE);
  return {
    all,
    living,
    gone,
    at: all.findIndex(({ miniatures }) => same(miniatures, gone)),
    choose: (at) => setWanted(all[at]?.miniatures ?? null),
    toggle: (miniature) =>
      setWanted(
        gone.includes(miniature)
          ? gone.filter((each) => each !== miniature)
          : [...gone, miniature].toSorted((a, b) => a - b),
      ),
  };
}

export function useRemoval({ run }: Pick<Command, 'run'>): Removal {
  const gameId = useGameId();
  const choosing = useChosenRemoval();
  const clear = useTable((table) => table.chooseRemoval);
  const go = () => {
    if (!choosing.gone.length) return;
    const body = { answer: { choice: 'remove' as const, miniatures: [...choosing.gone] } };
    void run((number) => answer({ path: { game_id: gameId }, body: { ...body, number } })).then((done) => {
      if (done) clear(null);
    });
  };
  return { ...choosing, go };
}
