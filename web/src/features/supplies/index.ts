export { Supplies } from './Supplies';
