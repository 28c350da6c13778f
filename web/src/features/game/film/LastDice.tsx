import { useState } from 'react';
import { Button, IconButton, useMediaQuery } from '@/shared/ui';
import { useGameState, useTable } from '../client/context';
import { attackerOf } from '../map/hand/targeting';
import { ROOMY } from '../phone';
import { isChargeRollOpen } from '../reactions/rolls';
import { isLong, type Beat } from './beats';
import './film.css';
import { isOwn } from './filling';
import { Rows } from './Rows';
import { shownBeat, type Reel } from './reel';
import { SoFar } from './SoFar';
import { useReel } from './useFilm';
import { useSide } from './useSide';

const isFilmShown = (reel: Reel): boolean => reel.film && shownBeat(reel) !== null;

/** What one's own dice did last, over the map, which keeps its size: it stays while the page goes on to the next unit. */
export function LastDice() {
  const kept = useReel((reel) => reel.kept);
  const filmed = useReel(isFilmShown);
  const forget = useReel((reel) => reel.forget);
  const aims = useGameState(attackerOf) !== null;
  const rollIsOpen = useGameState(isChargeRollOpen);
  // What is moved about has the map to itself.
  const moves = useTable(({ pending, target }) => pending !== null && (target !== null || pending.grip != null));
  const room = useMediaQuery(ROOMY);
  const [pressed, setPressed] = useState<{ of: number; open: boolean } | null>(null);
  const last = kept.at(-1);
  const open = pressed && pressed.of === last?.id ? pressed.open : (last?.rare ?? false) || (room && !aims);
  const [looked, selected] = useTable((table) => [table.involved.join(' '), table.selectedId]);
  const units = `${kept.flatMap((each) => each.involved).join(' ')} ${looked}`;
  const shown = last && !filmed && !moves;
  const own = useGameState((state) => kept[0] !== undefined && isOwn(state, kept[0]));
  // Folded on a phone, of what others rolled only the last is said: the map is small, and the button brings the rest.
  const whole = room || open;
  const said = whole ? kept : kept.filter((beat, index) => beat === last || (own && index === 0));
  const card = useSide(room ? 'bottom' : 'top', units, `${last?.id} ${open} ${selected} ${shown}`);
  if (!shown) return null;
  return (
    <section ref={card} className="film last-dice" aria-label="The last dice">
      <div className="last-dice-controls">
        <Button
          tone="quiet"
          icon="dice"
          aria-expanded={open}
          aria-label="Dice of the last roll"
          onClick={() => setPressed({ of: last.id, open: !open })}>
          Dice
        </Button>
        <IconButton icon="close" label="Put the dice away" onClick={forget} />
      </div>
      <div className="last-dice-said">
        {said.map((beat) => (
          <Said
            key={beat.id}
            beat={beat}
            brief={!whole && (said.length > 1 || isLong(beat))}
            open={open}
            soFar={rollIsOpen && beat === last && beat.short}
          />
        ))}
      </div>
    </section>
  );
}

interface SaidProps {
  beat: Beat;
  /** Only what came of it. */
  brief: boolean;
  open: boolean;
  /** Its dice may still be rerolled. */
  soFar: boolean;
}

const Said = ({ beat, brief, open, soFar }: SaidProps) => (
  <div className="film-said">
    <p>
      {brief ? beat.brief : beat.text}
      {beat.besides && !brief && <span className="text-soft"> ({beat.besides})</span>}
      {soFar && <SoFar />}
    </p>
    {open && <Rows beat={beat} />}
  </div>
);
