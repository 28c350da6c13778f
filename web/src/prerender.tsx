import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { FootedPages } from '@/app/layouts/Footer';
import { SplashLayout } from '@/app/layouts/SplashLayout';
import { Landing } from '@/features/landing';
import { EarlyReport } from '@/features/log-timeline';

/** What stands at once, before any script: the build writes it into pages that the server sends (scripts/finish-build.mjs). */
const PAGES: Record<string, RouteObject> = {
  landing: { Component: FootedPages, children: [{ path: '*', Component: Landing }] },
  report: { path: '*', Component: EarlyReport },
};

/** The markup of a page as it stands before anything is loaded. */
export function markupOf(name: string, path: string): string {
  const page = PAGES[name];
  if (!page) throw new Error(`There is no page named ${name}.`);
  const router = createMemoryRouter([{ Component: SplashLayout, children: [page] }], { initialEntries: [path] });
  const frame = document.createElement('div');
  const root = createRoot(frame);
  flushSync(() => root.render(<RouterProvider router={router} />));
  const markup = frame.innerHTML;
  root.unmount();
  return markup;
}
