import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  answeredAs,
  listAbilities,
  listEffects,
  listStratagems,
  type AbilityState,
  type GameState,
} from '@/shared/api';
import { zAbilities, zEffects, zStratagems } from '@/shared/api/validators';
import { useClient, useGameId, useGameState } from '../client/context';
import { withLeaders } from './kinds';

const RETRY_MS = 1000;

/** The moment that abilities are shown for: another one fetches them again. */
const momentOf = ({ game_model: { phase, phase_time: time, round, turn } }: GameState) =>
  [phase, time, round, turn] as const;

function fits(abilities: readonly AbilityState[], state: GameState): boolean {
  const { armies } = state.game_model;
  const known = new Set(armies.flatMap((army) => [army.uuid, ...army.units.flatMap(withLeaders)]));
  return abilities.every(
    ({ location }) => known.has(location.army_uuid) && (location.unit_uuid === null || known.has(location.unit_uuid)),
  );
}

const keyOf = (gameId: string, moment: readonly unknown[]) => ['game', gameId, 'abilities', ...moment];
const load = async (gameId: string) =>
  (await answeredAs(zAbilities, listAbilities({ path: { game_id: gameId } }))).abilities;

/** Has the abilities fetched as soon as the game is loaded, so that their panels have them; who watches has no such panels. */
export function useAbilitiesAfterLoad(watching: boolean): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    const { gameId, state } = client;
    if (!watching && state)
      void queries.prefetchQuery({ queryKey: keyOf(gameId, momentOf(state)), queryFn: () => load(gameId) });
  }, [queries, client, watching]);
}

/** Waits, unless it is given up meanwhile. */
const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('Nobody waits for it.'));
    });
  });

/** Both armies' abilities. They are asked for once more, a second later, where they name armies or units of another state. */
export function useAbilities() {
  const gameId = useGameId();
  const state = useGameState();
  return useQuery({
    queryKey: keyOf(gameId, momentOf(state)),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => {
      const first = await load(gameId);
      if (fits(first, state) || signal.aborted) return first;
      await wait(RETRY_MS, signal);
      return load(gameId);
    },
  });
}

export function useStratagems() {
  const gameId = useGameId();
  const state = useGameState();
  return useQuery({
    queryKey: ['game', gameId, 'stratagems', ...momentOf(state)],
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    queryFn: async () => (await answeredAs(zStratagems, listStratagems({ path: { game_id: gameId } }))).stratagems,
  });
}

export function useEffects() {
  const gameId = useGameId();
  const state = useGameState();
  return useQuery({
    queryKey: ['game', gameId, 'effects', ...momentOf(state)],
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    queryFn: async () => (await answeredAs(zEffects, listEffects({ path: { game_id: gameId } }))).active_effects,
  });
}
