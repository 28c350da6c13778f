/** Has the browser keep the pages that work without a connection: see web/worker/sw.js. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !window.isSecureContext) return;
  const register = () => {
    navigator.serviceWorker
      .register('/sw.js', { updateViaCache: 'none' })
      .catch((error: unknown) => console.warn('Nothing is kept for offline', error));
  };
  // After the page: what is kept for later must not hold up what is looked at now.
  const wait = () => window.setTimeout(register, 2500);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
