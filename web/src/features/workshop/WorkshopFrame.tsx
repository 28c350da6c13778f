import type { ReactNode } from 'react';
import { sentence } from '@/shared/api';
import { LinkButton, Notice, Skeleton } from '@/shared/ui';

/** A page of the workshop while it loads, where that failed, and with its `children` once they are there. */
export function WorkshopFrame({ failure, children }: { failure: unknown; children: ReactNode }) {
  return (
    <main className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-8">
      <title>Workshop · Highground</title>
      {failure ? (
        <Notice text={sentence(failure)}>
          <LinkButton to="/workshop">Workshop</LinkButton>
        </Notice>
      ) : (
        (children ?? <Skeleton className="h-64" />)
      )}
    </main>
  );
}
