import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  agreeToSetup,
  answered,
  answerOf,
  changeSetup,
  getSetup,
  listRostersOptions,
  sentence,
  startGame,
  type Changes,
  type Prepared,
  type SeatArmy,
} from '@/shared/api';

export const setupKey = (gameId: string) => ['game', gameId, 'setup'] as const;

/** How often the page asks what the opponent has chosen, in milliseconds. */
const POLL_MS = 4000;

export type Part = 'game' | 0 | 1;

/** A game's set-up. Where an opponent sits at the table it is asked for again and again, until the battle begins. */
export function useSetup(gameId: string, shared: boolean) {
  return useQuery({
    queryKey: setupKey(gameId),
    refetchOnMount: 'always',
    queryFn: () => answerOf(getSetup({ path: { game_id: gameId } })),
    refetchInterval: ({ state }) => (shared && state.data && !state.data.begun ? POLL_MS : false),
  });
}

/** The rosters that the user has uploaded. */
export const useRosters = () => useQuery({ ...listRostersOptions(), select: ({ rosters }) => rosters });

const partOf = (changes: Changes | undefined): Part => (changes?.game ? 'game' : changes?.army_0 ? 0 : 1);

/** What the set-up looks like with a change that the server has not answered yet. */
function foreseen(known: Prepared, { game, army_0, army_1 }: Changes): Prepared {
  const armies = [army_0, army_1].map((army, side) => {
    const before = known.armies[side] ?? null;
    return army && before ? ({ ...before, ...army } as SeatArmy) : before;
  });
  return { ...known, chosen: game ?? known.chosen, armies };
}

/** Saves each choice as it is made, one after the other. */
export function useChangeSetup(gameId: string) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationKey: setupKey(gameId),
    scope: { id: `setup ${gameId}` },
    mutationFn: (body: Changes) => answered(changeSetup({ path: { game_id: gameId }, body })),
    onMutate: async (body) => {
      await queries.cancelQueries({ queryKey: setupKey(gameId) });
      queries.setQueryData<Prepared>(setupKey(gameId), (known) => known && foreseen(known, body));
    },
    onSuccess: (setup) => {
      // A later choice that is still under way must not be shown as taken back.
      if (queries.isMutating({ mutationKey: setupKey(gameId) }) === 1) queries.setQueryData(setupKey(gameId), setup);
    },
    onError: () => queries.invalidateQueries({ queryKey: setupKey(gameId) }),
  });
  const again = () => change.variables && change.mutate(change.variables);
  return {
    change: change.mutate,
    busy: change.isPending,
    again,
    problem: change.isError ? { part: partOf(change.variables), text: sentence(change.error) } : null,
  };
}

/** Agrees to the set-up that the player was shown, by its `terms`. */
export function useAgree(gameId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: setupKey(gameId),
    scope: { id: `setup ${gameId}` },
    mutationFn: (terms: string) => answered(agreeToSetup({ path: { game_id: gameId }, body: { terms } })),
    onSuccess: (setup) => queries.setQueryData(setupKey(gameId), setup),
    onError: () => queries.invalidateQueries({ queryKey: setupKey(gameId) }),
  });
}

/**
 * Begins the battle, once everything that was chosen is saved, and goes to the table. With the `terms` of the set-up
 * that the player was shown, only if that is still what holds.
 */
export function useStart(gameId: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    scope: { id: `setup ${gameId}` },
    mutationFn: (terms: string | undefined) => answered(startGame({ path: { game_id: gameId }, body: { terms } })),
    onSuccess: async (begun) => {
      await navigate(begun?.url ?? `/game/${gameId}/view`);
      void queries.invalidateQueries({ queryKey: setupKey(gameId) });
    },
    onError: () => queries.invalidateQueries({ queryKey: setupKey(gameId) }),
  });
}
