export { FileLog, GameLog } from './LogPage';
