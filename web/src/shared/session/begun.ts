const KEY = 'login_begun';

/**
 * A login by the identity provider begins here: a random word that goes along, and comes back with the token. A token
 * in a link that somebody else has made up does not bring it, so nobody is logged in as a stranger by following one.
 */
export function beginLogin(): string {
  const word = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  sessionStorage.setItem(KEY, word);
  return word;
}

/** Whether the address brings back the word of the login that this window has begun. */
export const begunHere = (search: URLSearchParams): boolean =>
  !!search.get('begun') && search.get('begun') === sessionStorage.getItem(KEY);
