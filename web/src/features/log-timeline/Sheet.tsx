import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { cx } from '@/shared/ui';

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
      <div role="tablist" aria-label="Panel" className="grid shrink-0 grid-flow-col border-b border-line">
        {tabs.map((each) => (
          <button
            key={each.id}
            id={`tab-${each.id}`}
            type="button"
            role="tab"
            aria-selected={each.id === shown?.id}
            aria-controls="sheet-panel"
            className={cx(
              'label min-h-11 border-b-2',
              each.id === shown?.id ? 'border-lamp text-lamp' : 'border-transparent text-soft',
            )}
            onClick={() => {
              onActive(each.id);
              if (height === 'low') setHeight('middle');
            }}>
            {each.title}
          </button>
        ))}
      </div>
      <div
        id="sheet-panel"
        role="tabpanel"
        aria-labelledby={`tab-${shown?.id}`}
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">
        {shown?.content}
      </div>
    </section>
  );
}
