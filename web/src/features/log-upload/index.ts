export { LogUpload } from './LogUpload';
export { openLogFile } from './readFile';
