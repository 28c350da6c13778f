import { useEffect, useMemo, useRef, useState } from 'react';
import type { TraySelection } from '@/features/table-camera';
import { Notice, ThemeToggle } from '@/shared/ui';
import './phone-camera.css';
import { AimingHints } from './aiming/AimingHints';
import { useAiming } from './aiming/useAiming';
import { ByItself } from './ByItself';
import { Connection } from './Connection';
import { Controls } from './Controls';
import { isUnsent, useShots } from './outbox';
import { outboxOf } from './upload';
import type { Pairing } from './pairing';
import { whyNoCamera } from './photograph';
import { Preview } from './Preview';
import { Progressing } from './Progressing';
import { useLiveCamera } from './useLiveCamera';
import { usePhoneChannel, type Wanted } from './usePhoneChannel';
import { useShutter } from './useShutter';
import { useRolls } from './useRolls';
import { useVisible } from './useVisible';
import { useWakeLock } from './useWakeLock';

/** How long a phone hums when the table asks for a photo that it cannot take by itself. */
const HUM_MS = 200;

/** A paired phone: what its camera sees, what the table asks of it, and what becomes of the photos. */
export function Camera({ pairing }: { pairing: Pairing }) {
  const visible = useVisible();
  const awake = useWakeLock(visible);
  const outbox = useMemo(() => outboxOf(pairing.gameId), [pairing.gameId]);
  const shots = useShots(outbox);
  const preview = useRef<HTMLVideoElement>(null);
  const live = useLiveCamera(visible);
  const shutter = useShutter(live.stream, preview, outbox);
  const [tray, setTray] = useState<TraySelection | null>(null);
  const rolls = useRolls({ live, preview, tray, shutter, shots });
  const aiming = useAiming(live.stream !== null, preview);
  const ask = (diceTray: boolean) => {
    if (diceTray) rolls.asked();
    shutter.ask(diceTray);
  };
  // The picker's camera app hides the page, which stays connected then: no live picture has to be let go.
  const wanted = ({ diceTray, selection }: Wanted) => {
    if (live.problem) navigator.vibrate?.(HUM_MS);
    if (diceTray && !isSame(selection, tray)) setTray(selection);
    ask(diceTray);
  };
  const channel = usePhoneChannel(pairing, visible || whyNoCamera() !== '', wanted, rolls.hear);
  useEffect(() => {
    if (channel.status === 'connected') outbox.retry();
  }, [channel.status, outbox]);
  return (
    <main className="phone-camera">
      <title>{`Camera · ${pairing.gameName} · Highground`}</title>
      <Heading gameName={pairing.gameName} />
      <Connection channel={channel} pairing={pairing} unsent={shots.filter(isUnsent).length} />
      <div className="phone-camera-view">
        {live.problem ? (
          <Notice tone={live.retry ? 'error' : 'info'} text={live.problem} onRetry={live.retry ?? undefined} />
        ) : (
          <Preview ref={preview} stream={live.stream} tray={tray} markers={aiming.aim?.markers ?? []} />
        )}
      </div>
      <div className="phone-camera-side">
        <Progressing
          shutter={shutter}
          byHand={live.problem !== ''}
          connected={channel.status === 'connected'}
          shots={shots}
          outbox={outbox}
        />
        <Controls shutter={{ ...shutter, ask }} byHand={live.problem !== ''} />
        {live.problem === '' && (
          <>
            <ByItself rolls={rolls} />
            <AimingHints aiming={aiming} />
          </>
        )}
        {!awake && (
          <p className="text-sm text-faint">
            This browser lets the screen go dark. Set the phone to keep it on, and let it charge.
          </p>
        )}
      </div>
    </main>
  );
}

function Heading({ gameName }: { gameName: string }) {
  return (
    <header className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="label text-faint">Camera of</p>
        <h1 className="truncate text-lg leading-tight font-semibold">{gameName}</h1>
      </div>
      <ThemeToggle />
    </header>
  );
}

const isSame = (one: TraySelection | null, other: TraySelection | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
