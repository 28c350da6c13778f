import { fields, flattened, list, number, point, points, text, type Action, type Fields } from '@/shared/battle-log';
import { distance, inches, type Point } from '@/shared/geometry';
import type { Graphic, GraphicKind } from '@/features/battle-map';
import { actionKind, readCombat } from './details';

/** Arrows that go nowhere are rings. */
const STILL = 0.05;

function arrow(kind: GraphicKind, from: Point | null, to: Point | null): Graphic[] {
  if (!from || !to) return [];
  return distance(from, to) < STILL ? [{ shape: 'ring', at: from }] : [{ shape: 'arrow', kind, from, to }];
}

/** Arrows stated by the entry itself: x, y, dx, dy in inches. A wrong one is logged and left out. */
function statedArrows(action: Action, raw: Fields, kind: GraphicKind): Graphic[] {
  return list(fields(raw.graphics).arrows).flatMap((each) => {
    const from = point(fields(each));
    const [dx, dy] = [number(fields(each).dx), number(fields(each).dy)];
    if (from && dx !== null && dy !== null)
      return arrow(kind, from, { x: inches(from.x + dx), y: inches(from.y + dy) });
    console.warn('Invalid arrow position', action.id, each);
    return [];
  });
}

function moved(action: Action, raw: Fields): Graphic[] {
  const from = point(raw.starting_position);
  const stated = statedArrows(action, raw, 'movement');
  const paths = list(raw.paths)
    .map(points)
    .filter((each) => each.length > 1)
    .map((each): Graphic => ({ shape: 'path', kind: 'movement', points: each }));
  const arrows = stated.length ? stated : arrow('movement', from, point(raw.ending_position));
  return [
    ...paths,
    ...(from && arrows.length
      ? [{ shape: 'ghost', at: from, label: `${text(raw.unit_name)} started here` } as const]
      : []),
    ...arrows,
  ];
}

function charged(action: Action, raw: Fields): Graphic[] {
  const stated = statedArrows(action, raw, 'charge');
  if (stated.length) return stated;
  const from = point(raw.start_location) ?? point(fields(raw.charging_unit).location);
  return arrow('charge', from, point(raw.end_location) ?? point(fields(raw.target_unit).location));
}

function shot(action: Action, raw: Fields): Graphic[] {
  const stated = statedArrows(action, raw, 'shooting');
  if (stated.length) return stated;
  const from = point(raw.attacker_location) ?? point(fields(raw.attacker_unit).location) ?? point(raw.location);
  return (readCombat(action)?.targets ?? []).flatMap((each) => arrow('shooting', from, each.location));
}

function fought(action: Action, raw: Fields): Graphic[] {
  const places = (readCombat(action)?.targets ?? []).map((each) => each.location).filter((each) => each !== null);
  const own = point(raw.location) ?? point(raw.attacker_location);
  return (places.length ? places : own ? [own] : []).map((at) => ({ shape: 'cross', at }));
}

/** What an opened entry draws on the map. An entry that should have a place and has none is logged. */
export function actionGraphics(action: Action): Graphic[] {
  const raw = flattened(action.raw);
  const kind = actionKind(action);
  const own = point(raw.location);
  const draw = { movement: moved, charge: charged, shooting: shot, combat: fought, battleshock: null, other: null }[
    kind
  ];
  if (!draw) return own ? [{ shape: 'ring', at: own }] : [];
  const graphics = draw(action, raw);
  if (!graphics.length && !own) console.warn('Invalid arrow position', action.id, raw.location ?? null);
  return graphics.length || !own ? graphics : [{ shape: 'ring', at: own }];
}
