import { inches, type Inches, type Point } from '@/shared/geometry';
import type { Fields } from './types';

/** Reading of JSON that nobody has checked: wrong shapes become null, empty or a default, never an exception. */

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const fields = (value: unknown): Fields => (isFields(value) ? value : {});
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function number(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const parsed = Number.parseFloat(value);
  return Number.isFinite(parsed) ? parsed : null;
}

export const measure = (value: unknown): Inches | null => {
  const found = number(value);
  return found === null ? null : inches(found);
};

/** [x, y], or {x, y}, in inches. */
export function point(value: unknown): Point | null {
  const [a, b] = isFields(value) ? [value.x, value.y] : list(value);
  const x = typeof a === 'number' ? measure(a) : null;
  const y = typeof b === 'number' ? measure(b) : null;
  return x === null || y === null ? null : { x, y };
}

export const points = (value: unknown): Point[] =>
  list(value)
    .map(point)
    .filter((each) => each !== null);

/** The fields of an entry with those nested in `details` (once or twice) merged under its own. */
export function flattened(raw: Fields): Fields {
  const outer = fields(raw.details);
  const inner = fields(outer.details);
  const own = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null && value !== undefined));
  return { ...inner, ...outer, ...own };
}
