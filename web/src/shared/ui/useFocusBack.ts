import { useState } from 'react';

/** Gives the focus back to the element that had it when the dialog opened; most dialogs here have no trigger that Radix knows. */
export function useFocusBack(open: boolean): (event: Event) => void {
  const [was, setWas] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  if (open !== was) {
    setWas(open);
    // Before the dialog's own field takes it.
    if (open) setOpener(document.activeElement);
  }
  return (event) => {
    if (!(opener instanceof HTMLElement) || !opener.isConnected) return;
    event.preventDefault();
    opener.focus();
  };
}
