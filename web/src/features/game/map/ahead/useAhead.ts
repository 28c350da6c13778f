import { useEffect, useMemo } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import { answeredAs, getPreview, type Preview } from '@/shared/api';
import { zPreview } from '@/shared/api/validators';
import type { Base } from '@/shared/bases';
import type { Point } from '@/shared/geometry';
import { toSpot } from '../../board';
import type { Table } from '../../client/table';
import { useClient, useGameId } from '../../client/context';
import { useHabits } from '../hand/habits';
import { onFloor } from '../floors';
import type { Ghost } from '../useGhost';
import { newest, type Newest } from './newest';

/** What a unit could do from some places, and where its living miniatures would stand. */
export interface Seen {
  preview: Preview;
  places: readonly Point[];
  /** The base of the first of them. */
  base: Base;
}

interface Question {
  key: string;
  body: { unit_uuid: string; places: [number, number][]; facings?: number[]; how: Preview['how']; floor?: number };
  places: readonly Point[];
  base: Base;
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
    ...(ghost.facings.length > 0 && { facings: [...ghost.facings] }),
    ...onFloor(ghost.floor),
  };
  const { living } = ghost;
  return {
    key: JSON.stringify(body),
    body,
    places: living.flatMap((index) => places[index] ?? []),
    base: ghost.base(living[0] ?? 0),
  };
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

const asked = (gameId: string, { body }: Question): Promise<Preview> =>
  answeredAs(zPreview, getPreview({ path: { game_id: gameId }, body }));

/** What a unit in hand could do from places, and what it would risk on the way. */
export const foreseen = (gameId: string, ghost: Ghost, places: readonly Point[]): Promise<Preview> =>
  asked(gameId, questionOf(ghost, places));

/** Keeps what a look ahead says of the unit in hand: what it risks, and why it may not stand where it was let go. */
function keep(table: Table, { unit_uuid, escape, refused }: Preview, places: Question['body']['places']): void {
  const { pending, places: there, warn, refuse } = table;
  if (pending?.unitId !== unit_uuid) return;
  warn(escape);
  // While it is dragged on, the map's card says it.
  const letGo = there && JSON.stringify(there.map(toSpot)) === JSON.stringify(places);
  if (!refused || !letGo) return;
  const { detail, remedy, measure, code } = refused;
  refuse({ error: [detail, remedy].filter(Boolean).join(' '), measure, code });
}

/**
 * Looks ahead with the unit in hand: the newest of its places is asked about. Players who switched that
 * off still see what it risks, and whether it may stand there.
 */
export function useAhead(ghost: Ghost | null): Ahead {
  const gameId = useGameId();
  const { table } = useClient();
  const wanted = useHabits((habits) => habits.ahead);
  const store = useMemo(() => createStore<{ seen: Seen | null }>(() => ({ seen: null })), []);
  const able = ghost !== null && !ghost.pending.correcting;
  const asker = useMemo(
    () =>
      newest<Question, Preview>(
        (question) => asked(gameId, question),
        (preview, { places, base, body }) => {
          store.setState({ seen: { preview, places, base } });
          keep(table.getState(), preview, body.places);
        },
      ),
    [gameId, store, table],
  );
  useEffect(() => () => asker.stop(), [asker]);
  return useMemo(() => {
    const unitId = able && wanted ? ghost.unit.uuid : null;
    return { unitId, store, look: able ? lookWith(ghost, asker) : () => undefined };
  }, [able, wanted, ghost, asker, store]);
}

/** What was seen last with the unit that is in hand now. */
export const useSeen = ({ store, unitId }: Ahead): Seen | null =>
  useStore(store, ({ seen }) => (seen?.preview.unit_uuid === unitId ? seen : null));
