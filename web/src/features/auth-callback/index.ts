export { CallbackPage } from './CallbackPage';
