export { ActionList } from './ActionList';
export { EntryMarks } from './EntryMarks';
export { actionKind, actorOf, involvedUnits, type ActionKind } from './details';
export { actionGraphics } from './graphics';
