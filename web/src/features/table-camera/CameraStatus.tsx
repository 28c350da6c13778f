import { Button, cx } from '@/shared/ui';
import { useCamera } from './cameraStore';

const CONNECTED = 'Camera Connected';
const RECONNECTING = 'Camera Disconnected (Reconnecting...)';
const STOPPED = 'Camera Disconnected';

function timeOf(text: string): Date | null {
  const time = new Date(text);
  return text && !Number.isNaN(time.getTime()) ? time : null;
}

/** Whether the camera's channel is there, and when the table was read last. */
export function CameraStatus() {
  const { connected, stopped, refused, analysis } = useCamera();
  const time = timeOf(analysis?.processedAt ?? '');
  return (
    <p className="camera-status" role="status">
      <span className={cx('camera-lamp', connected && 'camera-lamp-on')} aria-hidden="true" />
      <span>{connected ? CONNECTED : refused || (stopped ? STOPPED : RECONNECTING)}</span>
      {time && <span className="text-soft">Last analysis: <time className="figure" dateTime={time.toISOString()}>{time.toLocaleTimeString()}</time></span>}
    </p>
  );
}

/** Connects the camera anew, or lets it go, by hand. */
export function CameraConnection() {
  const { link, connected } = useCamera();
  return (
    <>
      <Button icon="refresh" disabled={!link} onClick={() => link?.reconnect()}>Reconnect camera</Button>
      <Button tone="quiet" icon="close" disabled={!link || !connected} onClick={() => link?.disconnect()}>Disconnect camera</Button>
    </>
  );
}
