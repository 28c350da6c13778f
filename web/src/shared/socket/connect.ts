import { useCallback, useEffect, useRef, useState } from 'react';
import { nameSocket } from '@/shared/api/callers';
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

const announce = (gameId: string, type: string, payload: SocketMessage['payload']): void =>
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

/** Passes messages on to the pages. A gap in the numbers, and every new connection that may have missed one, means that the game has to be loaded again. */
function reader(gameId: string, admitted: (name: string) => void): (data: string) => void {
  let last: number | null = null;
  return (data) => {
    const message = parsed(data);
    if (!message) return;
    const type = text(message.type);
    const seq = typeof message.seq === 'number' ? message.seq : null;
    const missed = type === 'connected' ? seq !== last : last !== null && seq !== null && seq > last + 1;
    last = seq ?? last;
    if (type === 'connected') admitted(text(fields(message.payload).socket));
    if (missed) emitGameEvent({ type: 'game-updated', gameId, missed });
    const kind = KINDS[type];
    if (kind) emitGameEvent({ type: kind, gameId, ...(kind === 'push' && { lastUpdate: String(seq) }) });
    announce(gameId, type, fields(message.payload));
  };
}

export interface LinkStatus {
  status: SocketStatus;
  /** Why it was refused or lost, for the player. */
  reason: string;
}

export interface Link extends LinkStatus {
  /** Tries again, at once. */
  retry: () => void;
}

export type Role = 'player' | 'spectator';
export const CONNECTING: LinkStatus = { status: 'connecting', reason: '' };

/**
 * A game's socket, open until it is closed: `stands` gets its status, what it receives goes to the listeners of
 * `events` and `onMessage`. Calls of the game name it, so that nothing comes by it that their answers hold.
 */
export class GameSocket {
  private now: SocketStatus = 'connecting';
  private readonly token = accessToken();
  private readonly live: LiveSocket;

  constructor(
    private readonly gameId: string,
    role: Role,
    private readonly stands: (status: LinkStatus) => void,
  ) {
    const read = reader(gameId, (name) => {
      nameSocket(gameId, name);
      this.live.admitted();
    });
    this.live = new LiveSocket(address(gameId, role), protocols, {
      message: read,
      error: () => announce(gameId, 'websocket_error', { detail: 'The connection to the game failed.' }),
      status: (status, reason, code) => this.changed({ status, reason }, code),
    });
    sockets.set(gameId, this.live);
    window.addEventListener('online', this.back);
    window.addEventListener('offline', this.cut);
    document.addEventListener('visibilitychange', this.seen);
  }

  retry(): void {
    this.live.retry();
  }

  close(): void {
    window.removeEventListener('online', this.back);
    window.removeEventListener('offline', this.cut);
    document.removeEventListener('visibilitychange', this.seen);
    if (sockets.get(this.gameId) === this.live) {
      sockets.delete(this.gameId);
      nameSocket(this.gameId, '');
    }
    this.live.close();
  }

  private changed(link: LinkStatus, code: number): void {
    this.now = link.status;
    if (link.status !== 'connected') nameSocket(this.gameId, '');
    this.stands(link);
    if (link.status === 'lost') announce(this.gameId, 'connection_error', { detail: LOST });
    if (code === LOGIN_ENDED && this.token) reportExpiry(this.token);
  }

  private readonly back = (): void => {
    if (this.now === 'lost' || this.now === 'reconnecting') this.live.retry();
  };
  private readonly cut = (): void => this.live.cut();
  /** Whose screen was off, or who looked at another page, need neither wait for the next attempt nor press for one. */
  private readonly seen = (): void => {
    if (document.visibilityState === 'visible') this.back();
  };
}

/** Keeps a game's socket open while the component lives. */
export function useGameSocket(gameId: string, role: Role): Link {
  const [link, setLink] = useState(CONNECTING);
  const current = useRef<GameSocket | null>(null);
  const retry = useCallback(() => current.current?.retry(), []);
  useEffect(() => {
    const socket = new GameSocket(gameId, role, setLink);
    current.current = socket;
    return () => socket.close();
  }, [gameId, role]);
  return { ...link, retry };
}
