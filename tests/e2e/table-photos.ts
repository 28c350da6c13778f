import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Photos of the table: empty, with units' miniatures on it, and the half of that in which the first unit is not. */
export function photos(
  folder: string,
  units: Record<string, [number, number][]>,
  diameter: number,
  ovals: { length?: number; turns?: number[] } = {},
): { empty: string; full: string; half: string } {
  python('table_photos.py', folder, { units, diameter, ...ovals });
  return { empty: read(folder, 'empty'), full: read(folder, 'full'), half: read(folder, 'half') };
}

/** Where a photo of a dice tray that never was lies, and the faces in it; what the smudged one shows is hard to see, or
 * not to be seen at all where it is blurred by more of its side. */
export function tray(
  folder: string,
  dice: number,
  smudged?: number,
  blurred?: number,
): { path: string; faces: number[] } {
  python('dice_photo.py', folder, { dice, smudged, blurred });
  const faces = JSON.parse(readFileSync(`${folder}/dice.json`, 'utf8')) as number[];
  return { path: `${folder}/dice.jpg`, faces };
}

/** The same of dice of two colours, of which so many are blue, and which ones. */
export function twoColours(
  folder: string,
  dice: number,
  blue: number,
): { path: string; faces: number[]; blue: boolean[] } {
  python('dice_photo.py', folder, { dice, blue });
  const read = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));
  return { path: `${folder}/dice.jpg`, faces: read('dice') as number[], blue: read('blue') as boolean[] };
}

/** The same of dice with a star in place of the six. */
export function starTray(folder: string, dice: number, seed: number): { path: string; faces: number[] } {
  python('dice_photo.py', folder, { dice, seed, symbol: 'star' });
  return { path: `${folder}/dice.jpg`, faces: JSON.parse(readFileSync(`${folder}/dice.json`, 'utf8')) as number[] };
}

/** A film of a throw that comes to rest in a tray, and its faces; what the smudged die shows is hard to see. */
export function throwFilm(folder: string, dice: number, smudged?: number): { path: string; faces: number[] } {
  python('dice_film.py', folder, { dice, smudged });
  const faces = JSON.parse(readFileSync(`${folder}/film.json`, 'utf8')) as number[];
  return { path: `${folder}/throw.mjpeg`, faces };
}

/** Faces, the lowest first. */
export const inOrder = (faces: readonly number[]): number[] => faces.toSorted((one, other) => one - other);

/** Whether the film, which begins again and again, shows the empty tray on a page: no white dice, no hand. */
export function isEmpty(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d')!;
  const video = document.querySelector('video')!;
  if (!video.videoWidth) return false;
  context.drawImage(video, 0, 0, 64, 64);
  const { data } = context.getImageData(0, 0, 64, 64);
  return data.filter((_, index) => index % 4 === 0).every((red) => red < 140);
}

function python(script: string, folder: string, facts: object): void {
  const command = existsSync('../.venv/bin/python') ? ['../.venv/bin/python'] : ['uv', 'run', '--frozen', 'python'];
  execFileSync(command[0]!, [...command.slice(1), `../tests/e2e/${script}`, folder], { input: JSON.stringify(facts) });
}

const read = (folder: string, name: string): string => readFileSync(`${folder}/${name}.jpg`).toString('base64');

/** A phone that was paired by its code: it takes the picture that lies before it whenever it is asked to. */
export async function phone(page: Page, id: string, code: string): Promise<(picture: string) => Promise<void>> {
  await page.goto('/favicon.svg');
  const { token } = await (await page.request.post('/api/camera/join', { data: { code } })).json();
  await page.evaluate(
    ({ id, token }) => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/game/${id}?role=camera`, [
        'highground',
        `bearer.${token}`,
      ]);
      socket.onopen = () =>
        socket.send(JSON.stringify({ type: 'camera_connected', payload: { device_id: 'phone', phone: true } }));
      socket.onmessage = async ({ data }) => {
        const { type, payload } = JSON.parse(data);
        if (type !== 'take_picture') return;
        const form = new FormData();
        const bytes = Uint8Array.from(atob(sessionStorage.getItem('before')!), (each) => each.charCodeAt(0));
        form.append('file', new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg');
        form.append('dice_tray', String(payload.dice_tray));
        await fetch(`/api/game/${id}/photos`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: form,
        });
      };
    },
    { id, token },
  );
  return (picture) => page.evaluate((value) => sessionStorage.setItem('before', value), picture);
}
