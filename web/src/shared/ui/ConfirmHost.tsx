import { lazy, Suspense } from 'react';
import { useConfirm } from './confirm';

const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog')).ConfirmDialog }));

/** Shows what `confirm` asks. Stands once, beside the routes; the dialog's code comes with the first question. */
export function ConfirmHost() {
  const asked = useConfirm((state) => state.asked);
  const settle = useConfirm((state) => state.settle);
  return (
    asked && (
      <Suspense>
        <ConfirmDialog open {...asked.question} onAnswer={settle} />
      </Suspense>
    )
  );
}
