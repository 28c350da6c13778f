/** 12,500, as the site writes large numbers. */
export const many = (count: number): string => count.toLocaleString('en');

/** "42 s", "13 min": how long something took. */
export const took = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
