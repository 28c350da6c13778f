import { lazy, Suspense, useEffect, useState } from 'react';
import { create } from 'zustand';
import { Boundary } from './Boundary';
import type { ToastItem } from './Messages';

type Tone = ToastItem['tone'];
interface ToastStore {
  items: ToastItem[];
  /** Where the page has them stand; else they stand in the corner. */
  place: HTMLElement | null;
  add: (text: string, tone: Tone) => void;
  drop: (id: number) => void;
}

let counter = 0;

const useToasts = create<ToastStore>((set) => ({
  items: [],
  place: null,
  add: (text, tone) => {
    counter += 1;
    const item = { id: counter, text, tone };
    // In a place of its own the newest takes the place of what stood there: what is older never comes back after it.
    set(({ items, place }) => ({
      items: place ? [item] : [...items.filter((other) => other.text !== text), item].slice(-4),
    }));
  },
  drop: (id) => set((state) => ({ items: state.items.filter((item) => item.id !== id) })),
}));

/** Shows a message in the corner, or where the page has them stand: errors stay longer than notices. */
export const toast = (text: string, tone: Tone = 'notice'): void => useToasts.getState().add(text, tone);

export const clearToasts = (): void => useToasts.setState({ items: [] });

/** Lets go of notices on a page that has a place for them: what the player does next says something newer. Errors stay. */
export const dropPlacedNotices = (): void =>
  useToasts.setState(({ items, place }) => {
    const left = place ? items.filter(({ tone }) => tone === 'error') : items;
    return left.length === items.length ? {} : { items: left };
  });

/** A page's own place for messages: the newest stands there alone, and none that the page says itself. */
export function MessagePlace({ className, said }: { className: string; said: string }) {
  const items = useToasts((state) => state.items);
  const drop = useToasts((state) => state.drop);
  useEffect(() => {
    for (const item of items) if (said.includes(item.text)) drop(item.id);
  }, [items, drop, said]);
  return <div ref={stand} className={className} />;
}

function stand(place: HTMLElement | null): () => void {
  useToasts.setState({ place });
  return () => useToasts.setState({ place: null });
}

const Messages = lazy(async () => ({ default: (await import('./Messages')).Messages }));

/** The messages, as soon as there is one. Where the page cannot load what shows them, they stand there as they are. */
export function Toaster() {
  const items = useToasts((state) => state.items);
  const drop = useToasts((state) => state.drop);
  const place = useToasts((state) => state.place);
  const [begun, setBegun] = useState(false);
  if (items.length && !begun) setBegun(true);
  if (!begun) return null;
  return (
    <Boundary what="A message" fallback={<p role="alert">{items.map(({ text }) => text).join(' ')}</p>}>
      <Suspense>
        <Messages items={place ? items.slice(-1) : items} place={place} onDrop={drop} />
      </Suspense>
    </Boundary>
  );
}
