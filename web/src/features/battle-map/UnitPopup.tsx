import { useLayoutEffect, useRef, useState } from 'react';
import { Attributes } from '@/features/unit-card';
import { statsOf, type Army, type BoardUnit } from '@/shared/battle-log';
import { toMapPoint, type Point } from '@/shared/geometry';
import { UnitImage } from '@/shared/ui';
import { pips } from './style';
import { mapToScreen, type Box, type ZoomState } from './view';

interface UnitPopupProps {
  unit: BoardUnit & { location: Point };
  army: Army | undefined;
  place: () => { box: Box; zoom: ZoomState } | null;
}

/** What hovering shows: name, transponder, and the sheet's first line. */
export function UnitPopup({ unit, army, place }: UnitPopupProps) {
  const own = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const seen = place();
    if (!seen || !own.current) return;
    const { x, y } = mapToScreen(seen.box, seen.zoom, toMapPoint(unit.location));
    const { offsetWidth, offsetHeight } = own.current;
    const left = x + 22 + offsetWidth > seen.box.width ? x - 22 - offsetWidth : x + 22;
    setAt({
      left: Math.max(4, left),
      top: Math.max(4, Math.min(seen.box.height - offsetHeight - 4, y - offsetHeight / 2)),
    });
    // Only when another unit is meant: the popup stays where it appeared.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [unit.id]);
  const left = pips(unit);
  const profile = statsOf(unit)?.profiles[0];
  return (
    <div ref={own} role="tooltip" className="unit-popup" style={at ?? { left: 0, top: 0, visibility: 'hidden' }}>
      <div className="flex items-center gap-3">
        <UnitImage transponder={unit.transponder} className="size-10" />
        <div className="min-w-0">
          <p className="truncate font-semibold">{unit.name}</p>
          <p className="text-xs text-soft">
            {army?.name ?? 'Army unknown'} · {left.left} of {left.most} {left.of}
          </p>
        </div>
      </div>
      {profile && (
        <div className="mt-2">
          <Attributes profile={profile} printed />
        </div>
      )}
    </div>
  );
}
