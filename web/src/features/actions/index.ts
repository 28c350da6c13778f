export { ActionList } from './ActionList';
export { EntryMarks } from './EntryMarks';
export { actionKind, actorOf, involvedUnits, readBattleshock, readCharge, readCombat, readRoll } from './details';
export { actionGraphics } from './graphics';
