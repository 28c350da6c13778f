import type { Spot } from '../board';
import { create } from 'zustand';
import type { Detection } from '@/features/table-camera';

interface PickingStore {
  /** The unit whose miniatures are picked among those that the photo shows; null while none are. */
  unitId: string | null;
  /** Numbers of the miniatures that were picked. */
  chosen: readonly number[];
  begin: (unitId: string, chosen: readonly number[]) => void;
  toggle: (model: number) => void;
  end: () => void;
}

/** Which of the photo's miniatures are a unit's, where the photo was read wrong: the list asks, the map is clicked. */
export const usePicking = create<PickingStore>((set) => ({
  unitId: null,
  chosen: [],
  begin: (unitId, chosen) => set({ unitId, chosen }),
  toggle: (model) =>
    set(({ chosen }) => ({
      chosen: chosen.includes(model) ? chosen.filter((each) => each !== model) : [...chosen, model],
    })),
  end: () => set({ unitId: null, chosen: [] }),
}));

const square = ([ax, ay]: Spot, [bx, by]: Spot): number => (ax - bx) ** 2 + (ay - by) ** 2;

/** The places in the order of those who come from `before`: pairs change while that makes the ways' squares less. */
export function paired(before: readonly Spot[], places: readonly Spot[]): Spot[] {
  const ends = [...places];
  for (let better = true; better;) {
    better = false;
    for (let i = 1; i < ends.length; i += 1) {
      for (let j = 0; j < i; j += 1) {
        const [a, b, x, y] = [before[i], before[j], ends[i], ends[j]];
        if (!a || !b || !x || !y || square(a, y) + square(b, x) >= square(a, x) + square(b, y) - 1e-9) continue;
        [ends[i], ends[j]] = [y, x];
        better = true;
      }
    }
  }
  return ends;
}

/** Where the miniatures of these numbers stand. */
export function placesOfModels(models: readonly Detection[], chosen: readonly number[]): Spot[] {
  return chosen.map((model) => models[model]?.location ?? null).filter((place) => place !== null);
}
