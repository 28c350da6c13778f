export type { Rolling } from './desk';
export { giveUp } from './api';
export { useDesk } from './useDesk';
export { VerifyPage } from './VerifyPage';
