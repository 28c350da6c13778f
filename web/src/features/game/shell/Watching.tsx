import { useEffect, useEffectEvent } from 'react';
import { HttpError } from '@/shared/api';
import { useGameSocket } from '@/shared/socket';
import { LinkButton } from '@/shared/ui';

/** How often it is looked whether the battle has begun, beside what the socket sends. */
const LOOK_MS = 15_000;

/** Nobody may watch any more: to a stranger, a game that is not shared is not there. */
export const isGone = (error: Error | null): boolean =>
  error instanceof HttpError && [401, 403, 404].includes(error.status);

export const isNotBegun = (error: Error | null): boolean => error instanceof HttpError && error.status === 409;

/** A spectator's link before the battle: the table opens by itself once it begins. */
export function Waiting({ gameId, onLook }: { gameId: string; onLook: () => void }) {
  useGameSocket(gameId, 'spectator');
  const look = useEffectEvent(onLook);
  useEffect(() => {
    const timer = window.setInterval(() => look(), LOOK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <main className="game-wait">
      <title>Waiting for the battle · Highground</title>
      <h1 className="text-lg font-semibold">The battle has not begun yet</h1>
      <p role="status" className="text-soft">
        This page opens the table by itself as soon as it does.
      </p>
      <LinkButton className="self-start" to="/shared/demo/logs">
        Watch the demo battle meanwhile
      </LinkButton>
    </main>
  );
}

/** Sharing was switched off while somebody watched. */
export function NotShared() {
  return (
    <main className="game-wait">
      <title>No longer shared · Highground</title>
      <h1 className="text-lg font-semibold">This battle is no longer shared</h1>
      <p role="alert" className="text-soft">
        Its owner has stopped sharing it, so it cannot be watched any more.
      </p>
      <LinkButton className="self-start" to="/">
        Highground
      </LinkButton>
    </main>
  );
}
