export { CameraChannel } from './camera';
export { onMessage, sendMessage, useGameSocket, type Link, type SocketMessage } from './connect';
export { emitGameEvent, onGameEvent, useGameEvents, useLastUpdate } from './events';
export { type SocketStatus } from './live';
