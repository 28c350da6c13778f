export { UnitPanel } from './UnitPanel';
