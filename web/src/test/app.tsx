import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { onTestFinished } from 'vitest';
import { routes } from '@/app/router';
import { accessToken, keepSession, useSession } from '@/shared/session';
import { clearToasts, ConfirmHost, Toaster } from '@/shared/ui';

/** Opens the whole app at a path: for tests of its ways and guards. One of a single page takes `show`. */
export function open(path: string) {
  clearToasts();
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  useSession.setState({ status: accessToken() ? 'unknown' : 'out', user: null });
  onTestFinished(keepSession(router, queries));
  const view = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
      <ConfirmHost />
    </QueryClientProvider>,
  );
  return { ...view, router };
}
