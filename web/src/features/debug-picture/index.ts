export { DebugPicturePage } from './DebugPicturePage';
