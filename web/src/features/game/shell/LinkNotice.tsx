import { useStore } from 'zustand';
import { Button, Notice } from '@/shared/ui';
import { useClient } from '../client/context';

/** Says that the game's socket is gone, and lets the player try again. */
export function LinkNotice() {
  const client = useClient();
  const { status, reason } = useStore(client.known, (known) => known.link);
  if (status !== 'lost' && status !== 'refused') return null;
  return (
    <Notice text={reason}>
      <Button icon="refresh" className="min-h-11" onClick={() => client.retry()}>
        Reconnect
      </Button>
    </Notice>
  );
}
