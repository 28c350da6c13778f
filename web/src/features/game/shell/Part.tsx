import type { ReactNode } from 'react';
import { isUnreached, sentence } from '@/shared/api';
import { Boundary } from '@/shared/ui';
import { useClient } from '../client/context';

const explain = (error: unknown): string =>
  isUnreached(error) ? sentence(error) : 'This is a fault of the page; the rest of the table goes on.';

/**
 * A part of the table that fails on its own: the others go on, and the next state of the game draws it again. That state
 * comes whole: what could not be drawn may have been put together wrongly, so it has no version to lead on from.
 */
export function Part({ what, silent = false, children }: { what: string; silent?: boolean; children: ReactNode }) {
  const client = useClient();
  return (
    <Boundary
      what={what}
      explain={explain}
      renewed={client.onState}
      onFailed={() => client.distrust()}
      {...(silent && { fallback: null })}>
      {children}
    </Boundary>
  );
}
