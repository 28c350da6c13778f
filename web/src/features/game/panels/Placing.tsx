import { useEffect } from 'react';
import { Button, Switch } from '@/shared/ui';
import { farthest } from '../map/ghost';
import { useGhost } from '../map/useGhost';
import { toSpot } from '../board';
import { useGame } from '../context';
import { useTable } from '../tableStore';

/** The place that was chosen on the map, as the calls take it. A unit that keeps its formation is sent to a place; the
 * miniatures of one that is set up, or was pulled apart, each to their own. */
export function useChosen(): { location: [number, number]; places: [number, number][] } | null {
  const { target, places, loose, wish } = useTable();
  if (!target) return null;
  const each = loose || wish?.kind === 'place';
  return { location: toSpot(target), places: each && places ? places.map(toSpot) : [] };
}

/** Lets go of a unit that waits for a place on the map and no longer needs one: it was set up or moved in another window. */
export function useLetGo(waiting: readonly string[]): void {
  const { wish, want, select } = useTable();
  const gone = wish !== null && !wish.correcting && !waiting.includes(wish.unitId);
  useEffect(() => { if (gone) { want(null); select(null); } }, [gone, want, select]);
}

/** Why the server did not take the place, beside the unit, with the measure; and a way out. */
export function Refused({ onCloseUp }: { onCloseUp?: () => void }) {
  const { error, measure, busy } = useGame();
  if (!error) return null;
  return (
    <div className="refused" role="alert" data-testid="refused">
      <p>{error}{measure && <strong className="figure"> {measure}</strong>}</p>
      {onCloseUp && <Button busy={busy} onClick={onCloseUp}>Close up near there</Button>}
    </div>
  );
}

/** How far the ghost has gone, in figures and words, and the choice between the unit and its single miniatures. */
export function GhostWords({ empty }: { empty: string }) {
  const { state } = useGame();
  const { target, single, setSingle } = useTable();
  const ghost = useGhost(state);
  if (!ghost) return null;
  const verdict = ghost.judge(ghost.places);
  const gone = ghost.starts.length && target ? farthest(ghost.starts, ghost.places) : null;
  return (
    <>
      <p className="figure text-soft" role="status">
        {target ? [gone !== null && ghost.wish.limit !== null ? `${gone.toFixed(1)} of ${ghost.wish.limit.toFixed(1)}″` : `Unit location: (${target.x.toFixed(1)}, ${target.y.toFixed(1)})`, verdict.word].filter(Boolean).join(' · ') : empty}
      </p>
      {ghost.living.length > 1 && <Switch label="Single miniatures" hint="Drag each on its own; keep them within 2″ of one another." checked={single} onChange={setSingle} />}
    </>
  );
}
