import { useState } from 'react';
import { Button, toast } from '@/shared/ui';
import { download, type DownloadName } from './downloads';

const FILES: readonly { name: DownloadName; title: string; text: string; kind: string }[] = [
  {
    name: 'transponders-zip',
    title: 'Everything to print',
    kind: 'ZIP',
    text: 'All sheets, each marker once more as a drawing, and both guides.',
  },
  {
    name: 'transponders-basic',
    title: 'Transponders',
    kind: 'PNG',
    text: 'The first twelve cards. Enough for two small armies.',
  },
  { name: 'objectives-color', title: 'Objectives, colour', kind: 'PNG', text: 'Six numbered discs of 40 mm.' },
  {
    name: 'objectives-bw',
    title: 'Objectives, black',
    kind: 'PNG',
    text: 'The same six for a printer without colour.',
  },
  {
    name: 'printable-markers',
    title: 'Printing guide',
    kind: 'Text',
    text: 'What to print, at which size, and where it goes on the table.',
  },
  {
    name: 'setup-guide',
    title: 'Set-up guide',
    kind: 'Text',
    text: 'From the empty table to the first photo, step by step.',
  },
];

/** The six files, each with a picture of what comes out of the printer. */
export function Downloads() {
  return (
    <ul className="downloads">
      {FILES.map((file) => (
        <li key={file.name} className="download">
          <img src={`/pictures/${file.name}.webp`} alt="" width={360} height={480} loading="lazy" decoding="async" />
          <div className="flex min-w-0 flex-col items-start gap-2">
            <h3 className="text-lg leading-tight font-semibold">{file.title}</h3>
            <p className="text-soft">{file.text}</p>
            <DownloadButton {...file} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function DownloadButton({ name, title, kind }: { name: DownloadName; title: string; kind: string }) {
  const [busy, setBusy] = useState(false);
  const get = async () => {
    setBusy(true);
    try {
      await download(name);
    } catch (error) {
      console.error('Download failed', error);
      toast('Download failed. Please try again or contact support.', 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon="download"
      busy={busy}
      className="mt-auto"
      aria-label={`Download: ${title} (${kind})`}
      onClick={() => void get()}>{`Download ${kind}`}</Button>
  );
}
