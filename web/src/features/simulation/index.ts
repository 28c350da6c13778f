export { NewSimPage } from './NewSimPage';
