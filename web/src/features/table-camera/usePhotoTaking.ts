import { useState } from 'react';
import { sentence } from '@/shared/api';
import { useCamera, type CameraActions } from './cameraStore';
import { NoPicture } from './link';

const NOBODY =
  "No picture has come. Is the camera's page open on the phone? A photo can also be chosen from this device.";
const NO_LINK = 'The camera is not connected. A photo can be chosen from this device.';

/** Gets a photo, by the phone or from this device, and does something with it; says what went wrong. */
export function usePhotoTaking(paired: boolean, then: (imageId: string) => Promise<void>) {
  const link = useCamera((camera) => camera.link);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = async (get: () => Promise<string>) => {
    setBusy(true);
    setProblem('');
    try {
      await then(await get());
    } catch (error) {
      setProblem(error instanceof NoPicture ? NOBODY : sentence(error));
    } finally {
      setBusy(false);
    }
  };
  const linked = async (get: (camera: CameraActions) => Promise<string>) => {
    if (!link) throw new Error(NO_LINK);
    return get(link);
  };
  return {
    busy,
    problem,
    take: () => void run(() => linked((camera) => camera.take({ paired }))),
    choose: (file: File) => void run(() => linked((camera) => camera.upload(file))),
    again: (imageId: string) => void run(() => Promise.resolve(imageId)),
  };
}
