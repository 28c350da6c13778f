import { create } from 'zustand';
import type { LatestImage } from '@/shared/api';
import type { Detected, PhotoGrid, TableAnalysis } from './analysis';
import { USUAL_SIZE, type TraySelection } from './tray';

/** The latest photo of the table of a physical game, and what was found on it. */
export interface TablePhoto {
  id: string;
  url: string | null;
  /** Pixels. */
  width: number;
  height: number;
  objects: Detected;
  /** By which it is shown under the map; none where nobody knows where the board lies. */
  grid: PhotoGrid;
}

/** What a page has a game's camera do. */
export interface CameraActions {
  open: () => void;
  close: () => void;
  disconnect: () => void;
  reconnect: () => void;
  /** The new picture's id. */
  take: (what?: { tray?: TraySelection; paired?: boolean }) => Promise<string>;
  upload: (file: File, dice?: boolean) => Promise<string>;
  analyse: (imageId: string) => Promise<void>;
  refresh: () => Promise<LatestImage | null>;
}

interface CameraStore {
  gameId: string;
  /** The camera's channel is open. */
  connected: boolean;
  /** Somebody disconnected it by hand: nothing is tried. */
  stopped: boolean;
  /** Why the server lets nobody into the channel; empty where it does. */
  refused: string;
  /** Whether a phone is there; null while nobody has said. */
  phone: boolean | null;
  photo: TablePhoto;
  analysis: TableAnalysis | null;
  /** What is under way: a picture is being taken, or read. */
  stage: 'idle' | 'taking' | 'reading';
  /** What takes pictures; null where there is no camera. */
  link: CameraActions | null;
  show: (photo: Partial<TablePhoto>) => void;
}

export const NO_PHOTO: TablePhoto = { id: '', url: null, ...USUAL_SIZE, objects: {}, grid: [] };
export const NO_CAMERA = {
  gameId: '',
  connected: false,
  stopped: false,
  refused: '',
  phone: null,
  photo: NO_PHOTO,
  analysis: null,
  stage: 'idle',
  link: null,
} as const;

/** The camera's part of the table: whether it is there, the latest photo, which the map draws, and what was read from it. */
export const useCamera = create<CameraStore>((set) => ({
  ...NO_CAMERA,
  show: (photo) => set((before) => ({ photo: { ...before.photo, ...photo } })),
}));
