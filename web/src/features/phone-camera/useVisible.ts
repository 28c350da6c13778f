import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether anybody can see the page: it is no tab in the background, and the screen is on. */
export const useVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState !== 'hidden');
