import { AlertDialog as Radix } from 'radix-ui';
import { Button } from './Button';
import { inSight } from './inSight';
import { useFocusBack } from './useFocusBack';
import type { Question } from './confirm';

interface ConfirmDialogProps extends Question {
  open: boolean;
  onAnswer: (yes: boolean) => void;
}

/** A question that has to be answered before anything else. Escape is no. */
export function ConfirmDialog({ open, title, text, action, danger = false, onAnswer }: ConfirmDialogProps) {
  const focusBack = useFocusBack(open);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onAnswer(false)}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          onCloseAutoFocus={focusBack}
          onFocus={inSight}
          className="fixed top-1/2 left-1/2 z-50 max-h-[85dvh] w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded border border-line-strong bg-panel p-5 shadow-lift">
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description className="mt-2 text-soft break-words">{text}</Radix.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>Cancel</Button>
            </Radix.Cancel>
            <Button tone={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
              {action}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
