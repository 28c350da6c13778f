import type { StoreApi } from 'zustand';
import type { GameState } from '@/shared/api';
import { lossesBetween, type Casualties } from './casualties';
import { usePace } from './pace';
import { isFilmed, type Reel } from './reel';

interface Stores {
  known: StoreApi<{ state: GameState | undefined }>;
  reel: StoreApi<Reel>;
  casualties: StoreApi<Casualties>;
}

/** Has units drawn as they were until the film has shown what befell them. Heard before anything is drawn of a state. */
export function holdBack({ known, reel, casualties }: Stores): void {
  known.subscribe(({ state }, { state: before }) => {
    if (!state || !before || state === before) return;
    const film = reel.getState();
    const since = isFilmed(state, usePace.getState().pace, film) ? (film.beats.at(-1)?.id ?? 0) : null;
    casualties.getState().lose(lossesBetween(before, state), since);
  });
  reel.subscribe((now, before) => {
    const was = before.film && !before.closed ? before.beats[before.at] : undefined;
    if (was && now.beats[now.at] !== was) casualties.getState().shown(was);
    if ((now.closed && !before.closed) || (before.film && !now.film)) casualties.getState().release();
  });
}
