import { useState } from 'react';
import { CameraSetup, CameraStatus, PhotoFile, useCamera } from '@/features/table-camera';
import { AnchorButton, Button, Dialog, IconButton } from '@/shared/ui';
import { useGameId } from '../client/context';
import { DiceTray } from '../dice-tray';
import './camera.css';
import { NO_TRAY, usePhotos } from './usePhotos';

/** Over the map of a physical game: whether the camera is there, and what it can be asked for. */
export function CameraBar() {
  const gameId = useGameId();
  const { usable, stage, tray, phoneless, takePhoto, takeDicePhoto } = usePhotos();
  const [setup, setSetup] = useState(false);
  return (
    <section className="camera-bar" aria-label="Camera">
      <div className="camera-line">
        <CameraStatus />
        <IconButton icon="settings" label="Set up the camera" onClick={() => setSetup(true)} />
        {phoneless && (
          <Button tone="quiet" onClick={() => setSetup(true)}>
            No phone is paired
          </Button>
        )}
      </div>
      <div className="camera-buttons">
        <Button
          icon="camera"
          disabled={!usable || stage !== 'idle'}
          aria-busy={stage !== 'idle' || undefined}
          onClick={takePhoto}>
          Take Photo
        </Button>
        <Button
          icon="dice"
          disabled={!usable || !tray || stage === 'taking'}
          title={tray ? undefined : NO_TRAY}
          onClick={takeDicePhoto}>
          Take Dice Tray Photo
        </Button>
        <DiceTray />
        <DebugImages />
      </div>
      {stage !== 'idle' && (
        <p className="camera-stage" role="status">
          {stage === 'taking' ? 'Waiting for the picture…' : 'Reading the photo…'}
        </p>
      )}
      {setup && (
        <Dialog
          open
          wide
          onOpenChange={setSetup}
          title="The camera"
          description="The phone that watches the table, the photo of the empty board, and where the dice tray lies.">
          <div className="mt-4">
            <CameraSetup gameId={gameId}>
              <OwnPhoto />
            </CameraSetup>
          </div>
        </Dialog>
      )}
    </section>
  );
}

/** The photo with what was read from it drawn over, in a tab of its own. `rel`: the tab has this tab's login. */
function DebugImages() {
  const analysis = useCamera((camera) => camera.analysis);
  const link = (file: string, text: string) =>
    file && (
      <AnchorButton icon="external" href={`/debug/${encodeURIComponent(file)}`} target="_blank" rel="opener">
        {text}
      </AnchorButton>
    );
  return (
    <>
      {link(analysis?.debugImage ?? '', 'View Debug Image')}
      {link(analysis?.assignmentDebugImage ?? '', 'View Assignment Debug')}
    </>
  );
}

/** A photo that lies on this device, read as one that the phone took. */
function OwnPhoto() {
  const { stage, readFile } = usePhotos();
  return <PhotoFile label="Read a photo from this device" busy={stage !== 'idle'} onChoose={readFile} />;
}
