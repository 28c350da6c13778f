import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './Button';
import { cx } from './cx';
import { inSight } from './inSight';
import { useFocusBack } from './useFocusBack';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  /** Room for a picture that is worked on. */
  wide?: boolean;
  children: ReactNode;
}

/** A modal over the page, closed by Escape, the backdrop or its button. */
export function Dialog({ open, onOpenChange, title, description, wide = false, children }: DialogProps) {
  const focusBack = useFocusBack(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          onCloseAutoFocus={focusBack}
          onFocus={inSight}
          className={cx(
            'fixed top-1/2 left-1/2 z-50 max-h-[85dvh] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded border border-line-strong bg-panel p-5 shadow-lift',
            wide ? 'w-[min(56rem,calc(100vw-2rem))]' : 'w-[min(28rem,calc(100vw-2rem))]',
          )}>
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              <Radix.Description className="mt-1 text-sm text-soft">{description}</Radix.Description>
            </div>
            <Radix.Close asChild>
              <IconButton icon="close" label="Close" />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
