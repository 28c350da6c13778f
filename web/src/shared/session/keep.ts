import type { QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import { onExpiry } from './expiry';
import { loginFor } from './next';
import { dropLogin, rereadSession, useSession } from './session';
import { accessToken, onOtherTab } from './token';

const hereOf = ({ pathname, search }: { pathname: string; search: string }): string => pathname + search;

/** Pages that lead to a login themselves: an expired login changes nothing about them. */
const ENTRANCES = ['/login', '/signup', '/forgot', '/reset', '/api/auth'];

/**
 * Keeps pages and session together: an expired login leads to /login and back, a login or logout in another tab is
 * followed here, and what one user loaded is never shown to the next. Returns what ends it.
 */
export function keepSession(router: DataRouter, queries: QueryClient): () => void {
  const offExpiry = onExpiry((token) => {
    if (accessToken() !== token) return;
    dropLogin(token);
    const here = hereOf(router.state.location);
    if (!ENTRANCES.some((entrance) => here.startsWith(entrance))) void router.navigate(loginFor(here));
  });
  const offTabs = onOtherTab(() => {
    rereadSession();
    void router.revalidate();
  });
  const offUser = useSession.subscribe((now, before) => {
    if (before.user && now.user?.id !== before.user.id) queries.clear();
  });
  return () => {
    offExpiry();
    offTabs();
    offUser();
  };
}
