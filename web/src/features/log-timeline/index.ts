export { EarlyReport, FileLog, GameLog } from './LogPage';
export { useBattleLog } from './useBattleLog';
