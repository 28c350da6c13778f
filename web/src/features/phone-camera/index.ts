export { PhoneCamera } from './PhoneCamera';
