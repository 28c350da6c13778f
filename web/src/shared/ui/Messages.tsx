import { Toast as Radix } from 'radix-ui';
import { createPortal } from 'react-dom';
import { IconButton } from './Button';

export interface ToastItem {
  id: number;
  text: string;
  tone: 'error' | 'notice';
}

const SHOWN_MS = { error: 9000, notice: 4500 };

interface MessagesProps {
  items: readonly ToastItem[];
  place: HTMLElement | null;
  onDrop: (id: number) => void;
}

/** The messages. One stays while the pointer or the focus is on it, goes by a swipe to the right, and F8 leads to them. */
export function Messages({ items, place, onDrop }: MessagesProps) {
  return (
    <Radix.Provider label="Message" swipeDirection="right">
      {items.map((item) => (
        <Message key={item.id} item={item} onClose={() => onDrop(item.id)} />
      ))}
      {place ? createPortal(<View />, place) : <View corner />}
    </Radix.Provider>
  );
}

const View = ({ corner = false }: { corner?: boolean }) => (
  <Radix.Viewport
    label="Messages ({hotkey})"
    className={
      corner
        ? 'fixed inset-x-3 bottom-20 z-60 flex flex-col items-center gap-2 sm:right-4 sm:bottom-4 sm:left-auto sm:items-end'
        : ''
    }
  />
);

function Message({ item: { text, tone }, onClose }: { item: ToastItem; onClose: () => void }) {
  return (
    <Radix.Root
      type={tone === 'error' ? 'foreground' : 'background'}
      duration={SHOWN_MS[tone]}
      onOpenChange={(open) => !open && onClose()}
      className="pointer-events-auto flex max-w-md items-center gap-2 rounded-sm border border-line-strong bg-raised py-1 pr-1 pl-4 text-sm shadow-lift data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)">
      <span aria-hidden="true" className={tone === 'error' ? 'text-bad' : 'text-good'}>
        {tone === 'error' ? '✕' : '✓'}
      </span>
      {/* Radix announces it once, elsewhere and as urgently as its type: here it is silent. */}
      <Radix.Description role={tone === 'error' ? 'alert' : 'status'} aria-live="off" className="py-2">
        {text}
      </Radix.Description>
      <Radix.Close asChild>
        <IconButton icon="close" label="Dismiss" />
      </Radix.Close>
    </Radix.Root>
  );
}
