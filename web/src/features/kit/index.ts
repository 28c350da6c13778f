export { Kit } from './Kit';
