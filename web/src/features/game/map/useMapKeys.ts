import { useEffect, useRef } from 'react';
import { useKeysOn } from '@/shared/keysOn';

export type MapKey =
  | 'g'
  | 'n'
  | 'r'
  | 's'
  | 'l'
  | 'v'
  | 'k'
  | 'w'
  | 't'
  | 'm'
  | 'a'
  | 'h'
  | 'e'
  | 'x'
  | '+'
  | '-'
  | '0'
  | 'u'
  | 'f'
  | '['
  | ']'
  | ','
  | '.'
  | '<'
  | '>'
  | ';'
  | ':'
  | '?'
  | 'Escape'
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'ArrowUp'
  | 'ArrowDown';

const TAKEN =
  'input, select, textarea, [contenteditable], [role="slider"], [role="tab"], [role="dialog"], [role="menu"], [role="listbox"]';

/** Keys that are the page's own where the board has no floors. */
type FloorKey = 'PageUp' | 'PageDown';

type Keys = Partial<Record<MapKey | FloorKey, () => unknown>>;

/** Keys of the battlefield, wherever nothing else wants them. */
export function useMapKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TAKEN)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const name = event.key.length === 1 ? event.key.toLowerCase().replace('=', '+') : event.key;
      const act = (latest.current as Record<string, (() => unknown) | undefined>)[name];
      if (!act || (event.key.length === 1 && !useKeysOn.getState().on)) return;
      if (/^(Arrow|Page)/.test(name) && event.target instanceof Element && event.target.closest('.game-panel')) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
