import type { AbilityState } from '@/shared/api';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useChat } from '../chat/chatStore';
import type { GameClient } from '../client/client';
import { useClient } from '../client/context';

const REFRESH_MS = 2000;

/** What is known of abilities, stratagems and effects, list by list. */
const powers = (queries: QueryClient, gameId: string) =>
  Object.fromEntries(
    ['abilities', 'stratagems', 'effects'].map((list) => {
      const found =
        queries.getQueriesData<readonly AbilityState[]>({ queryKey: ['game', gameId, list] }).at(-1)?.[1] ?? [];
      return [list, found.map(({ name, overall_active, is_selectable }) => ({ name, overall_active, is_selectable }))];
    }),
  );

function snapshot(client: GameClient, queries: QueryClient) {
  const { state, lastError: error } = client.known.getState();
  const { number, sides, request, game_model: game } = state ?? {};
  const { selectedId, pending, target, involved } = client.table.getState();
  return {
    at: new Date().toISOString(),
    game: {
      number,
      sides,
      phase: game?.phase,
      phase_time: game?.phase_time,
      round: game?.round,
      turn: game?.turn,
      request,
      error,
    },
    powers: powers(queries, client.gameId),
    table: { selectedId, pending, target, involved },
    chat: useChat.getState().messages.length,
  };
}

/** What the stores hold, for the search for a fault: only with `?debug=1`. */
export function DebugOverlay() {
  const { search } = useLocation();
  return new URLSearchParams(search).get('debug') === '1' ? <Overlay /> : null;
}

function Overlay() {
  const client = useClient();
  const queries = useQueryClient();
  const [shown, setShown] = useState(() => snapshot(client, queries));
  useEffect(() => {
    const timer = window.setInterval(() => setShown(snapshot(client, queries)), REFRESH_MS);
    return () => window.clearInterval(timer);
  }, [client, queries]);
  return (
    <details className="debug-overlay" open>
      <summary className="label">Debug</summary>
      <pre tabIndex={0} aria-label="Stores">
        {JSON.stringify(shown, null, 2)}
      </pre>
    </details>
  );
}
