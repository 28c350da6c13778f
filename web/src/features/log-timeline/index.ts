export { EarlyReport, FileLog, GameLog } from './LogPage';
export { lastEntry, takeEntries } from './told';
export { useBattleLog, useKeptLog } from './useBattleLog';
