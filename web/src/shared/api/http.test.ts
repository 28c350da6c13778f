import { afterEach, describe, expect, test } from 'vitest';
import { json, ME, serve, signedIn } from '@/test/page';
import { answered, callPublic, getMe, HttpError, sentence } from '.';

const page = (status: number) => () =>
  new Response('<html>Bad gateway</html>', {
    status,
    statusText: 'Bad Gateway',
    headers: { 'Content-Type': 'application/json' },
  });

describe('answers that are not what was asked for', () => {
  test("a refusal that is not JSON has no browser's parser text in it", async () => {
    serve({ '/api/auth/me': page(502) });
    const error = await answered(getMe()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 502, detail: '' });
    expect(sentence(error)).toBe('Server error. Please try again later.');
  });

  test('neither has a success that is not JSON', async () => {
    serve({ '/api/auth/me': page(200), '/api/game/shared/x/json': page(200) });
    for (const call of [answered(getMe()), callPublic('/api/game/shared/x/json')]) {
      expect(sentence(await call.catch((reason: unknown) => reason))).toBe(
        "The server's answer could not be read. Please try again.",
      );
    }
  });

  test('a server out of reach is described in words', async () => {
    serve({
      '/api/auth/me': () => {
        throw new TypeError('Failed to fetch');
      },
    });
    expect(sentence(await answered(getMe()).catch((reason: unknown) => reason))).toBe(
      'The server could not be reached. Please try again.',
    );
  });

  test('code of the page that did not load is out of reach too', () => {
    expect(sentence(new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1/assets/x.js'))).toBe(
      'The server could not be reached. Please try again.',
    );
  });

  test("a fault of the page's own code is not the server's, and its text is for its authors", () => {
    expect(sentence(new TypeError("Cannot read properties of undefined (reading 'map')"))).toBe(
      'Something went wrong. Please try again.',
    );
  });

  test('the wait of a refusal is read', async () => {
    serve({
      '/api/auth/me': () => new Response('{"detail":"Slow down."}', { status: 429, headers: { 'Retry-After': '30' } }),
    });
    expect(await answered(getMe()).catch((reason: unknown) => reason)).toMatchObject({
      status: 429,
      detail: 'Slow down.',
      retryAfter: 30,
    });
  });
});

describe('what early.js asked for', () => {
  const early = (answer: Promise<Response | undefined>, by = 'Bearer secret') => {
    window.askedEarly = { headers: { Authorization: by }, answers: new Map([['/api/auth/me', answer]]) };
  };
  afterEach(() => delete window.askedEarly);

  test('is taken once', async () => {
    signedIn();
    const seen = serve({});
    early(Promise.resolve(json({ ...ME, display_name: 'Early' })));
    expect(await answered(getMe())).toMatchObject({ display_name: 'Early' });
    expect(seen).toEqual([]);
    expect(await answered(getMe())).toMatchObject({ display_name: 'Ada' });
  });

  test.each([
    ['by another login', Promise.resolve(json({ ...ME, display_name: 'Ben' })), 'Bearer another'],
    ['in vain', Promise.resolve(undefined), 'Bearer secret'],
  ])('is asked for again where it was asked for %s', async (_, answer, by) => {
    signedIn();
    serve({});
    early(answer, by);
    expect(await answered(getMe())).toMatchObject({ display_name: 'Ada' });
  });
});
