import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { PreloadFailure } from '@/app/PreloadFailure';
import { entrance, members, unguarded } from '@/app/accountRoutes';
import { GameLayout } from '@/app/layouts/GameLayout';
import { SplashLayout } from '@/app/layouts/SplashLayout';
import { landingGuard, onEveryWay, requireLogin } from '@/shared/session';

/** The layouts that the timeline's own page does without. */
const userLayout = async () => ({ Component: (await import('@/app/layouts/UserLayout')).UserLayout });
const footedPages = async () => ({ Component: (await import('@/app/layouts/Footer')).FootedPages });
const logs = async () => ({ Component: (await import('@/app/pages/LogsPage')).LogsPage });
const landing = async () => ({ Component: (await import('@/app/pages/LandingPage')).LandingPage });
const nowhere = async () => ({ Component: (await import('@/app/pages/NowherePage')).NowherePage });
const supplies = async () => ({ Component: (await import('@/app/pages/SuppliesPage')).SuppliesPage });
const terms = async () => ({ Component: (await import('@/app/pages/TermsPage')).TermsPage });
const privacy = async () => ({ Component: (await import('@/app/pages/PrivacyPage')).PrivacyPage });
const blog = async () => ({ Component: (await import('@/app/pages/BlogPage')).BlogPage });
/** A phone is let in by a pairing code, not by a login. */
const phoneCamera = async () => ({ Component: (await import('@/features/phone-camera')).PhoneCamera });
/** Without a layout that asks the server anything: it works offline. */
const verify = async () => ({ Component: (await import('@/features/fair-dice')).VerifyPage });
const post = async () => {
  const { PostPage, loadPost } = await import('@/app/pages/PostPage');
  return { Component: PostPage, loader: loadPost };
};

/** Routes by layout; every page is its own chunk. */
export const routes: RouteObject[] = [
  {
    Component: SplashLayout,
    ErrorBoundary: PreloadFailure,
    HydrateFallback: () => null,
    children: [
      ...entrance,
      { path: '/shared/:gameId/logs', lazy: logs },
      // It was fought for its timeline and has no table that anyone could look at.
      { path: '/shared/demo', loader: () => redirect('/shared/demo/logs') },
      {
        lazy: footedPages,
        children: [
          { path: '/', loader: landingGuard, shouldRevalidate: onEveryWay, lazy: landing },
          { path: '/blog', lazy: blog },
          { path: '/blog/:slug', lazy: post },
          { path: '/supplies', lazy: supplies },
          { path: '/terms', lazy: terms },
          { path: '/privacy', lazy: privacy },
          { path: '/verify', lazy: verify },
          { path: '*', lazy: nowhere },
        ],
      },
    ],
  },
  {
    lazy: userLayout,
    ErrorBoundary: PreloadFailure,
    HydrateFallback: () => null,
    children: [
      ...unguarded,
      {
        loader: requireLogin,
        shouldRevalidate: onEveryWay,
        children: [...members, { path: '/logs', lazy: logs }, { path: '/games/:gameId/logs', lazy: logs }],
      },
    ],
  },
  {
    Component: GameLayout,
    ErrorBoundary: PreloadFailure,
    HydrateFallback: () => null,
    children: [
      { path: '/shared/:gameId', lazy: async () => ({ Component: (await import('@/features/game')).SharedGameView }) },
    ],
  },
  {
    Component: GameLayout,
    ErrorBoundary: PreloadFailure,
    HydrateFallback: () => null,
    loader: requireLogin,
    shouldRevalidate: onEveryWay,
    children: [
      { path: '/game/:gameId/view', lazy: async () => ({ Component: (await import('@/features/game')).GameView }) },
    ],
  },
  {
    Component: GameLayout,
    ErrorBoundary: PreloadFailure,
    HydrateFallback: () => null,
    children: ['/camera', '/game/:gameId/camera'].map((path) => ({ path, lazy: phoneCamera })),
  },
  {
    path: '/test',
    lazy: async () => ({ Component: (await import('@/app/pages/TestPage')).TestPage }),
    ErrorBoundary: PreloadFailure,
    HydrateFallback: () => null,
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
