/** Minutes that each player may be given on the chess clock of a battle. */
export const CLOCK_MINUTES = [30, 45, 60, 75, 90, 120, 150] as const;
