import { useState, type ReactNode } from 'react';
import { Badge, Button } from '@/shared/ui';
import { BoardCalibration } from './BoardCalibration';
import './camera.css';
import { useCamera } from './cameraStore';
import { CameraConnection, CameraStatus } from './CameraStatus';
import { PairingDialog } from './PairingDialog';
import { TrayDrawing } from './TrayDrawing';
import { useCameraState } from './useCameraLink';

interface CameraSetupProps {
  gameId: string;
  /** Among the ways to get a photo. */
  children?: ReactNode;
}

/** Everything that a camera needs before it can watch the table: a phone, the empty board, the dice tray. */
export function CameraSetup({ gameId, children }: CameraSetupProps) {
  return (
    <div className="camera-setup">
      <PhoneStep gameId={gameId}>{children}</PhoneStep>
      <BoardCalibration gameId={gameId} />
      <TrayDrawing gameId={gameId} />
    </div>
  );
}

function PhoneStep({ gameId, children }: CameraSetupProps) {
  const [pairing, setPairing] = useState(false);
  const phone = useCamera((camera) => camera.phone);
  const paired = useCameraState(gameId).data?.paired ?? false;
  return (
    <section aria-label="Phone" className="flex flex-col gap-3">
      <h3 className="label text-soft">1. The phone</h3>
      <CameraStatus />
      <p className="flex flex-wrap items-center gap-2">
        {paired ? (
          <Badge tone="good" icon="check">
            A phone is paired
          </Badge>
        ) : (
          <Badge icon="camera">No phone is paired</Badge>
        )}
        {phone !== null && (
          <Badge tone={phone ? 'good' : 'bad'}>{phone ? 'It watches the table' : 'It has left'}</Badge>
        )}
      </p>
      <p className="text-sm text-soft">
        A phone on a stand, right above the table if that can be, sees the whole board.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon="camera" tone={paired ? 'plain' : 'primary'} onClick={() => setPairing(true)}>
          {paired ? 'Pair another phone' : 'Pair a phone'}
        </Button>
        <CameraConnection />
        {children}
      </div>
      {pairing && <PairingDialog gameId={gameId} onClose={() => setPairing(false)} />}
    </section>
  );
}
