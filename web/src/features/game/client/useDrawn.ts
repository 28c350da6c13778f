import { useEffect, useState } from 'react';
import { whenDrawn } from './whenDrawn';

/**
 * Whether the table is drawn: what takes as long as that begins after it, as to read a long battle's log, or to make
 * what a browser adds to the dice.
 */
export function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(typeof requestIdleCallback === 'undefined');
  useEffect(() => (drawn ? undefined : whenDrawn(() => setDrawn(true))), [drawn]);
  return drawn;
}
