const KEY = 'access_token';

/** The bearer token: of this tab alone, or the one that the browser remembers. Null when nobody is signed in. */
export const accessToken = (): string | null => sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);

/** Keeps a token: in local storage when the browser is to remember it, else until this tab closes. */
export function storeToken(token: string, remember: boolean): void {
  const [home, other] = remember ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  other.removeItem(KEY);
  home.setItem(KEY, token);
}

/** A refreshed token takes the old one's place, wherever that lies. */
export const replaceToken = (token: string): void => storeToken(token, sessionStorage.getItem(KEY) === null);

/** Forgets the token. With `only`, not a newer one that another tab has stored meanwhile. */
export function removeToken(only?: string): void {
  for (const store of [sessionStorage, localStorage]) {
    if (only === undefined || store.getItem(KEY) === only) store.removeItem(KEY);
  }
}

/** Calls back when another tab signs in or out. Returns what ends it. */
export function onOtherTab(listener: () => void): () => void {
  const stored = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  window.addEventListener('storage', stored);
  return () => window.removeEventListener('storage', stored);
}
