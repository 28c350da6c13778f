import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { MapHandle } from '@/features/battle-map';
import type { Viewer } from './useViewer';
import { useKeysOn } from '@/shared/keysOn';
import { useView } from './viewStore';

/** What each key does, as the list on screen shows it. */
export const KEYS: readonly (readonly [string, string])[] = [
  ['Space', 'Play or pause'],
  ['→ ←', 'Next, previous action'],
  ['Shift + → ←', 'Next, previous phase'],
  ['+ −', 'Zoom in, out'],
  ['W A S D', 'Move the map'],
  ['0', 'Fit the map'],
  ['R', 'Measure: two clicks, or M on two units'],
  ['Shift + click', 'Measure from here, to there'],
  ['Enter', 'Open the focused unit'],
  ['Esc', 'Close the unit, end measuring'],
  ['?', 'This list'],
];

const PAN = 60;
const TYPING = 'input, textarea, select, [role="slider"], [contenteditable]';

function mapKey(map: MapHandle | null, key: string): boolean {
  const acts: Record<string, () => void> = {
    '+': () => map?.zoomBy(1.4),
    '=': () => map?.zoomBy(1.4),
    '-': () => map?.zoomBy(1 / 1.4),
    '0': () => map?.fit(),
    w: () => map?.panBy(0, PAN),
    s: () => map?.panBy(0, -PAN),
    a: () => map?.panBy(PAN, 0),
    d: () => map?.panBy(-PAN, 0),
  };
  const act = acts[key.toLowerCase()];
  act?.();
  return act !== undefined;
}

function viewKey(viewer: Viewer, event: KeyboardEvent, help: () => void): boolean {
  const view = useView.getState();
  switch (event.key) {
    case ' ':
      view.setPlaying(!view.playing);
      return true;
    case 'ArrowRight':
    case 'ArrowLeft': {
      const direction = event.key === 'ArrowRight' ? 1 : -1;
      if (event.shiftKey) viewer.stepPhase(direction);
      else viewer.step(direction);
      return true;
    }
    case 'r':
    case 'R':
      view.setMeasuring(!view.measuring);
      return true;
    case 'Escape':
      view.select(null);
      view.setMeasuring(false);
      return true;
    case '?':
      help();
      return true;
    default:
      return false;
  }
}

/** The viewer's keys; they rest while a field, a slider or a dialog has the focus, and where tabs have taken them. */
export function useKeys(viewer: Viewer, map: RefObject<MapHandle | null>, help: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest('[role="dialog"]'))
      return;
    if (!useKeysOn.getState().on && event.key !== 'Escape') return;
    if (target.matches(TYPING) && event.key !== '?' && event.key !== 'Escape') return;
    if (event.key === ' ' && target.closest('button, a, [role="button"]')) return;
    if (viewKey(viewer, event, help) || mapKey(map.current, event.key)) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
