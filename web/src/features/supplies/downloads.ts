/** What can be printed, as the server names it. */
export type DownloadName = 'printable-markers' | 'setup-guide' | 'transponders-zip' | 'objectives-color' | 'objectives-bw' | 'transponders-basic';

const ENDINGS: Record<DownloadName, string> = {
  'printable-markers': 'txt', 'setup-guide': 'txt', 'transponders-zip': 'zip', 'objectives-color': 'png', 'objectives-bw': 'png', 'transponders-basic': 'png',
};

const nameIn = (disposition: string | null): string | null => /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? null;

/** Lets the browser save a blob as a file. */
function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

/** Fetches a file and saves it under the server's name for it. Throws where it was not to be had. */
export async function download(name: DownloadName): Promise<void> {
  const answer = await fetch(`/api/downloads/${name}`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  save(await answer.blob(), nameIn(answer.headers.get('Content-Disposition')) ?? `${name}.${ENDINGS[name]}`);
}
