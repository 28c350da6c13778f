import { photoIdOf, useCamera } from '@/features/table-camera';
import { Button, Notice } from '@/shared/ui';
import { Differences } from './Differences';
import { Results } from './Results';
import { usePhotos } from './usePhotos';

/** What the camera of a physical game has to show beside the battle: the latest photo, and what the battle makes of it. */
export function CameraPanel() {
  const hasAnalysis = useCamera((camera) => camera.analysis !== null);
  return (
    <>
      <UnreadPhoto />
      {hasAnalysis && <Differences />}
      <Results />
    </>
  );
}

/** A photo that came without being asked for here. */
function UnreadPhoto() {
  const { photo, analysis, stage } = useCamera();
  const { readPhoto } = usePhotos();
  if (!photo.id || stage !== 'idle' || photo.id === photoIdOf(analysis?.imageUrl ?? '')) return null;
  return (
    <Notice tone="info" text="There is a photo of the table that has not been read.">
      <Button icon="camera" onClick={() => readPhoto(photo.id)}>
        Read it
      </Button>
    </Notice>
  );
}
