export { emitGameEvent, onGameEvent, useGameEvents, useLastUpdate, type GameEvent } from './events';
