export { Die } from './Die';
export { DiceTable } from './DiceTable';
export { RollHistograms } from './RollHistograms';
export { readDice, type WeaponDice } from './rolls';
