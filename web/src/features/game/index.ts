export { GameView, SharedGameView } from './shell/GameView';
