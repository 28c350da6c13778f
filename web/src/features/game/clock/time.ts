import type { ArmyState, ClockState } from '@/shared/api';

const SECOND = 1000;

/** Milliseconds that an army has left, `sinceMs` after the state was sent; below zero once its time is up. */
export function timeLeft(clock: ClockState, army: Pick<ArmyState, 'uuid' | 'player_number'>, sinceMs: number): number {
  const used = (clock.used[army.player_number === 2 ? 1 : 0] ?? 0) * SECOND;
  const running = clock.running_army_uuid === army.uuid ? Math.max(0, sinceMs) : 0;
  return clock.seconds * SECOND - used - running;
}

/** "1:02:03", "2:03", and "−0:30" for what is over. */
export function timeText(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / SECOND) + (ms < 0 && ms % SECOND !== 0 ? 1 : 0);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return `${ms < 0 ? '−' : ''}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(rest)}`;
}
