/** What a server may be set up for: a login by a provider, letters, the demo battle. */
export type Offer = 'provider' | 'mail' | 'demo';

/** Whether this server offers it: the server writes that into the page. A page that does not say (the development server's, one kept for offline) counts as yes. */
export function isOffered(offer: Offer): boolean {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="offers"]')?.content;
  return listed === undefined || listed.split(' ').includes(offer);
}
