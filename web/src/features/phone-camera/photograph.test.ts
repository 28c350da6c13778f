import { beforeEach, expect, test, vi } from 'vitest';
import { openCamera, photograph } from './photograph';

const still = new Blob(['still'], { type: 'image/jpeg' });
const taken: PhotoSettings[] = [];
let preview: HTMLVideoElement;

function stubCapture(takePhoto: () => Promise<Blob>) {
  vi.stubGlobal(
    'ImageCapture',
    class {
      getPhotoCapabilities = () =>
        Promise.resolve({ imageWidth: { max: 4032 }, imageHeight: { max: 3024 }, fillLightMode: ['auto', 'off'] });
      takePhoto = (settings: PhotoSettings) => {
        taken.push(settings);
        return takePhoto();
      };
    },
  );
}

const streamOf = (track: object) => ({ getVideoTracks: () => [track] }) as unknown as MediaStream;

beforeEach(() => {
  taken.length = 0;
  preview = document.createElement('video');
  Object.defineProperties(preview, {
    readyState: { value: 4 },
    videoWidth: { value: 1920 },
    videoHeight: { value: 1080 },
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: () => undefined } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(this: HTMLCanvasElement, done) {
    done(new Blob([`frame ${String(this.width)} by ${String(this.height)}`], { type: 'image/jpeg' }));
  });
});

test("a photo has the camera's full resolution, and no flash", async () => {
  stubCapture(() => Promise.resolve(still));
  const file = await photograph(streamOf({}), preview);
  expect([file.name, file.type, await file.text()]).toEqual(['table.jpg', 'image/jpeg', 'still']);
  expect(taken).toEqual([{ fillLightMode: 'off', imageWidth: 4032, imageHeight: 3024 }]);
});

test("a camera that gives none is not asked twice: the preview's whole picture is taken", async () => {
  stubCapture(() => Promise.reject(new Error('no')));
  const stream = streamOf({});
  expect(await (await photograph(stream, preview)).text()).toBe('frame 1920 by 1080');
  await photograph(stream, preview);
  expect(taken).toHaveLength(1);
});

test("a browser without photos takes the preview's picture", async () => {
  expect(await (await photograph(streamOf({}), preview)).text()).toBe('frame 1920 by 1080');
});

test.each([
  [
    'NotAllowedError',
    "The camera is not allowed for this page. Allow it in the browser's settings for this site, then try again.",
  ],
  ['NotFoundError', 'This device has no camera that the browser can find.'],
  ['NotReadableError', 'The camera is busy: another app is using it. Close that app, then try again.'],
  ['AbortError', 'The camera could not be opened. Please try again.'],
])('%s is described in a sentence', async (name, sentence) => {
  const asked = vi.fn().mockRejectedValue(new DOMException('', name));
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: asked } });
  await expect(openCamera()).rejects.toThrow(sentence);
  expect(asked.mock.lastCall?.[0]).toMatchObject({ audio: false, video: { facingMode: { ideal: 'environment' } } });
});
