import { describe, expect, test, vi } from 'vitest';

const { readFileSync } = await vi.importActual<{ readFileSync: (path: string, encoding: 'utf8') => string }>('node:fs');

type Triple = readonly [number, number, number];

/** Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB. */
const SEEN_WITH: Record<string, readonly [Triple, Triple, Triple]> = {
  'full colour': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const TO_XYZ: readonly [Triple, Triple, Triple] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE: Triple = [0.95047, 1, 1.08883];

const times = (matrix: readonly [Triple, Triple, Triple], [x, y, z]: Triple): Triple => {
  const [a, b, c] = matrix.map((row) => row[0] * x + row[1] * y + row[2] * z) as [number, number, number];
  return [a, b, c];
};

const linear = (hex: string): Triple => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return [r, g, b];
};

function lab(rgb: Triple): Triple {
  const cut = rgb.map((each) => Math.min(1, Math.max(0, each))) as [number, number, number];
  const [x, y, z] = times(TO_XYZ, cut).map((each, axis) => {
    const share = each / WHITE[axis]!;
    return share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116;
  }) as [number, number, number];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIE76: 2.3 is just to be seen, 10 at a glance. */
const difference = (one: string, other: string, sight: string): number => {
  const [a, b] = [one, other].map((each) => lab(times(SEEN_WITH[sight]!, linear(each)))) as [Triple, Triple];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
};

const css = readFileSync('src/app/styles.css', 'utf8');

function tokens(theme: string): (name: string) => string {
  const start = css.indexOf(theme === 'light' ? ":root[data-theme='light'] {" : ':root {');
  const rules = css.slice(start, css.indexOf('\n}', start));
  return (name) => {
    const found = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(rules)?.[1];
    if (!found) throw new Error(`${theme} has no --${name}`);
    return found;
  };
}

const PAIRS = [
  ['blue', 'red', 15],
  ['blue', 'lamp', 15],
  ['red', 'lamp', 15],
  ['sight', 'blind', 10],
  ['good', 'bad', 10],
] as const;

describe.each(['dark', 'light'])('in the %s theme', (theme) => {
  const colour = tokens(theme);
  test.each(Object.keys(SEEN_WITH))('armies, accent and signals stay different with %s', (sight) => {
    for (const [one, other, least] of PAIRS)
      expect(difference(colour(one), colour(other), sight), `${one} and ${other}`).toBeGreaterThan(least);
  });
});

test('the measure itself knows black from white and a colour from itself', () => {
  expect(difference('#000000', '#ffffff', 'full colour')).toBeCloseTo(100, 1);
  expect(difference('#6ea8ff', '#6ea8ff', 'deuteranopia')).toBe(0);
  // Without cones for red, this red and this green are nearly one.
  expect(difference('#a04040', '#5a5a3c', 'protanopia')).toBeLessThan(
    difference('#a04040', '#5a5a3c', 'full colour') / 2,
  );
});
