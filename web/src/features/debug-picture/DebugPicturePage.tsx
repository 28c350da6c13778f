import { useParams } from 'react-router';
import { useFetchedPicture } from '@/shared/api';
import { Notice, PageHeader, Skeleton } from '@/shared/ui';

/** A photo with what was read from it drawn over. The browser itself brings no login to its address: the page does. */
export function DebugPicturePage() {
  const { file = '' } = useParams();
  const { source, error } = useFetchedPicture(`/debug/${encodeURIComponent(file)}`);
  return (
    <main className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-8">
      <title>{`${file} · Highground`}</title>
      <PageHeader title="Debug image" text={file} />
      {error && <Notice text={error} />}
      {!source && !error && <Skeleton className="aspect-video w-full" />}
      {source && (
        <a href={source} className="self-start">
          <img src={source} alt="The photo with what was read from it drawn over" className="max-w-full" />
        </a>
      )}
    </main>
  );
}
