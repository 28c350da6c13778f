import { create } from 'zustand';
import type { Point } from '@/shared/geometry';
import type { MapLayers, Ruler } from '@/features/battle-map';
import type { Place } from './position';

export type Speed = 1 | 2 | 4;

interface ViewState {
  /** The battle that is viewed; '' while none is. */
  of: string;
  place: Place | null;
  openId: number | null;
  playing: boolean;
  speed: Speed;
  layers: MapLayers;
  selectedId: string | null;
  ruler: Ruler;
  measuring: boolean;
  goTo: (place: Place, openId?: number | null) => void;
  toggle: (id: number) => void;
  setPlaying: (playing: boolean) => void;
  setSpeed: (speed: Speed) => void;
  setLayers: (layers: Partial<MapLayers>) => void;
  select: (id: string | null) => void;
  /** Alternately sets the start and the end of the measuring line. */
  measure: (place: Point) => void;
  setMeasuring: (measuring: boolean) => void;
  begin: (of: string) => void;
  /** The viewer is left: nothing plays on. */
  end: () => void;
}

const FRESH = {
  of: '',
  place: null,
  openId: null,
  playing: false,
  speed: 1 as Speed,
  selectedId: null,
  measuring: false,
  layers: { terrain: true, objectives: true, zones: true, hiddenArmies: [] } as MapLayers,
  ruler: { start: null, end: null } as Ruler,
};

/** What the viewer shows now. Nothing of the battle itself is kept here. */
export const useView = create<ViewState>((set) => ({
  ...FRESH,
  goTo: (place, openId = null) => set({ place, openId }),
  toggle: (id) => set((state) => ({ openId: state.openId === id ? null : id, playing: false })),
  setPlaying: (playing) => set({ playing }),
  setSpeed: (speed) => set({ speed }),
  setLayers: (layers) => set((state) => ({ layers: { ...state.layers, ...layers } })),
  select: (selectedId) => set({ selectedId }),
  measure: (place) =>
    set(({ ruler }) => ({
      ruler: !ruler.start || ruler.end ? { start: place, end: null } : { start: ruler.start, end: place },
    })),
  setMeasuring: (measuring) => set(measuring ? { measuring } : { measuring, ruler: FRESH.ruler }),
  begin: (of) => set({ ...FRESH, of }),
  end: () => set({ of: '', playing: false }),
}));
