import type { Link } from '@/shared/socket';
import { Button, Notice } from '@/shared/ui';

/** Says that the game's socket is gone, and lets the player try again. */
export function LinkNotice({ link: { status, reason, retry } }: { link: Link }) {
  if (status !== 'lost' && status !== 'refused') return null;
  return (
    <Notice text={reason}>
      <Button icon="refresh" className="min-h-11" onClick={retry}>
        Reconnect
      </Button>
    </Notice>
  );
}
