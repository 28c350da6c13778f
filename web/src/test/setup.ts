// @ts-expect-error The app knows no types of Node.
import { webcrypto } from 'node:crypto';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, aroundEach, beforeEach, vi } from 'vitest';
import { asTest, nobody, settled } from './ended';
import './lookups';
import { resetStores } from './zustand';

// jsdom lays nothing out: a list's rows are 46 pixels high and its frame 800, so that a virtual list draws some.
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: {
    configurable: true,
    get(this: HTMLElement) {
      return this.dataset.index === undefined ? 800 : 46;
    },
  },
  clientHeight: { configurable: true, get: () => 800 },
  clientWidth: { configurable: true, get: () => 400 },
});
// jsdom captures no pointer and scrolls nothing.
HTMLElement.prototype.hasPointerCapture ??= () => false;
HTMLElement.prototype.scrollIntoView ??= () => undefined;
// A busy machine loads a page's code late; waiting longer costs nothing where it is quick.
configure({ asyncUtilTimeout: 15_000 });

aroundEach((work, { task }) => asTest(task.fullTestName, work));

beforeEach(() => {
  document.documentElement.dataset.theme = 'dark';
});

afterEach(async () => {
  cleanup();
  await settled();
  resetStores();
  vi.useRealTimers();
  document.body.replaceChildren();
  // A dialog that is open at the end of a test locks the page.
  document.body.removeAttribute('style');
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

globalThis.fetch = nobody;

// jsdom has no WebCrypto.
Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
