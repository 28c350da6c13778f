export { DiceTray, DiceTrayModal } from './DiceTray';
export { useOfferRoll } from './dueRoll';
