import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { dropPlacedNotices, toast } from '@/shared/ui';
import { isBack, type Done, type GameCall, type Refused } from './calls';
import { useClient, useLocked } from './context';

/** One command of the player, with its own progress and its own refusal. */
export interface Command extends Refused {
  /** Gives the command; the state that it led to with its answer, or null where it was refused, or none can be given now. */
  run: <T>(call: GameCall<T>, how?: { quiet?: boolean }) => Promise<Done<T> | null>;
  /** This command is under way. */
  busy: boolean;
  /** Some command of this window is under way, so that none can be given now. */
  locked: boolean;
  clear: () => void;
}

const FINE: Refused = { error: '', measure: '' };

/**
 * A command of the component that calls this. Its refusal belongs to that component (`Refusal` shows it) until the battle
 * goes on or something is taken back, and that the server was out of reach until it is back; where the component is gone
 * before the answer comes, a toast shows it.
 */
export function useCommand(): Command {
  const client = useClient();
  const locked = useLocked();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused & { at?: number }>(FINE);
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const run = useCallback(
    async <T>(call: GameCall<T>, how?: { quiet?: boolean }): Promise<Done<T> | null> => {
      if (client.actsAlone) return null;
      setBusy(true);
      setRefused(FINE);
      dropPlacedNotices();
      const sent = await client.send(call, how);
      setBusy(false);
      if (sent.refused && shown.current) setRefused({ ...sent.refused, at: client.state?.number });
      else if (sent.refused?.error) toast(sent.refused.error, 'error');
      return sent.done;
    },
    [client],
  );
  const clear = useCallback(() => setRefused(FINE), []);
  useEffect(() => {
    if (!refused.error) return;
    return client.known.subscribe((now, before) => {
      if (now.state?.number !== refused.at || (refused.unreached && isBack(now, before))) clear();
    });
  }, [client, refused, clear]);
  return useMemo(() => ({ run, busy, locked, ...refused, clear }), [run, busy, locked, refused, clear]);
}
