import type { ArmyState, ClockState } from '@/shared/api';
import { useEffect, useState } from 'react';
import './clock.css';
import { useGameState } from '../client/context';
import { timeLeft, timeText } from './time';

const TICK_MS = 250;

/** When each clock was first seen here: a state that is loaded again and has not changed keeps the one that it had. */
const came = new WeakMap<ClockState, number>();

function cameAt(clock: ClockState): number {
  const at = came.get(clock) ?? Date.now();
  came.set(clock, at);
  return at;
}

/** Milliseconds since a clock came, counted on while `running`. */
function useAge(clock: ClockState | null | undefined, running: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, [running]);
  return clock ? now - cameAt(clock) : 0;
}

/** The time that an army has left on the chess clock; nothing where the game has none. */
export function ClockFace({ army }: { army: ArmyState }) {
  const state = useGameState();
  const { clock } = state;
  const running = clock?.running_army_uuid === army.uuid;
  const age = useAge(clock, running);
  if (!clock) return null;
  const left = timeLeft(clock, army, age);
  const word = left < 0 ? 'over time' : clock.paused ? 'paused' : running ? 'running' : '';
  return (
    <div
      className="clock-face figure"
      role="timer"
      aria-label={`Time left of ${army.name}`}
      data-running={running || undefined}
      data-up={left < 0 || undefined}>
      <span>{timeText(left)}</span>
      {word && <span className="clock-word label">{word}</span>}
    </div>
  );
}
