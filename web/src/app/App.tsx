import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import type { createRouter } from '@/app/router';
import { keepSession } from '@/shared/session';
import { ConfirmHost, Toaster } from '@/shared/ui';

// At once, so that one drawing shows a new state and that the call for it is over; the default waits for a timer.
notifyManager.setScheduler(queueMicrotask);

/** Providers around the routes: server state, routes, toasts. */
export function App({ router }: { router: ReturnType<typeof createRouter> }) {
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity } },
      }),
  );
  useEffect(() => keepSession(router, queries), [router, queries]);
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
      <ConfirmHost />
    </QueryClientProvider>
  );
}
