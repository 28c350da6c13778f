import { matchPath } from 'react-router';

const TITLES: readonly (readonly [string, string])[] = [
  ['/user_page', 'Dashboard'],
  ['/games', 'Games'],
  ['/games/new_sim', 'Match-up'],
  ['/games/setup/:gameId', 'Game setup'],
  ['/games/:gameId/logs', 'Battle log'],
  ['/game/:gameId', 'Game setup'],
  ['/rosters', 'Rosters'],
  ['/workshop', 'Workshop'],
  ['/workshop/sets/:ruleSetId', 'Workshop'],
  ['/workshop/rosters/:rosterId', 'Workshop'],
  ['/workshop/shared/:token', 'Workshop'],
  ['/achievements', 'Achievements'],
  ['/settings', 'Settings'],
  ['/logs', 'Battle log'],
  ['/debug/:file', 'Debug image'],
];

/** What the signed-in layout's header calls the page of a path. */
export const layoutTitle = (path: string): string =>
  TITLES.find(([pattern]) => matchPath(pattern, path))?.[1] ?? 'Highground';
