import type { RouteObject } from 'react-router';

const callback = async () => ({ Component: (await import('@/features/auth-callback')).CallbackPage });
const games = async () => ({ Component: (await import('@/features/dashboard')).GamesPage });
const game = async () => ({ Component: (await import('@/features/dashboard')).GamePage });

/** Pages at the door, open to everybody. */
export const entrance: RouteObject[] = [
  { path: '/login', lazy: async () => ({ Component: (await import('@/features/login')).LoginPage }) },
  { path: '/signup', lazy: async () => ({ Component: (await import('@/features/signup')).SignupPage }) },
  { path: '/forgot', lazy: async () => ({ Component: (await import('@/features/password')).ForgotPage }) },
  { path: '/reset/:token', lazy: async () => ({ Component: (await import('@/features/password')).ResetPage }) },
  {
    path: '/invitation/:token',
    lazy: async () => ({ Component: (await import('@/features/invitation')).InvitationPage }),
  },
  { path: '/upload_list', lazy: async () => ({ Component: (await import('@/features/rosters')).UploadPage }) },
  { path: '/display', lazy: async () => ({ Component: (await import('@/features/rosters')).DisplayPage }) },
  { path: '/api/auth/callback', lazy: callback },
  { path: '/api/auth/error', lazy: callback },
];

/** Pages of a signed-in user. */
export const members: RouteObject[] = [
  { path: '/user_page', lazy: games },
  { path: '/games', lazy: games },
  { path: '/games/new_sim', lazy: async () => ({ Component: (await import('@/features/simulation')).NewSimPage }) },
  { path: '/games/setup/:gameId', lazy: game },
  { path: '/rosters', lazy: async () => ({ Component: (await import('@/features/rosters')).RostersPage }) },
  { path: '/workshop', lazy: async () => ({ Component: (await import('@/features/workshop')).WorkshopPage }) },
  {
    path: '/workshop/sets/:ruleSetId',
    lazy: async () => ({ Component: (await import('@/features/workshop')).RuleSetPage }),
  },
  {
    path: '/workshop/rosters/:rosterId',
    lazy: async () => ({ Component: (await import('@/features/workshop')).RosterRulesPage }),
  },
  {
    path: '/workshop/shared/:token',
    lazy: async () => ({ Component: (await import('@/features/workshop')).SharedPage }),
  },
  {
    path: '/achievements',
    lazy: async () => ({ Component: (await import('@/features/achievements')).AchievementsPage }),
  },
  {
    path: '/debug/:file',
    lazy: async () => ({ Component: (await import('@/features/debug-picture')).DebugPicturePage }),
  },
  { path: '/settings', lazy: async () => ({ Component: (await import('@/features/settings')).SettingsPage }) },
];

/** A page in the signed-in layout that opens without a login, and asks for one itself. */
export const unguarded: RouteObject[] = [{ path: '/game/:gameId', lazy: game }];
