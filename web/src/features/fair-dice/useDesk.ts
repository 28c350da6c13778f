import { useEffect, useRef, useState } from 'react';
import { fitting } from '@/shared/api';
import { zPendingRoll } from '@/shared/api/validators';
import { onGameEvent, onMessage } from '@/shared/socket';
import { toast } from '@/shared/ui';
import { Desk, type Rolling } from './desk';
import { Device } from './device';

const isPending = fitting(zPendingRoll);

const SHOWN_AFTER_MS = 400;

/**
 * Has this browser take part in a game's dice while the component lives; what is shown of a roll that takes its time,
 * until the game has `moved`.
 */
export function useDesk(
  gameId: string,
  sealed: boolean,
  sides: readonly number[],
  moved: (hear: () => void) => () => void,
): { rolling: Rolling | null; possible: boolean } {
  const [rolling, setRolling] = useState<Rolling | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const own = sides.join();
  const possible = Device.possible;
  useEffect(() => {
    if (!sealed || !own || !possible) return undefined;
    const show = (next: Rolling | null) => {
      window.clearTimeout(timer.current);
      if (next) timer.current = window.setTimeout(() => setRolling(next), SHOWN_AFTER_MS);
      else setRolling(null);
    };
    const desk = new Desk(gameId, show, (sentence) => toast(sentence, 'error'));
    const commanded = own.split(',').map(Number);
    void desk.open(commanded);
    const stops = [
      onMessage(gameId, ({ type, payload }) => {
        if (type === 'roll_fixed' && isPending(payload)) desk.take(payload);
      }),
      moved(() => show(null)),
      onGameEvent((event) => {
        if (event.gameId === gameId && event.missed) void desk.open(commanded);
      }),
    ];
    return () => {
      window.clearTimeout(timer.current);
      stops.forEach((stop) => stop());
      desk.close();
    };
  }, [gameId, sealed, own, possible, moved]);
  return { rolling, possible };
}
