export { BattleRibbon } from './BattleRibbon';
export { ScoreBoard } from './ScoreBoard';
