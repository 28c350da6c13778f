import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TraySelection } from '@/features/table-camera';
import { CameraChannel, type SocketMessage } from '@/shared/socket';
import { deviceId, type Pairing, unpair, UNPAIRED } from './pairing';

export type ChannelStatus = 'connecting' | 'connected' | 'reconnecting' | 'disconnected';

/** What the table wants photographed. `selection`: the dice tray's rectangle as fractions of the photo. */
export interface Wanted {
  diceTray: boolean;
  selection: TraySelection | null;
}

export interface PhoneChannel {
  status: ChannelStatus;
  /** Why it is disconnected, where nobody pressed the button here. */
  reason: string;
  disconnect: () => void;
  reconnect: () => void;
}

const LET_GO = 'The table has let this camera go.';

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

function selectionOf(value: unknown): TraySelection | null {
  const { startX, startY, endX, endY } = (value ?? {}) as Partial<Record<keyof TraySelection, unknown>>;
  return isShare(startX) && isShare(startY) && isShare(endX) && isShare(endY) ? { startX, startY, endX, endY } : null;
}

/** We are let in; a page has come; or the server has noticed that an earlier connection of this phone is gone. */
const asksWhoIsThere = (type: string, phone: boolean): boolean =>
  type === 'connected' || (type === 'camera_connected' && !phone) || (type === 'disconnect' && phone);

/**
 * The phone's place on the game's camera channel, kept while `awake`; `onWanted` hears what the table wants photographed, `onRead` that a photo
 * was read.
 */
export function usePhoneChannel(
  pairing: Pairing,
  awake: boolean,
  onWanted: (wanted: Wanted) => void,
  onRead: (payload: SocketMessage['payload']) => void,
): PhoneChannel {
  const { gameId, token } = pairing;
  const [{ status, reason }, setState] = useState<{ status: ChannelStatus; reason: string }>({
    status: 'connecting',
    reason: '',
  });
  const channel = useRef<CameraChannel | null>(null);
  const off = useRef(false);
  const disconnect = useCallback((why = '') => {
    off.current = true;
    channel.current?.disconnect();
    setState({ status: 'disconnected', reason: why });
  }, []);
  const reconnect = useCallback(() => {
    off.current = false;
    channel.current?.reconnect();
    setState({ status: 'reconnecting', reason: '' });
  }, []);
  const announce = () => channel.current?.send('camera_connected', { device_id: deviceId(), phone: true });
  const hear = useEffectEvent(({ type, payload }: SocketMessage) => {
    if (type === 'connected') setState({ status: 'connected', reason: '' });
    if (asksWhoIsThere(type, payload.phone === true)) announce();
    else if (type === 'disconnect') disconnect(LET_GO);
    else if (type === 'take_picture')
      onWanted({ diceTray: payload.dice_tray === true, selection: selectionOf(payload.selection) });
    else if (type === 'job_completed') onRead(payload);
    else if (type === 'error') console.error('Camera channel', payload.detail);
  });
  const lost = useEffectEvent((why: string) => {
    if (why) unpair(pairing, UNPAIRED);
    if (!off.current) setState({ status: why ? 'disconnected' : 'reconnecting', reason: why });
  });
  useEffect(() => {
    if (!awake) return;
    const opened = new CameraChannel(
      gameId,
      {
        message: (message) => hear(message),
        status: (connected, why) => {
          if (!connected) lost(why);
        },
      },
      () => ['highground', `bearer.${token}`],
    );
    channel.current = opened;
    if (!off.current) opened.connect();
    return () => {
      channel.current = null;
      opened.disconnect();
    };
  }, [gameId, token, awake]);
  return { status, reason, disconnect: () => disconnect(), reconnect };
}
