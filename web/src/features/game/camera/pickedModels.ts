import { create } from 'zustand';

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
