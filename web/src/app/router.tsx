import { createBrowserRouter, type RouteObject } from 'react-router';
import { PreloadFailure } from '@/app/PreloadFailure';
import { SplashLayout } from '@/app/layouts/SplashLayout';
import { UserLayout } from '@/app/layouts/UserLayout';

const logs = async () => ({ Component: (await import('@/app/pages/LogsPage')).LogsPage });
const landing = async () => ({ Component: (await import('@/app/pages/LandingPage')).LandingPage });

/** Routes by layout; every page is its own chunk. */
export const routes: RouteObject[] = [
  {
    Component: SplashLayout,
    ErrorBoundary: PreloadFailure,
    HydrateFallback: () => null,
    children: [
      { path: '/', lazy: landing },
      { path: '/shared/:gameId/logs', lazy: logs },
      { path: '*', lazy: landing },
    ],
  },
  {
    Component: UserLayout,
    ErrorBoundary: PreloadFailure,
    HydrateFallback: () => null,
    children: [
      { path: '/logs', lazy: logs },
      { path: '/games/:gameId/logs', lazy: logs },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
