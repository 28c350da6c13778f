/** As many pixels as there are, few pictures a second: the preview is to aim by, and a battery lasts a battle. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: {
    facingMode: { ideal: 'environment' },
    width: { ideal: 4096 },
    height: { ideal: 3072 },
    frameRate: { ideal: 12 },
  },
};
/** Some phones never answer when they are asked for a photo. */
const PATIENCE_MS = 10_000;
const QUALITY = 0.92;
/** A roll is photographed so often, as long as that takes no longer and is not more to send. */
const FRAMES = 3;
const FRAMES_MS = 1_200;
const FRAMES_BYTES = 16_000_000;
/** Between two of them: another picture of the camera's twelve a second. */
const PAUSE_MS = 120;

export const INSECURE =
  "This page was not opened by https, so the browser keeps the camera from it. The buttons open the phone's own camera app instead. For a live picture start the server with --tls and scan a new code.";
const UNSUPPORTED =
  "This browser does not let pages use the camera. The buttons open the phone's own camera app instead.";
const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError:
    "The camera is not allowed for this page. Allow it in the browser's settings for this site, then try again.",
  NotFoundError: 'This device has no camera that the browser can find.',
  NotReadableError: 'The camera is busy: another app is using it. Close that app, then try again.',
};

/** Why there can be no live picture here, whatever the user allows; '' where there can be one. */
export const whyNoCamera = (): string =>
  !window.isSecureContext ? INSECURE : navigator.mediaDevices ? '' : UNSUPPORTED;

/** The rear camera's picture. Throws an Error with a sentence. */
export async function openCamera(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(WANTED);
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    throw new Error(PROBLEMS[name] ?? 'The camera could not be opened. Please try again.', { cause: error });
  }
}

export const closeCamera = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop());

/** Cameras that did not give a photo when asked: their picture is taken from the preview from then on. */
const unwilling = new WeakSet<MediaStreamTrack>();

/** A photo of the camera's full resolution where the browser gives it, else a picture of the preview. */
export async function photograph(stream: MediaStream, preview: HTMLVideoElement): Promise<File> {
  const [track] = stream.getVideoTracks();
  const photo = (track && (await still(track))) ?? (await frame(preview));
  return new File([photo], `table.${photo.type === 'image/png' ? 'png' : 'jpg'}`, { type: photo.type });
}

/** A roll of dice, which lie still: photos that vote on what they show. A slow or large camera's roll has fewer, at least one. */
export async function photographRoll(
  stream: MediaStream,
  preview: HTMLVideoElement,
): Promise<readonly [File, ...File[]]> {
  const first = await photograph(stream, preview);
  const more: File[] = [];
  const until = performance.now() + FRAMES_MS;
  while (more.length < FRAMES - 1 && first.size * (more.length + 2) <= FRAMES_BYTES) {
    await pause(PAUSE_MS);
    const another = photograph(stream, preview).catch(() => null); // One is there, and enough to read.
    const photo = await Promise.race([another, pause(until - performance.now()).then(() => null)]);
    if (!photo) break;
    more.push(photo);
  }
  return [first, ...more];
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    window.setTimeout(resolve, Math.max(0, ms));
  });

async function still(track: MediaStreamTrack): Promise<Blob | null> {
  if (!('ImageCapture' in window) || unwilling.has(track)) return null;
  try {
    return await inTime(largest(new ImageCapture(track)));
  } catch (error) {
    console.warn('The camera gives no photo, the preview does instead.', error);
    unwilling.add(track);
    return null;
  }
}

async function largest(capture: ImageCapture): Promise<Blob> {
  const { imageWidth, imageHeight, fillLightMode } = await capture.getPhotoCapabilities();
  // A flash from above shines back from bases and dice.
  const dark = fillLightMode?.includes('off') ? { fillLightMode: 'off' as const } : {};
  return capture.takePhoto({
    ...dark,
    ...(imageWidth?.max && imageHeight?.max && { imageWidth: imageWidth.max, imageHeight: imageHeight.max }),
  });
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      window.setTimeout(() => reject(new Error('The camera took too long. Please try again.')), PATIENCE_MS);
    }),
  ]);
}

async function frame(preview: HTMLVideoElement): Promise<Blob> {
  if (preview.readyState < HTMLMediaElement.HAVE_CURRENT_DATA)
    await inTime(new Promise((resolve) => preview.addEventListener('loadeddata', resolve, { once: true })));
  const canvas = document.createElement('canvas');
  canvas.width = preview.videoWidth;
  canvas.height = preview.videoHeight;
  canvas.getContext('2d')?.drawImage(preview, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('The camera shows no picture yet. Please try again.');
  return blob;
}
