export { CameraChannel } from './camera';
export {
  CONNECTING,
  GameSocket,
  onMessage,
  sendMessage,
  useGameSocket,
  type LinkStatus,
  type Role,
  type SocketMessage,
} from './connect';
export { emitGameEvent, onGameEvent, useGameEvents, useLastUpdate } from './events';
export { type SocketStatus } from './live';
