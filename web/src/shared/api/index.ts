export { call, callPublic, HttpError, postJson } from './http';
