import { createContext, use } from 'react';
import type { Point } from '@/shared/geometry';

type PlaceOf = (client: { clientX: number; clientY: number }) => Point | null;

export const MapPlace = createContext<PlaceOf>(() => null);

/** For what is drawn on a map: the place on the board that is under a pointer. */
export const useMapPlace = (): PlaceOf => use(MapPlace);
