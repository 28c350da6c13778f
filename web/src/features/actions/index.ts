export { ActionList } from './ActionList';
export { EntryMarks } from './EntryMarks';
export { actionKind, actorOf, involvedUnits } from './details';
export { actionGraphics } from './graphics';
