export { Attributes } from './Attributes';
export { UnitCard } from './UnitCard';
export { UnitSheet } from './UnitSheet';
