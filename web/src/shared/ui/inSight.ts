import type { FocusEvent } from 'react';

/**
 * Scrolls to what the keyboard comes to in a dialog. From its last control the focus goes back to the first, and Radix does
 * that without scrolling. What a pointer presses stays under it.
 */
export function inSight({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' });
}
