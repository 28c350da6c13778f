export { ActionList } from './ActionList';
export { actionKind, actorOf, involvedUnits, type ActionKind } from './details';
export { actionGraphics } from './graphics';
