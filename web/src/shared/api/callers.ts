/** What a window says of itself in the calls of a game, by the game's id. */
interface Caller {
  /** Which device of this browser makes its dice. */
  device?: string;
  /** Which version of the game it shows. */
  version?: () => string | undefined;
  /** The last entry of the log that it has; null while it has no log. */
  entry?: () => number | null;
  /** The name that the server gave its socket. */
  socket?: string;
}

const callers = new Map<string, Caller>();
const GAME_CALL = /^\/api\/games?\/([^/]+)\//;

const name = (gameId: string, more: Caller): void => void callers.set(gameId, { ...callers.get(gameId), ...more });

/** Has calls of a game name the device that makes its dice; null: no longer. */
export const nameDevice = (gameId: string, device: string | null): void => name(gameId, { device: device ?? '' });

/** Has calls that change a game name the window's socket, which is not sent what their answers say; empty: no longer. */
export const nameSocket = (gameId: string, socket: string): void => name(gameId, { socket });

/** Has calls that change a game say what the window shows of it: they are answered with what has changed. Ends what it returns. */
export function nameVersion(gameId: string, version: () => string | undefined): () => void {
  name(gameId, { version });
  return () => {
    if (callers.get(gameId)?.version === version) name(gameId, { version: () => undefined });
  };
}

/** Has calls that change a game say what the window has of its log: they are answered with what is new. Ends what it returns. */
export function nameEntry(gameId: string, entry: () => number | null): () => void {
  name(gameId, { entry });
  return () => {
    if (callers.get(gameId)?.entry === entry) name(gameId, { entry: () => null });
  };
}

/** From how many percent of the chance to win on a choice that loses them is not made at once; 0: never. Kept in this browser. */
let warnFrom = Number(localStorage.getItem('coach-warns')) || 0;

export const warnsFrom = (): number => warnFrom;

export function warnBefore(percent: number): void {
  warnFrom = percent;
  localStorage.setItem('coach-warns', String(percent));
}

/** Calls while this runs are made whatever they lose. */
export async function unwarned<T>(call: () => Promise<T>): Promise<T> {
  const before = warnFrom;
  warnFrom = 0;
  try {
    return await call();
  } finally {
    warnFrom = before;
  }
}

/** The headers of a call to `path`. A window that shows nothing of the game hears all of it by its socket. */
export function callerHeaders(method: string, path: string): Record<string, string> {
  const { device, version, entry, socket } = callers.get(GAME_CALL.exec(path)?.[1] ?? '') ?? {};
  const known = method === 'POST' ? version?.() : undefined;
  const last = known ? (entry?.() ?? null) : null;
  return {
    ...(method === 'POST' && warnFrom > 0 && { 'Highground-Warn': String(warnFrom) }),
    ...(device && { 'Highground-Device': device }),
    ...(known && { 'Highground-Known': known, ...(socket && { 'Highground-Socket': socket }) }),
    ...(last !== null && { 'Highground-Log': String(last) }),
  };
}
