import { useEffect, useRef } from 'react';

/** What a panel lets keys do: begin with the unit that is selected or comes next, advance it, let it hold its position,
 * finalize what stands on the map, end the phase. */
export type Deed = 'begin' | 'advance' | 'hold' | 'confirm' | 'end';
export type Deeds = Partial<Record<Deed, (() => void) | undefined>>;

const offered: { current: Deeds }[] = [];

/** While the panel is there, keys of the map do this. The panel that came last comes first. */
export function useDeeds(deeds: Deeds): void {
  const latest = useRef(deeds);
  useEffect(() => {
    latest.current = deeds;
  });
  useEffect(() => {
    offered.unshift(latest);
    return () => {
      offered.splice(offered.indexOf(latest), 1);
    };
  }, []);
}

/** Does it, where a panel offers it now. */
export function doDeed(deed: Deed): boolean {
  const act = offered.map((each) => each.current[deed]).find((each) => each !== undefined);
  act?.();
  return act !== undefined;
}
