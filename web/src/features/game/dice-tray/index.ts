export { DiceTray } from './DiceTray';
export { useOfferRoll, type DueRoll } from './dueRoll';
