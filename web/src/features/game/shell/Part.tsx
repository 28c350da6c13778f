import { useQueryClient } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import { isUnreached, sentence, type GameState } from '@/shared/api';
import { Boundary } from '@/shared/ui';
import { useGame } from '../context';
import { gameKey } from '../gameId';

const explain = (error: unknown): string =>
  isUnreached(error) ? sentence(error) : 'This is a fault of the page; the rest of the table goes on.';

/**
 * A part of the table that fails on its own: the others go on, and the next state of the game draws it again. That state
 * comes whole: what could not be drawn may have been put together wrongly, so it has no version to lead on from.
 */
export function Part({ what, silent = false, children }: { what: string; silent?: boolean; children: ReactNode }) {
  const { gameId, state } = useGame();
  const queries = useQueryClient();
  const distrust = useCallback(() => {
    queries.setQueryData<GameState>(gameKey(gameId), (known) => (known?.version ? { ...known, version: '' } : known));
  }, [queries, gameId]);
  return (
    <Boundary what={what} explain={explain} version={state} onFailed={distrust} {...(silent && { fallback: null })}>
      {children}
    </Boundary>
  );
}
