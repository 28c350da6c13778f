import { saveFile } from '@/shared/saveFile';

/** What can be printed, as the server names it. */
export type DownloadName =
  | 'printable-markers'
  | 'setup-guide'
  | 'transponders-zip'
  | 'objectives-color'
  | 'objectives-bw'
  | 'transponders-basic';

const ENDINGS: Record<DownloadName, string> = {
  'printable-markers': 'txt',
  'setup-guide': 'txt',
  'transponders-zip': 'zip',
  'objectives-color': 'png',
  'objectives-bw': 'png',
  'transponders-basic': 'png',
};

const nameIn = (disposition: string | null): string | null =>
  /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? null;

/** Fetches a file and saves it under the server's name for it. Throws if the server does not send it. */
export async function download(name: DownloadName): Promise<void> {
  const answer = await fetch(`/api/downloads/${name}`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  saveFile(nameIn(answer.headers.get('Content-Disposition')) ?? `${name}.${ENDINGS[name]}`, await answer.blob());
}
