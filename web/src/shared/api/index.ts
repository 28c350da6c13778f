export { getLogs, getSight, uploadLog } from './generated/sdk.gen';
export { answered, callPublic, HttpError } from './http';
