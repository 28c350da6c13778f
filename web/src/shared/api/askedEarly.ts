declare global {
  interface Window {
    /** What early.js asked the server for while this code was loading, by path. */
    askedEarly?: { headers: { Authorization: string }; answers: Map<string, Promise<Response | undefined>> };
  }
}

/** The answer to this request, where it was asked for early by the same login; undefined where that failed. Each is handed on once. */
export function askedEarly({ method, url, headers }: Request): Promise<Response | undefined> | undefined {
  const asked = window.askedEarly;
  const path = new URL(url).pathname;
  const answer = asked?.answers.get(path);
  if (!asked || !answer || method !== 'GET' || headers.get('Authorization') !== asked.headers.Authorization)
    return undefined;
  asked.answers.delete(path);
  return headers.has('If-None-Match') ? undefined : answer;
}
