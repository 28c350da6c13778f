import { Button, cx } from '@/shared/ui';
import { useCamera } from './cameraStore';

const CONNECTED = 'Camera Connected';
const RECONNECTING = 'Camera Disconnected (Reconnecting...)';
const STOPPED = 'Camera Disconnected';
const WAITING = 'Waiting for the phone';

function timeOf(text: string): Date | null {
  const time = new Date(text);
  return text && !Number.isNaN(time.getTime()) ? time : null;
}

/** Whether a phone watches the table, and when the table was read last. The channel alone sees nothing. */
export function CameraStatus() {
  const { connected, phone, stopped, refused, analysis } = useCamera();
  const time = timeOf(analysis?.processedAt ?? '');
  return (
    <p className="camera-status" role="status">
      <span className={cx('camera-lamp', connected && phone && 'camera-lamp-on')} aria-hidden="true" />
      <span>{connected ? (phone ? CONNECTED : WAITING) : refused || (stopped ? STOPPED : RECONNECTING)}</span>
      {time && (
        <span className="text-soft">
          Last analysis:{' '}
          <time className="figure" dateTime={time.toISOString()}>
            {time.toLocaleTimeString()}
          </time>
        </span>
      )}
    </p>
  );
}

/** Connects the camera again, or lets it go, by hand. */
export function CameraConnection() {
  const { link, connected } = useCamera();
  return (
    <>
      <Button icon="refresh" disabled={!link} onClick={() => link?.reconnect()}>
        Reconnect camera
      </Button>
      <Button tone="quiet" icon="close" disabled={!link || !connected} onClick={() => link?.disconnect()}>
        Disconnect camera
      </Button>
    </>
  );
}
