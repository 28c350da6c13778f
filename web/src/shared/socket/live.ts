/** The game's socket as the specification has it: after a close five attempts, after 1, 2, 4, 8 and 16 seconds. */

export type SocketStatus = 'connecting' | 'connected' | 'reconnecting' | 'lost' | 'refused';

export const LOST = 'Failed to reconnect to game server';
export const NOT_CONNECTED = 'WebSocket is not connected';

const ATTEMPTS = 5;
const FIRST_DELAY_MS = 1000;
const GROWTH = 2;
/** An attempt that has not come through by then has failed. */
const OPENING_MS = 8000;

/** Closes after which another attempt would be refused as well: no such role or message, login ended, no player, no game. */
export const FINAL = new Set([4400, 4401, 4403, 4404]);

export interface LiveHandlers {
  message: (text: string) => void;
  /** `reason` is why it was refused, in the server's words. */
  status: (status: SocketStatus, reason: string, code: number) => void;
  /** A failure on the way; more attempts follow. */
  error: () => void;
}

export class LiveSocket {
  private socket: WebSocket | null = null;
  private timer: number | undefined;
  private attempts = 0;
  private ended = false;

  constructor(
    private readonly address: string,
    private readonly protocols: () => string[],
    private readonly handlers: LiveHandlers,
  ) {
    this.open();
  }

  /** Throws while there is no connection. */
  send(text: string): void {
    if (this.socket?.readyState !== WebSocket.OPEN) throw new Error(NOT_CONNECTED);
    this.socket.send(text);
  }

  /** The server has let us in: the attempts after the next close are counted again. */
  admitted(): void {
    this.attempts = 0;
    this.handlers.status('connected', '', 0);
  }

  /** Tries again from the first attempt on, at once. */
  retry(): void {
    this.drop();
    this.attempts = 0;
    this.handlers.status('connecting', '', 0);
    this.open();
  }

  /** The network is gone: a socket that would learn it minutes later counts as closed. */
  cut(): void {
    if (this.socket) this.closed(this.socket, 1006, '');
  }

  close(): void {
    this.ended = true;
    this.drop();
  }

  private open(): void {
    const socket = new WebSocket(this.address, this.protocols());
    this.socket = socket;
    this.timer = window.setTimeout(() => this.closed(socket, 1006, ''), OPENING_MS);
    socket.onopen = () => window.clearTimeout(this.timer);
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') this.handlers.message(data);
    };
    socket.onerror = () => this.handlers.error();
    socket.onclose = ({ code, reason }) => this.closed(socket, code, reason);
  }

  /** Lets go of the socket: nothing of it is heard any more. */
  private drop(): void {
    window.clearTimeout(this.timer);
    const { socket } = this;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onerror = socket.onclose = null;
    socket.close();
  }

  private closed(socket: WebSocket, code: number, reason: string): void {
    if (this.ended || socket !== this.socket) return;
    this.drop();
    if (FINAL.has(code)) return this.handlers.status('refused', reason, code);
    if (this.attempts >= ATTEMPTS) return this.handlers.status('lost', LOST, code);
    this.handlers.status('reconnecting', reason, code);
    this.timer = window.setTimeout(() => this.open(), FIRST_DELAY_MS * GROWTH ** this.attempts);
    this.attempts += 1;
  }
}
