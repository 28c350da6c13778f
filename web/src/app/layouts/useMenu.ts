import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

export interface Menu {
  open: boolean;
  toggle: () => void;
  close: () => void;
  /** Goes to the button that opens the menu, so that Escape gives the focus back. */
  button: React.RefObject<HTMLButtonElement | null>;
  /** Goes around button and menu: a press outside of it closes the menu. */
  frame: React.RefObject<HTMLElement | null>;
}

/** A menu of small screens: closed by Escape, by a press outside of it and by every change of the page's address. */
export function useMenu(): Menu {
  const location = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const frame = useRef<HTMLElement>(null);
  const open = openAt === location.key;
  useEffect(() => {
    if (!open) return;
    const keyed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      button.current?.focus();
    };
    const pressed = (event: PointerEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpenAt(null);
    };
    document.addEventListener('keydown', keyed);
    document.addEventListener('pointerdown', pressed);
    return () => {
      document.removeEventListener('keydown', keyed);
      document.removeEventListener('pointerdown', pressed);
    };
  }, [open]);
  return { open, toggle: () => setOpenAt(open ? null : location.key), close: () => setOpenAt(null), button, frame };
}
