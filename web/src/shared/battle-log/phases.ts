/** The six phases of the simple viewer, in order. */
export const SIX_PHASES = ['command', 'movement', 'shooting', 'charge', 'combat', 'cleanup'] as const;

const NAMES: Record<string, string> = {
  deployment: 'Deployment',
  command: 'Command',
  movement: 'Movement',
  reinforcements: 'Reinforcements',
  shooting: 'Shooting',
  charge: 'Charge',
  combat: 'Combat',
  cleanup: 'Cleanup',
  game_end: 'Game end',
};

/** A phase's name in the simple viewer: one of six, any other is Unknown. */
export const simplePhaseName = (phase: string): string =>
  (SIX_PHASES as readonly string[]).includes(phase) ? (NAMES[phase] ?? 'Unknown') : 'Unknown';

/** A phase's name in the full viewer: those that a turn can have, any other is Unknown. */
export const phaseName = (phase: string): string => NAMES[phase] ?? 'Unknown';
