import { useRef } from 'react';

/** Gives the focus back to whoever had it when the dialog opened; most dialogs here have no trigger that Radix knows. */
export function useFocusBack(open: boolean): (event: Event) => void {
  const was = useRef(false);
  const opener = useRef<Element | null>(null);
  // Before the dialog's own field takes it.
  if (open && !was.current) opener.current = document.activeElement;
  was.current = open;
  return (event) => {
    if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  };
}
