import { useEffect, useMemo } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import { answeredAs, getPreview, type Preview } from '@/shared/api';
import { zPreview } from '@/shared/api/validators';
import type { Point } from '@/shared/geometry';
import { toSpot } from '../../board';
import { useGameId } from '../../client/context';
import { useHabits } from '../hand/habits';
import { onFloor } from '../floors';
import type { Ghost } from '../useGhost';
import { newest, type Newest } from './newest';

/** What a unit could do from some places, and where its living miniatures would stand. */
export interface Seen {
  preview: Preview;
  places: readonly Point[];
}

interface Question {
  key: string;
  body: { unit_uuid: string; places: [number, number][]; how: Preview['how']; floor?: number };
  places: readonly Point[];
}

export interface Ahead {
  unitId: string | null;
  store: StoreApi<{ seen: Seen | null }>;
  /** The unit in hand would stand there now. */
  look: (places: readonly Point[]) => void;
}

const questionOf = (ghost: Ghost, places: readonly Point[]): Question => {
  const body = {
    unit_uuid: ghost.unit.uuid,
    places: places.map(toSpot),
    how: ghost.how(places) ?? ('' as const),
    ...onFloor(ghost.floor),
  };
  return { key: JSON.stringify(body), body, places: ghost.living.flatMap((index) => places[index] ?? []) };
};

/** Asks about places of a ghost, and not twice in a row about the same. */
function lookWith(ghost: Ghost, asker: Newest<Question>): Ahead['look'] {
  let last = '';
  return (places) => {
    const question = questionOf(ghost, places);
    if (question.key !== last) asker.look(question);
    last = question.key;
  };
}

/** Looks ahead with the unit in hand: the newest of its places is asked about, unless the player does not want it. */
export function useAhead(ghost: Ghost | null): Ahead {
  const gameId = useGameId();
  const wanted = useHabits((habits) => habits.ahead);
  const store = useMemo(() => createStore<{ seen: Seen | null }>(() => ({ seen: null })), []);
  const on = wanted && ghost !== null && !ghost.pending.correcting;
  const asker = useMemo(
    () =>
      newest<Question, Preview>(
        ({ body }) => answeredAs(zPreview, getPreview({ path: { game_id: gameId }, body })),
        (preview, { places }) => store.setState({ seen: { preview, places } }),
      ),
    [gameId, store],
  );
  useEffect(() => () => asker.stop(), [asker]);
  return useMemo(() => {
    const unitId = on ? ghost.unit.uuid : null;
    return { unitId, store, look: on ? lookWith(ghost, asker) : () => undefined };
  }, [on, ghost, asker, store]);
}

/** What was seen last with the unit that is in hand now. */
export const useSeen = ({ store, unitId }: Ahead): Seen | null =>
  useStore(store, ({ seen }) => (seen?.preview.unit_uuid === unitId ? seen : null));
