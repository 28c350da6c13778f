import { useEffect, useRef, type RefObject } from 'react';

/** After what changed the panel, dialogs have closed and given the focus back by then. */
const SETTLED_MS = 100;

/**
 * With the keyboard one presses a button that is gone with what it did. The focus then goes to the panel that it
 * stood in, not to the top of the page.
 */
export function useKeptFocus(): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  const last = useRef<Element | null>(null);
  const byKeys = useRef(false);
  useEffect(() => {
    const focused = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="alertdialog"], [role="dialog"]')) return;
      last.current = target !== panel.current && panel.current?.contains(target) ? target : null;
    };
    const pressed = ({ type }: Event) => {
      byKeys.current = type === 'keydown';
    };
    document.addEventListener('focusin', focused);
    for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, pressed, true);
    return () => {
      document.removeEventListener('focusin', focused);
      for (const type of ['keydown', 'pointerdown']) document.removeEventListener(type, pressed, true);
    };
  }, []);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      if (!byKeys.current || !last.current || last.current.isConnected || document.activeElement !== document.body)
        return;
      last.current = null;
      panel.current?.focus({ preventScroll: true });
    }, SETTLED_MS);
    return () => window.clearTimeout(timer);
  });
  return panel;
}
