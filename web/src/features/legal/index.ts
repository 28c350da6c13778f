export { Privacy } from './Privacy';
export { Terms } from './Terms';
