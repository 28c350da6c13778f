import { useEffect, useState } from 'react';
import { useClient } from '../client/context';
import { SO_FAR } from '../film/beats';
import { isOwn } from '../film/filling';
import { isEnemyTurn } from '../film/reel';
import { isChargeRollOpen } from '../reactions/rolls';
import { isTheComputers, saidBetween } from './said';
import { speak, useSpoken } from './spoken';
import { summed, type Sentence } from './summed';

/** How long sentences are gathered, so that a screen reader is not cut short by the next one: those of a computer until its
 * phase is over, or for so long at most. How many are kept. */
const GATHER_MS = 1500;
const PHASE_MS = 20_000;
const KEPT = 30;

interface Line {
  id: number;
  text: string;
}

/** What the player's own key, menu or dice have just done, and what is asked now. */
function OwnActions() {
  const lines = useSpoken((spoken) => spoken.lines);
  useSpokenRolls();
  return (
    <div aria-live="polite">
      {lines.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}

/** Says what dice did, each roll once and without its single dice: only the player's own where the rest is said anyway, in
 * the enemy's turn and to who only watches. */
function useSpokenRolls(): void {
  const { known, reel } = useClient();
  useEffect(() => {
    let last = reel.getState().kept.at(-1)?.id ?? 0;
    return reel.subscribe(({ kept }) => {
      const fresh = kept.filter(({ id }) => id > last);
      last = Math.max(last, ...fresh.map(({ id }) => id));
      const { state } = known.getState();
      if (!state) return;
      const open = isChargeRollOpen(state);
      const isSaid = isEnemyTurn(state) || !state.sides.length;
      const heard = isSaid ? fresh.filter((beat) => !beat.actor || isOwn(state, beat)) : fresh;
      for (const beat of heard) speak(`${beat.text}${open && beat.short ? ` ${SO_FAR}` : ''}`);
    });
  }, [known, reel]);
}

/** Says what the opponent or the computer did, and what a key did, to players who cannot see it. */
export function Announcer() {
  const { known } = useClient();
  const [lines, setLines] = useState<readonly Line[]>([]);
  useEffect(() => {
    let waiting: Sentence[] = [];
    let opened: Sentence | undefined;
    let count = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = () => {
      clearTimeout(timer);
      const text = summed(waiting);
      waiting = [];
      timer = undefined;
      count += 1;
      setLines((said) => [...said, { id: count, text }].slice(-KEPT));
    };
    const stop = known.subscribe(({ state }, { state: before }) => {
      if (!state || !before || state === before) return;
      const said = saidBetween(before, state);
      if (!said.length) return;
      const changes = before.game_model.phase !== state.game_model.phase;
      // A phase in which nothing was done is not worth a word.
      if (changes && waiting.length === 1 && waiting[0] === opened) waiting = [];
      else if (changes && waiting.length) say();
      if (changes) [opened] = said;
      waiting.push(...said);
      const plays = isTheComputers(state);
      if (!plays) clearTimeout(timer);
      if (!plays || timer === undefined) timer = setTimeout(say, plays ? PHASE_MS : GATHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [known]);
  return (
    <div className="sr-only">
      <div role="region" aria-label="What the opponent did">
        <div aria-live="polite">
          {lines.map(({ id, text }) => (
            <p key={id}>{text}</p>
          ))}
        </div>
      </div>
      <OwnActions />
    </div>
  );
}
