const KEY = 'login_next';
export const HOME = '/user_page';

/** A path within this site, or null: a link from outside must not lead a fresh login elsewhere. */
export function ownPath(path: string | null): string | null {
  if (!path?.startsWith('/')) return null;
  if (!URL.canParse(path, window.location.origin)) return null;
  const url = new URL(path, window.location.origin);
  return url.origin === window.location.origin ? url.pathname + url.search + url.hash : null;
}

/** Remembers the page that somebody without a login asked for. */
export const remember = (path: string): void => sessionStorage.setItem(KEY, path);
export const forgetNext = (): void => sessionStorage.removeItem(KEY);

/** Where a login leads: the page of `?next=`, else the page that the guard turned away from, else the dashboard. */
export function afterLogin(search: URLSearchParams): string {
  return ownPath(search.get('next')) ?? ownPath(sessionStorage.getItem(KEY)) ?? HOME;
}

/** The page that a login leads to, where it is another than the dashboard: for the way over the identity provider. */
export function elsewhere(search: URLSearchParams): string | undefined {
  const to = afterLogin(search);
  return to === HOME ? undefined : to;
}

/** The login page that leads back to a path. */
export const loginFor = (path: string): string => `/login?next=${encodeURIComponent(path)}`;
