import { useRouteError } from 'react-router';
import { sentence } from '@/shared/api';
import { Button } from '@/shared/ui';

/** A page that could not be loaded (or fell over) says so and offers the way back. */
export function PreloadFailure() {
  const error = useRouteError();
  const reason = sentence(error);
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 p-6" role="alert">
      <h1 className="text-lg font-semibold">This page did not load.</h1>
      <p className="text-soft">{reason}</p>
      <div className="flex gap-2">
        <Button tone="primary" onClick={() => window.location.reload()}>Try again</Button>
        <Button onClick={() => window.location.assign('/')}>Home</Button>
      </div>
    </main>
  );
}
