import { memo } from 'react';

const RINGS = 13;
const POINTS = 48;

/** One contour line: a ring around the summit, bent by three slow waves so that neighbours never cross. */
function ring(index: number): string {
  const radius = 46 + index * 52;
  const places = Array.from({ length: POINTS }, (_, at) => {
    const angle = (at / POINTS) * 2 * Math.PI;
    const bend =
      1 +
      0.16 * Math.sin(angle * 2 + 0.6) +
      0.09 * Math.sin(angle * 3 + index * 0.13) +
      0.04 * Math.sin(angle * 5 - index * 0.2);
    return [820 + Math.cos(angle) * radius * bend * 1.35, 330 + Math.sin(angle) * radius * bend] as const;
  });
  const middle = (a: readonly [number, number], b: readonly [number, number]) =>
    `${((a[0] + b[0]) / 2).toFixed(0)} ${((a[1] + b[1]) / 2).toFixed(0)}`;
  const at = (index: number): readonly [number, number] => places[index % POINTS] ?? [0, 0];
  return `M${middle(at(POINTS - 1), at(0))}${places.map((place, index) => `Q${place[0].toFixed(0)} ${place[1].toFixed(0)} ${middle(place, at(index + 1))}`).join('')}Z`;
}

const LINES = Array.from({ length: RINGS }, (_, index) => ring(index));

/** The hill of the product's name, as a map draws it. Decoration only. */
export const Contours = memo(function Contours() {
  return (
    <svg className="contours" viewBox="0 0 1440 760" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {LINES.map((line, index) => (
        <path key={index} d={line} data-index={index % 4 === 0 || undefined} />
      ))}
    </svg>
  );
});
