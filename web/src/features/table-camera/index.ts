export { DETECTED, photoIdOf, type DetectedKind, type Detection, type PhotoGrid, type TableAnalysis } from './analysis';
export { CameraSetup } from './CameraSetup';
export { CameraStatus } from './CameraStatus';
export { useCamera, type CameraActions, type TablePhoto } from './cameraStore';
export { NoPicture } from './link';
export { PhotoFile } from './PhotoFile';
export { traySelection, type TraySelection } from './tray';
export { useCameraLink, useCameraState } from './useCameraLink';
