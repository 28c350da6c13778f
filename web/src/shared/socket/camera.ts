import { fields, text } from '@/shared/battle-log';
import { address, parsed, protocols, type SocketMessage } from './connect';
import { FINAL } from './live';

const CAMERA_NOT_CONNECTED = 'Camera WebSocket not connected';

/** How long after a close or a failed attempt the next one is made. */
const RECONNECT_MS = 5000;
/** How long the channel rests between the two halves of a reconnect by hand. */
const REST_MS = 1000;
interface CameraHandlers {
  message: (message: SocketMessage) => void;
  /** `reason` is why the server lets nobody in, in its words; empty otherwise. */
  status: (connected: boolean, reason: string) => void;
}

/** The camera's channel of a game. It is tried again every five seconds until it is there or somebody disconnects it. */
export class CameraChannel {
  private socket: WebSocket | null = null;
  private timer: number | undefined;

  /** `offered` are the subprotocols that carry the right to be there: the login's by default. */
  constructor(
    private readonly gameId: string,
    private readonly handlers: CameraHandlers,
    private readonly offered: () => string[] = protocols,
  ) {}

  connect(): void {
    this.drop();
    const socket = new WebSocket(address(this.gameId, 'camera'), this.offered());
    this.socket = socket;
    socket.onopen = () => this.handlers.status(true, '');
    socket.onmessage = ({ data }: MessageEvent<unknown>) => this.hear(data);
    socket.onerror = () => this.lost('');
    socket.onclose = ({ code, reason }) => (FINAL.has(code) ? this.refused(reason) : this.lost(''));
  }

  /** Ends the connection and every attempt at one. */
  disconnect(): void {
    this.drop();
    this.handlers.status(false, '');
  }

  reconnect(): void {
    this.disconnect();
    this.timer = window.setTimeout(() => this.connect(), REST_MS);
  }

  /** Throws while there is no connection. */
  send(type: string, payload: Record<string, unknown>): void {
    if (this.socket?.readyState !== WebSocket.OPEN) throw new Error(CAMERA_NOT_CONNECTED);
    this.socket.send(JSON.stringify({ type, payload: { game_id: this.gameId, ...payload } }));
  }

  private hear(data: unknown): void {
    const message = typeof data === 'string' ? parsed(data) : null;
    if (message) this.handlers.message({ type: text(message.type), payload: fields(message.payload) });
  }

  private lost(reason: string): void {
    this.drop();
    this.handlers.status(false, reason);
    this.timer = window.setTimeout(() => this.connect(), RECONNECT_MS);
  }

  private refused(reason: string): void {
    this.drop();
    this.handlers.status(false, reason);
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
}
