export { DiceTray } from './DiceTray';
export { useOfferRoll } from './dueRoll';
