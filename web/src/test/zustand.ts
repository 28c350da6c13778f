import { create as made, type UseBoundStore } from 'zustand/react';
import type { StateCreator, StoreApi } from 'zustand/vanilla';

export { useStore } from 'zustand/react';
export { createStore, type StoreApi } from 'zustand/vanilla';

const resets: (() => void)[] = [];

/** Stands in for zustand's own: test files share a page, so each test ends with the stores as they were made. */
export function create<State>(creator: StateCreator<State>): UseBoundStore<StoreApi<State>> {
  const store = made(creator);
  resets.push(() => store.setState(store.getInitialState(), true));
  return store;
}

export const resetStores = (): void => resets.forEach((reset) => reset());
