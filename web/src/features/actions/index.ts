export { ActionList } from './ActionList';
export { EntryMarks } from './EntryMarks';
export { actionKind, actorOf, involvedUnits, readBattleshock, readCharge, readCombat } from './details';
export { actionGraphics } from './graphics';
