import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Two photos of the table: empty, and with a unit's miniatures on it. */
export function photos(
  folder: string,
  units: Record<string, [number, number][]>,
  diameter: number,
): { empty: string; full: string } {
  python('table_photos.py', folder, { units, diameter });
  return { empty: read(folder, 'empty'), full: read(folder, 'full') };
}

/** Where a photo of a dice tray that never was lies, and the faces in it; what the smudged one shows is hard to see. */
export function tray(folder: string, dice: number, smudged?: number): { path: string; faces: number[] } {
  python('dice_photo.py', folder, { dice, smudged });
  const faces = JSON.parse(readFileSync(`${folder}/dice.json`, 'utf8')) as number[];
  return { path: `${folder}/dice.jpg`, faces };
}

/** A film of dice that come to rest in a tray, throw.mjpeg, with their faces in film.json. */
export const throwFilm = (folder: string, dice: number): void => python('dice_film.py', folder, { dice });

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
