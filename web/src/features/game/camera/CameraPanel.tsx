import { photoIdOf, useCamera, useCameraState } from '@/features/table-camera';
import { Button, Notice } from '@/shared/ui';
import { useGameId } from '../client/context';
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

/** A photo that came without being asked for here. That of the empty board shows nothing to read. */
function UnreadPhoto() {
  const { photo, analysis, stage } = useCamera();
  const { readPhoto } = usePhotos();
  const empty = useCameraState(useGameId()).data?.empty_image_id;
  if (!photo.id || photo.id === empty || stage !== 'idle' || photo.id === photoIdOf(analysis?.imageUrl ?? ''))
    return null;
  return (
    <Notice tone="info" text="There is a photo of the table that has not been read.">
      <Button icon="camera" onClick={() => readPhoto(photo.id)}>
        Read it
      </Button>
    </Notice>
  );
}
