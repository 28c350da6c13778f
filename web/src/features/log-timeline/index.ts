export { EarlyReport, FileLog, GameLog } from './LogPage';
export { lastEntry, takeEntries } from './answered';
export { useBattleLog, useKeptLog } from './useBattleLog';
