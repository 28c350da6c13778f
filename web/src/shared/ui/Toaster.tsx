import { create } from 'zustand';
import { IconButton } from './Button';

type Tone = 'error' | 'notice';
interface ToastItem {
  id: number;
  text: string;
  tone: Tone;
}
interface ToastStore {
  items: ToastItem[];
  add: (text: string, tone: Tone) => void;
  drop: (id: number) => void;
}

const SHOWN_MS = { error: 9000, notice: 4500 };
let counter = 0;

const useToasts = create<ToastStore>((set) => ({
  items: [],
  add: (text, tone) => {
    counter += 1;
    const item = { id: counter, text, tone };
    set((state) => ({ items: [...state.items.filter((other) => other.text !== text), item].slice(-4) }));
  },
  drop: (id) => set((state) => ({ items: state.items.filter((item) => item.id !== id) })),
}));

/** Shows a message in the corner: errors stay longer than notices. */
export function toast(text: string, tone: Tone = 'notice'): void {
  useToasts.getState().add(text, tone);
  const item = useToasts.getState().items.at(-1);
  if (item) setTimeout(() => useToasts.getState().drop(item.id), SHOWN_MS[tone]);
}

export const clearToasts = (): void => useToasts.setState({ items: [] });

export function Toaster() {
  const items = useToasts((state) => state.items);
  const drop = useToasts((state) => state.drop);
  return (
    <div
      className="pointer-events-none fixed inset-x-3 bottom-20 z-60 flex flex-col items-center gap-2 sm:right-4 sm:bottom-4 sm:left-auto sm:items-end"
      aria-live="polite">
      {items.map((item) => (
        <div
          key={item.id}
          role={item.tone === 'error' ? 'alert' : 'status'}
          className="pointer-events-auto flex max-w-md items-center gap-2 rounded-sm border border-line-strong bg-raised py-1 pr-1 pl-4 text-sm shadow-lift">
          <span aria-hidden="true" className={item.tone === 'error' ? 'text-bad' : 'text-good'}>
            {item.tone === 'error' ? '✕' : '✓'}
          </span>
          <span className="py-2">{item.text}</span>
          <IconButton icon="close" label="Dismiss" onClick={() => drop(item.id)} />
        </div>
      ))}
    </div>
  );
}
