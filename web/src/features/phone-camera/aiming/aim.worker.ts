import { aimOf } from './aim';

/** Looks for the board's markers beside the page: a bitmap and how many pixels of the camera one of its pixels is, for what is seen in it. */
addEventListener('message', ({ data }: MessageEvent<{ bitmap: ImageBitmap; scale: number }>) => {
  const { bitmap, scale } = data;
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot draw in a worker.');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const colours = context.getImageData(0, 0, width, height).data;
  const values = new Uint8Array(width * height);
  for (let pixel = 0; pixel < values.length; pixel += 1) values[pixel] = colours[4 * pixel + 1] ?? 0;
  postMessage(aimOf({ width, height, values }, scale));
});
