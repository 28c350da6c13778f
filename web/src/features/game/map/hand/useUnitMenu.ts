import { useCallback, useEffect, useState, type MouseEvent } from 'react';
import type { MenuAt } from './UnitMenu';

/** How long a finger rests on a unit, and how far it may stray meanwhile. */
const LONG_MS = 500;
const STRAY_PX = 10;

const unitAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-unit]') : null;

/** Reports a finger that rests on a unit in the frame. */
function useLongPress(frame: Element | null, pressed: (unit: Element, x: number, y: number) => void): void {
  useEffect(() => {
    if (!frame) return;
    let timer: number | undefined;
    const down = (event: Event) => {
      const unit = event instanceof PointerEvent && event.pointerType === 'touch' ? unitAt(event.target) : null;
      window.clearTimeout(timer);
      if (!unit || !(event instanceof PointerEvent)) return;
      const { clientX: x, clientY: y } = event;
      const stop = new AbortController();
      const end = () => {
        window.clearTimeout(timer);
        stop.abort();
      };
      const strayed = (now: PointerEvent) => {
        if (Math.hypot(now.clientX - x, now.clientY - y) > STRAY_PX) end();
      };
      window.addEventListener('pointermove', strayed, { signal: stop.signal });
      window.addEventListener('pointerup', end, { signal: stop.signal });
      window.addEventListener('pointercancel', end, { signal: stop.signal });
      timer = window.setTimeout(() => {
        stop.abort();
        // The finger's tap that ends here is none.
        window.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
        pressed(unit, x, y);
      }, LONG_MS);
    };
    frame.addEventListener('pointerdown', down);
    return () => {
      window.clearTimeout(timer);
      frame.removeEventListener('pointerdown', down);
    };
  }, [frame, pressed]);
}

/** Opens the menu of a unit: by the mouse's other button or the menu key, by a long press, for the one that is selected. */
export function useUnitMenu() {
  const [at, setAt] = useState<MenuAt | null>(null);
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const open = useCallback(
    (unit: Element, x: number, y: number) => {
      const box = frame?.getBoundingClientRect();
      const unitId = unit.getAttribute('data-unit');
      if (box && unitId) setAt({ unitId, x: x - box.left, y: y - box.top });
    },
    [frame],
  );
  useLongPress(frame, open);
  const openAtBadge = (unit: Element) => {
    const { left, top, width, height } = (unit.querySelector('.unit-marker') ?? unit).getBoundingClientRect();
    open(unit, left + width / 2, top + height / 2);
  };
  const onContextMenu = (event: MouseEvent) => {
    const unit = unitAt(event.target);
    if (!unit) return;
    event.preventDefault();
    if (event.clientX || event.clientY) open(unit, event.clientX, event.clientY);
    else openAtBadge(unit);
  };
  return {
    setFrame,
    at,
    close: () => setAt(null),
    openFor: (unitId: string | null) => {
      if (!unitId || !frame) return;
      const unit = frame.querySelector(`[data-unit="${CSS.escape(unitId)}"]`);
      if (unit) openAtBadge(unit);
      // Who waits in reserve, or in a transport, stands nowhere on the map.
      else setAt({ unitId, x: frame.clientWidth / 2, y: frame.clientHeight / 4 });
    },
    onContextMenu,
  };
}
