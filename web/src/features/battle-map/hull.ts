import type { Point } from '@/shared/geometry';

const cross = (o: Point, a: Point, b: Point): number => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

function chain(points: readonly Point[]): Point[] {
  const hull: Point[] = [];
  for (const each of points) {
    let [before, last] = hull.slice(-2);
    while (before && last && cross(before, last, each) <= 0) {
      hull.pop();
      [before, last] = hull.slice(-2);
    }
    hull.push(each);
  }
  return hull.slice(0, -1);
}

/** Convex hull (Andrew's monotone chain); two points give a line, one a dot. */
export function convexHull(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points];
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  return [...chain(sorted), ...chain(sorted.reverse())];
}
