import { useRouteError } from 'react-router';
import { isOffline, sentence } from '@/shared/api';
import { Button } from '@/shared/ui';

const NOT_KEPT =
  'This page is not kept on this device. Reports that you opened before and the check of dice work without a connection.';

/** A page that could not be loaded (or fell over) says so and offers the way back. */
export function PreloadFailure() {
  const error = useRouteError();
  const offline = isOffline(error);
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 p-6">
      <title>{offline ? 'You are offline · Highground' : 'This page did not load · Highground'}</title>
      <h1 className="text-lg font-semibold">{offline ? 'You are offline.' : 'This page did not load.'}</h1>
      <p role="alert" className="text-soft">
        {offline ? NOT_KEPT : sentence(error)}
      </p>
      <div className="flex gap-2">
        <Button tone="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
        <Button onClick={() => window.location.assign('/')}>Home</Button>
      </div>
    </main>
  );
}
