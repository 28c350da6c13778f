// Keeps what works without a connection: the pages' code, and the reports that were read last. The build fills in which
// files (scripts/finish-build.mjs). Whoever is connected always gets the newest page, so no build outlives the next.
const BUILD = '%build%';
const FILES = ['%files%'];

const PREFIX = 'highground-shell-';
const SHELL = PREFIX + BUILD;
const SHARED = 'highground-reports';
/** Reports of the user's own games; a logout deletes it (src/shared/session/session.ts). */
const OWN = 'highground-own';
const MOST_ANSWERS = 12;
/** The build before: pages that are still open load its code. */
const BUILDS_KEPT = 2;

const SHARED_REPORT = /^\/api\/game\/shared\/[\w-]+\/(json|brief|summary)$/;
const OWN_REPORT = /^\/api\/games?\/[\w-]+\/(logs_json|battle_log)$/;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldBuilds().then(() => self.clients.claim()));
});

async function forgetOldBuilds() {
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== SHELL);
  await Promise.all(builds.slice(0, Math.max(0, builds.length - BUILDS_KEPT + 1)).map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!pathname.startsWith('/api/')) event.respondWith(fetch(request).catch(() => kept('/index.html')));
  } else if (pathname.startsWith('/assets/')) event.respondWith(fromCache(request));
  else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
  else if (SHARED_REPORT.test(pathname)) event.respondWith(newest(request, SHARED));
  else if (OWN_REPORT.test(pathname) && !search) event.respondWith(newest(request, OWN));
});

/** What a cache has; a network error where none has it, as without this worker. */
async function kept(address) {
  return (await caches.match(address, { ignoreVary: true })) ?? Response.error();
}

/** A file whose name tells its content. */
async function fromCache(request) {
  const found = await caches.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await keep(SHELL, request.url, answer.clone());
  return answer;
}

/** The server's answer, kept for when there is none. */
async function newest(request, name) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(name, request.url, answer.clone());
    else await (await caches.open(name)).delete(request.url);
    return answer;
  } catch (error) {
    const found = await caches.match(request.url, { cacheName: name, ignoreVary: true });
    if (found) return found;
    throw error;
  }
}

async function keep(name, address, answer) {
  const cache = await caches.open(name);
  await cache.delete(address);
  await cache.put(address, answer).catch((error) => console.warn('Not kept for offline', address, error));
  if (name === SHELL) return;
  const addresses = await cache.keys();
  await Promise.all(addresses.slice(0, Math.max(0, addresses.length - MOST_ANSWERS)).map((each) => cache.delete(each)));
}
