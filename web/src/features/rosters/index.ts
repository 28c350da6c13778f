export { DisplayPage } from './DisplayPage';
export { RostersPage } from './RostersPage';
export { UploadPage } from './UploadPage';
