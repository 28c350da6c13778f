export { EarlyReport, FileLog, GameLog } from './LogPage';
export { lastEntry, onLog, takeEntries } from './answered';
export { useBattleLog, useKeptLog } from './useBattleLog';
