import { useEffect, useRef } from 'react';
import { useClient } from '../client/context';
import type { Offered } from '../client/shortcuts';

/** While the panel is there, keys of the map do this. */
export function useShortcuts(shortcuts: Offered): void {
  const client = useClient();
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => client.shortcuts.offer(latest), [client]);
}
