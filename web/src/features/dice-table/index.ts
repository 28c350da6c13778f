export { Die } from './Die';
export { firstRows } from './firstRows';
export { DiceTable } from './DiceTable';
export { RollHistograms } from './RollHistograms';
export { readDice, type WeaponDice } from './rolls';
