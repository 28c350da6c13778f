export { ActionList } from './ActionList';
export { actionKind, involvedUnits, type ActionKind } from './details';
export { actionGraphics } from './graphics';
