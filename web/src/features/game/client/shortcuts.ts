import type { RefObject } from 'react';

/** What a panel lets keys do: begin with the unit that is selected or comes next, advance it, let it hold its position,
 * finalize what stands on the map, end the phase. */
export type Shortcut = 'begin' | 'advance' | 'hold' | 'confirm' | 'end';
export type Offered = Partial<Record<Shortcut, (() => void) | undefined>>;

/** How long a press waits for its panel, which may still be loading. */
const LOADING_MS = 3000;

/** What the panels of a game let keys do. The panel that came last comes first. */
export class Shortcuts {
  private readonly offered: RefObject<Offered>[] = [];
  private awaited: { shortcut: Shortcut; until: number } | null = null;

  /** Offers what stands in `latest` until the returned function is called. */
  offer(latest: RefObject<Offered>): () => void {
    this.offered.unshift(latest);
    if (this.awaited && Date.now() < this.awaited.until) this.act(this.awaited.shortcut);
    return () => void this.offered.splice(this.offered.indexOf(latest), 1);
  }

  /** Does it, where a panel offers it now. */
  act(shortcut: Shortcut): boolean {
    const found = this.offered.map((each) => each.current[shortcut]).find((each) => each !== undefined);
    if (found) this.awaited = null;
    found?.();
    return found !== undefined;
  }

  /** Does it, or once a panel that is still loading offers it. */
  actSoon(shortcut: Shortcut): void {
    if (!this.act(shortcut)) this.awaited = { shortcut, until: Date.now() + LOADING_MS };
  }
}
