export { CAMERA_NOT_CONNECTED, CameraChannel } from './camera';
export { onMessage, sendMessage, useGameSocket, type Link, type SocketMessage } from './connect';
export { emitGameEvent, onGameEvent, useGameEvents, useLastUpdate, type GameEvent } from './events';
export { LOST, type SocketStatus } from './live';
