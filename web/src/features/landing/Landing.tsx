import type { ReactNode } from 'react';
import './landing.css';
import { Scene } from './Scene';

const FACTS = [
  ['Every inch', 'Moves, charges and lines of sight are measured base to base and drawn where they happened.'],
  ['Every die', 'Each roll keeps what it needed, what it showed, and why. Re-rolls included.'],
  ['Every battle', 'Round by round, phase by phase, action by action: step through it, or let it play.'],
] as const;

/** The front door: what this is, a battle to watch at once, and what it keeps. */
export function Landing({ children }: { children: ReactNode }) {
  return (
    <main className="landing">
      <div className="landing-hero">
        <div className="flex flex-col justify-center gap-6">
          <h1 className="landing-title">Take the<br />high ground.</h1>
          <p className="max-w-md text-lg text-soft">Highground fights, records and replays tabletop miniature battles: every move measured, every die kept.</p>
          <div className="flex flex-wrap gap-3">{children}</div>
        </div>
        <Scene />
      </div>
      <ul className="landing-facts">
        {FACTS.map(([title, text]) => (
          <li key={title}>
            <h2 className="label text-base text-lamp">{title}</h2>
            <p className="mt-1 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
