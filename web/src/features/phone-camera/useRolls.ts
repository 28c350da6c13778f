import { useState, type RefObject } from 'react';
import type { TraySelection } from '@/features/table-camera';
import type { SocketMessage } from '@/shared/socket';
import type { Shot, ShotState } from './outbox';
import { diceReading, type DiceReading } from './reading';
import { useAtRest, type AtRest } from './useAtRest';
import type { LiveCamera } from './useLiveCamera';
import type { Shutter } from './useShutter';

const KEY = 'highground_reads_throws';
const ON_ITS_WAY = new Set<ShotState>(['waiting', 'sending', 'sent']);

export interface Rolls {
  /** Whether rolls are read by themselves. */
  on: boolean;
  turn: (on: boolean) => void;
  waiting: AtRest['waiting'];
  /** What the latest photo of the dice tray shows; `pending` until that is known. */
  reading: DiceReading | 'pending' | null;
  /** Hears what the camera channel says of readings. */
  hear: (payload: SocketMessage['payload']) => void;
  /** The tray is about to be photographed because somebody wants it. */
  asked: () => void;
}

interface Seen {
  live: LiveCamera;
  preview: RefObject<HTMLVideoElement | null>;
  tray: TraySelection | null;
  shutter: Shutter;
  shots: readonly Shot[];
}

/** Rolls of dice, photographed without a press while that is switched on, which this phone remembers; and what was read in them. */
export function useRolls({ live, preview, tray, shutter, shots }: Seen): Rolls {
  const [on, setOn] = useState(() => localStorage.getItem(KEY) === 'on');
  const [read, setRead] = useState<{ reading: DiceReading | null; shot: number }>({ reading: null, shot: 0 });
  const { waiting, taken } = useAtRest(on && live.stream !== null, preview, tray, () => shutter.ask(true));
  const latest = shots.findLast(({ diceTray }) => diceTray);
  const shot = latest?.id ?? 0;
  const onItsWay = latest && read.shot !== shot && ON_ITS_WAY.has(latest.state);
  return {
    on,
    turn: (wanted) => {
      if (wanted) localStorage.setItem(KEY, 'on');
      else localStorage.removeItem(KEY);
      setOn(wanted);
    },
    waiting,
    reading: shutter.next?.diceTray || onItsWay ? 'pending' : read.reading,
    hear: (payload) => {
      const reading = diceReading(payload);
      if (reading) setRead({ reading, shot });
    },
    asked: taken,
  };
}
