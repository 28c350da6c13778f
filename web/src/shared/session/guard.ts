import { redirect, type LoaderFunctionArgs } from 'react-router';
import { isOffline } from '@/shared/api';
import { HOME, remember } from './next';
import { verify } from './session';
import { accessToken } from './token';

const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

/** Without a connection nobody can be asked: a report that this device keeps opens for the user who was signed in. */
function keptOffline(error: unknown, request: Request): boolean {
  if (isOffline(error) && accessToken() && new URL(request.url).pathname.endsWith('/logs')) return true;
  throw error;
}

/** The loader of pages for signed-in users: everybody else goes to /login, and comes back after it. */
export async function requireLogin({ request }: LoaderFunctionArgs): Promise<null> {
  if (await verify().catch((error: unknown) => keptOffline(error, request))) return null;
  remember(pathOf(request));
  throw redirect('/login');
}

/** The loader of the front page: who is signed in goes on to the dashboard. A server out of reach leaves the page open. */
export async function landingGuard(): Promise<null> {
  if (accessToken() && (await verify().catch(() => false))) throw redirect(HOME);
  return null;
}

/** Every way to a page for signed-in users is verified again; a change within the page's own query is not. */
export const onEveryWay = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: {
  currentUrl: URL;
  nextUrl: URL;
  defaultShouldRevalidate: boolean;
}): boolean =>
  currentUrl.pathname !== nextUrl.pathname || (defaultShouldRevalidate && currentUrl.search === nextUrl.search);
