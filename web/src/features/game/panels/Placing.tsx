import type { GameState } from '@/shared/api';
import { useEffect } from 'react';
import { Button, Switch, toast } from '@/shared/ui';
import { distance } from '@/shared/geometry';
import { useClient, useGameState, useLocked, useTable } from '../client/context';
import { onFacings } from '../map/facing';
import { onFloor } from '../map/floors';
import { useRefusedThere } from '../map/inTheWay';
import { useGhost } from '../map/useGhost';
import { toPoint, toSpot, unitOf } from '../board';
import { useCommand, type Command } from '../client/useCommand';

export interface Chosen {
  location: [number, number];
  places: [number, number][];
  /** How each miniature faces, where bases are long and some turn. */
  facings?: number[];
  /** On a board with floors that of the unit in hand. */
  floor?: number;
}

/** The place that was chosen on the map, as the calls take it: of the unit's middle, and of each miniature as the map shows it. */
export function useChosen(): Chosen | null {
  const { target, places } = useTable();
  const ghost = useGhost(useGameState());
  return (
    target && {
      location: toSpot(target),
      places: (places ?? []).map(toSpot),
      ...onFacings(ghost),
      ...onFloor(ghost?.floor ?? null),
    }
  );
}

/** Lets go of a unit that waits for a place on the map and no longer needs one: it was set up or moved in another window. */
export function useLetGo(waiting: readonly string[]): void {
  const { pending, want, select } = useTable();
  const gone = pending !== null && !pending.correcting && !waiting.includes(pending.unitId);
  useEffect(() => {
    if (gone) {
      want(null);
      select(null);
    }
  }, [gone, want, select]);
}

/** The command that puts the unit where the map shows it. Map and panel show its refusal until the unit is put elsewhere. */
export function usePlaceCommand(): Command {
  const command = useCommand();
  const refuse = useTable((table) => table.refuse);
  const { error, measure, code } = command;
  useEffect(() => {
    refuse(error ? { error, measure, ...(code && { code }) } : null);
    return () => refuse(null);
  }, [error, measure, code, refuse]);
  return command;
}

/** Inches that a unit may stand from where it was put before that is worth a word. */
const ELSEWHERE = 0.5;

/** Has a unit close up near where it was put, and says where it went from there, and why. */
export function useClosingUp(): (unitId: string, send: () => Promise<GameState | null>) => Promise<void> {
  const { table } = useClient();
  const ghost = useGhost(useGameState());
  return async (unitId, send) => {
    const { target: at, refused, miss } = table.getState();
    const verdict = ghost?.judge(ghost.places);
    const why = (verdict?.state === 'bad' && verdict.word) || refused?.measure || 'No room there';
    const state = await send();
    const unit = state && unitOf(state, unitId);
    const to = unit?.location && toPoint(unit.location);
    if (!at || !to || distance(at, to) <= ELSEWHERE) return;
    miss({ at, to, why });
    toast(`${unit.name} closed up ${distance(at, to).toFixed(1)}″ from there.`);
  };
}

/**
 * Whether passengers cannot get out as they are held on the map. A block of them rarely finds room beside its transport,
 * so that they get out one by one, as near to there as they can.
 */
export function useCrowdedOut(): boolean {
  const ghost = useGhost(useGameState());
  const refused = useTable((table) => table.refused);
  if (!ghost?.unit.inside) return false;
  return refused !== null || ghost.judge(ghost.places).state === 'bad';
}

/** The unit is selected and in hand as soon as it is asked for. */
export function useDragged(id: string | undefined, limit: number): void {
  const { want, select } = useTable();
  useEffect(() => {
    if (id) {
      select(id);
      want({ kind: 'drag', unitId: id, limit });
    }
    return () => {
      want(null);
      if (id) select(null);
    };
  }, [id, limit, select, want]);
}

/** Why the server did not take the place, beside the unit, with the measure; and a way out. */
export function PlaceRefused({ onCloseUp }: { onCloseUp?: () => void }) {
  const locked = useLocked();
  const refused = useTable((table) => table.refused);
  const there = useRefusedThere();
  if (!refused) return null;
  return (
    <div className="refused" role="alert" data-testid="refused">
      <p>
        {refused.error}
        {there !== 'Not there' && <strong className="figure"> {there}</strong>}
      </p>
      {onCloseUp && (
        <Button disabled={locked} onClick={onCloseUp}>
          Close up near there
        </Button>
      )}
    </div>
  );
}

/** How far the ghost has gone, in figures and words, and the choice between the unit and its single miniatures. */
export function GhostWords({ empty }: { empty: string }) {
  const state = useGameState();
  const { target, single, setSingle } = useTable();
  const ghost = useGhost(state);
  if (!ghost) return null;
  const verdict = ghost.judge(ghost.places);
  return (
    <>
      {/* Not said from here: what is asked says it too. */}
      <p className="figure text-soft">
        {target
          ? [
              ghost.starts.length && ghost.pending.limit !== null
                ? verdict.figure
                : `Unit location: (${target.x.toFixed(1)}, ${target.y.toFixed(1)})`,
              verdict.word,
            ]
              .filter(Boolean)
              .join(' · ')
          : empty}
      </p>
      {ghost.living.length > 1 && (
        <Switch
          label="Single miniatures"
          hint="Drag each on its own; keep them within 2″ of one another."
          checked={single}
          onChange={setSingle}
        />
      )}
    </>
  );
}
