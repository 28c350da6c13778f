export { EarlyReport, FileLog, GameLog } from './LogPage';
export { useBattleLog, useKeptLog } from './useBattleLog';
