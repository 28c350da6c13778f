export { AfterBattle } from './AfterBattle';
export { BattleResult } from './BattleResult';
export { isOver, outcome } from './outcome';
export { ReportSharing } from './ReportSharing';
export { useChangeGame } from './useChangeGame';
export { RematchAsked } from './RematchAsked';
