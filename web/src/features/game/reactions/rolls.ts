import type { GameState } from '@/shared/api';

/** Whether this window's player may still have the dice of a charge rerolled. */
export const isChargeRollOpen = ({ request }: GameState): boolean =>
  request?.mine === true && request.why === 'rolled' && request.stage === 'charge';
