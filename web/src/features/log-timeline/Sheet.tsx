import { Tabs } from 'radix-ui';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';

export interface SheetTab {
  id: string;
  title: string;
  content: ReactNode;
}

/** How far the sheet is pulled up: only its tabs, half, or over the map. */
type Height = 'low' | 'middle' | 'high';

const UP: Record<Height, Height> = { low: 'middle', middle: 'high', high: 'high' };
const DOWN: Record<Height, Height> = { low: 'low', middle: 'low', high: 'middle' };
const NEXT: Record<Height, Height> = { low: 'middle', middle: 'high', high: 'middle' };
const FLICK_PX = 30;

interface SheetProps {
  tabs: readonly SheetTab[];
  active: string;
  onActive: (id: string) => void;
}

/** A phone's panel below the map: pull it up or down by its handle, or press the handle. */
export function Sheet({ tabs, active, onActive }: SheetProps) {
  const [height, setHeight] = useState<Height>('middle');
  const start = useRef<number | null>(null);
  const released = (event: PointerEvent) => {
    const moved = start.current === null ? 0 : event.clientY - start.current;
    start.current = null;
    setHeight((now) => (moved < -FLICK_PX ? UP[now] : moved > FLICK_PX ? DOWN[now] : NEXT[now]));
  };
  const shown = tabs.find((each) => each.id === active) ?? tabs[0];
  const raise = () => setHeight((now) => (now === 'low' ? 'middle' : now));
  const choose = (id: string) => {
    onActive(id);
    raise();
  };
  return (
    <section className="sheet" data-height={height} aria-label="Panel">
      <button
        type="button"
        className="sheet-handle"
        aria-expanded={height === 'high'}
        aria-label={height === 'high' ? 'Lower the panel' : 'Raise the panel'}
        onPointerDown={(event) => {
          start.current = event.clientY;
          event.currentTarget.setPointerCapture?.(event.pointerId);
        }}
        onPointerUp={released}
        onClick={(event) => {
          if (event.detail === 0) setHeight((now) => NEXT[now]);
        }}>
        <span />
      </button>
      <Tabs.Root value={shown?.id} onValueChange={choose} className="flex min-h-0 flex-1 flex-col">
        <Tabs.List aria-label="Panel" className="grid shrink-0 grid-flow-col border-b border-line">
          {tabs.map((each) => (
            <Tabs.Trigger
              key={each.id}
              value={each.id}
              className="label min-h-11 border-b-2 border-transparent text-soft data-[state=active]:border-lamp data-[state=active]:text-lamp"
              onClick={raise}>
              {each.title}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map((each) => (
          <Tabs.Content
            key={each.id}
            value={each.id}
            className="sheet-panel flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">
            {each.content}
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </section>
  );
}
