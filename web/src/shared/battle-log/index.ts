export { ATTRIBUTES, objectiveCalled, readGround, readObjectives, readUnit, statsOf } from './board';
export { phaseName, simplePhaseName, SIX_PHASES } from './phases';
export { fields, flattened, isFields, list, number, point, points, text } from './read';
export { mergeBattleLogs, NoLogs, phaseRank, readBattleLog, recentEntries, recentMessages } from './timeline';
export type * from './types';
