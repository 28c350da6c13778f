/** Which game a page is about: what it was given, `?game_id=`, the address's part after `game`, or that of the game `around` it. */
export function findGameId(given: string | undefined, search: string, pathname: string, around?: string): string {
  const query = new URLSearchParams(search).get('game_id');
  const parts = pathname.split('/');
  const after = parts[parts.indexOf('game') + 1];
  return given ?? query ?? (parts.includes('game') ? after : undefined) ?? around ?? '';
}
