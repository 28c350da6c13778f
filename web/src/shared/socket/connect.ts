import { useCallback, useEffect, useRef, useState } from 'react';
import { fields, isFields, text } from '@/shared/battle-log';
import { reportExpiry } from '@/shared/session/expiry';
import { accessToken } from '@/shared/session/token';
import { emitGameEvent, type GameEvent } from './events';
import { LiveSocket, LOST, NOT_CONNECTED, type SocketStatus } from './live';

const KINDS: Record<string, GameEvent['type']> = {
  new_log: 'log-changed',
  logs_updated: 'log-changed',
  game_updated: 'game-updated',
  game_state_update: 'push',
  simulation_update: 'push',
};
const LOGIN_ENDED = 4401;

/** The token travels as a subprotocol: addresses get logged, subprotocols do not. */
export const protocols = (): string[] => {
  const token = accessToken();
  return token ? ['highground', `bearer.${token}`] : ['highground'];
};

export const address = (gameId: string, role: string): string =>
  `${window.location.origin.replace(/^http/, 'ws')}/ws/game/${encodeURIComponent(gameId)}?role=${role}`;

export interface SocketMessage {
  type: string;
  payload: Readonly<Record<string, unknown>>;
}
type Hear = (message: SocketMessage) => void;

const hearers = new Map<string, Set<Hear>>();

/** Hears every message of a game's socket until the returned function is called, and its own `connection_error` and `websocket_error`. */
export function onMessage(gameId: string, hear: Hear): () => void {
  const those = hearers.get(gameId) ?? new Set<Hear>();
  hearers.set(gameId, those.add(hear));
  return () => void those.delete(hear);
}

const tell = (gameId: string, type: string, payload: SocketMessage['payload']): void =>
  hearers.get(gameId)?.forEach((hear) => hear({ type, payload }));

const sockets = new Map<string, LiveSocket>();

/** Sends to the game. Throws while there is no connection. */
export function sendMessage(gameId: string, type: string, payload: Record<string, unknown>): void {
  const socket = sockets.get(gameId);
  if (!socket) throw new Error(NOT_CONNECTED);
  socket.send(JSON.stringify({ type, payload }));
}

/** A message as it came; null for what is none. */
export function parsed(data: string): Readonly<Record<string, unknown>> | null {
  try {
    const message: unknown = JSON.parse(data);
    return isFields(message) ? message : null;
  } catch {
    return null;
  }
}

/** Tells the pages of messages. A gap in the numbers, and every new connection that may have missed one, means that the game has to be loaded again. */
function reader(gameId: string, admitted: () => void): (data: string) => void {
  let last: number | null = null;
  return (data) => {
    const message = parsed(data);
    if (!message) return;
    const type = text(message.type);
    const seq = typeof message.seq === 'number' ? message.seq : null;
    const missed = type === 'connected' ? seq !== last : last !== null && seq !== null && seq > last + 1;
    last = seq ?? last;
    if (type === 'connected') admitted();
    if (missed) emitGameEvent({ type: 'game-updated', gameId, missed });
    const kind = KINDS[type];
    if (kind) emitGameEvent({ type: kind, gameId, ...(kind === 'push' && { lastUpdate: String(seq) }) });
    tell(gameId, type, fields(message.payload));
  };
}

export interface Link {
  status: SocketStatus;
  /** Why it was refused or lost, for the player. */
  reason: string;
  /** Tries again, at once. */
  retry: () => void;
}

/** Keeps the game's socket open while the component lives; what it tells goes to the listeners of `events` and `onMessage`. */
export function useGameSocket(gameId: string, role: 'player' | 'spectator'): Link {
  const [{ status, reason }, setLink] = useState<{ status: SocketStatus; reason: string }>({
    status: 'connecting',
    reason: '',
  });
  const current = useRef<LiveSocket | null>(null);
  const retry = useCallback(() => current.current?.retry(), []);
  useEffect(() => {
    let now: SocketStatus = 'connecting';
    const token = accessToken();
    const socket = new LiveSocket(address(gameId, role), protocols, {
      message: (data) => read(data),
      error: () => tell(gameId, 'websocket_error', { detail: 'The connection to the game failed.' }),
      status: (next, why, code) => {
        now = next;
        setLink({ status: next, reason: why });
        if (next === 'lost') tell(gameId, 'connection_error', { detail: LOST });
        if (code === LOGIN_ENDED && token) reportExpiry(token);
      },
    });
    const read = reader(gameId, () => socket.admitted());
    const back = () => {
      if (now === 'lost' || now === 'reconnecting') socket.retry();
    };
    const cut = () => socket.cut();
    sockets.set(gameId, socket);
    current.current = socket;
    window.addEventListener('online', back);
    window.addEventListener('offline', cut);
    return () => {
      window.removeEventListener('online', back);
      window.removeEventListener('offline', cut);
      if (sockets.get(gameId) === socket) sockets.delete(gameId);
      socket.close();
    };
  }, [gameId, role]);
  return { status, reason, retry };
}
