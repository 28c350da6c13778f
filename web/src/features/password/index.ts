export { ForgotPage } from './ForgotPage';
export { ResetPage } from './ResetPage';
