export { Die } from './Die';
export { useFirstRows } from './useFirstRows';
export { DiceTable } from './DiceTable';
export { RollHistograms } from './RollHistograms';
export { readDice, type WeaponDice } from './rolls';
