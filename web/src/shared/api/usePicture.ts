import { useEffect, useState } from 'react';
import { fetchPicture, sentence } from './http';

interface Fetched {
  url: string;
  source: string | null;
  error: string;
}

/** A picture behind the login, as an address that an `img` can show; null until it is there. */
export function usePicture(url: string | null | undefined): string | null {
  return useFetchedPicture(url).source;
}

/** The same, with the sentence of why it could not be fetched. */
export function useFetchedPicture(url: string | null | undefined): { source: string | null; error: string } {
  const [fetched, setFetched] = useState<Fetched | null>(null);
  useEffect(() => {
    if (!url) return;
    let gone = false;
    let made = '';
    fetchPicture(url)
      .then((picture) => {
        if (gone) return;
        made = URL.createObjectURL(picture);
        setFetched({ url, source: made, error: '' });
      })
      .catch((reason: unknown) => {
        console.warn('The picture could not be fetched', reason);
        if (!gone) setFetched({ url, source: null, error: sentence(reason, 'The picture could not be fetched.') });
      });
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [url]);
  return fetched && fetched.url === url ? fetched : { source: null, error: '' };
}
