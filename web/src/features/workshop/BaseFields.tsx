import type { ModelChange } from '@/shared/api';
import { Choice, NumberField } from './fields';

type Base = Pick<ModelChange, 'base_mm' | 'length_mm' | 'rectangular'>;
type Shape = 'round' | 'oval' | 'rectangular';

interface Props<T extends Base> {
  row: T;
  /** Whether nothing need be said of it. */
  open?: boolean;
  onChange: (row: T) => void;
}

const SHAPES = [
  { value: 'round', label: 'round' },
  { value: 'oval', label: 'oval' },
  { value: 'rectangular', label: 'rectangular' },
];
const AS_IT_IS = { value: '', label: 'as it is' };
/** Width and length that a shape begins with. */
const FIRST: Record<Shape, readonly [number, number]> = { round: [32, 32], oval: [42, 75], rectangular: [80, 115] };

/** A length says that a base is not round: one that is being typed is 0 until it is a number. */
function shapeOf({ base_mm, length_mm, rectangular }: Base): Shape | '' {
  if (rectangular) return 'rectangular';
  if (typeof length_mm === 'number') return 'oval';
  return typeof base_mm === 'number' ? 'round' : '';
}

/** The row without a base, or with one of that shape, as wide and as long as before where that was said. */
function shaped<T extends Base>(row: T, shape: string): T {
  const rest = { ...row, base_mm: undefined, length_mm: undefined, rectangular: undefined };
  if (shape !== 'round' && shape !== 'oval' && shape !== 'rectangular') return rest;
  const [width, length] = FIRST[shape];
  const base_mm = row.base_mm ?? width;
  if (shape === 'round') return { ...rest, base_mm };
  const length_mm = row.length_mm ?? Math.max(length, base_mm);
  return { ...rest, base_mm, length_mm, ...(shape === 'rectangular' && { rectangular: true }) };
}

/** The base of miniatures: its shape and its size in millimetres. */
export function BaseFields<T extends Base>({ row, open = false, onChange }: Props<T>) {
  const shape = shapeOf(row);
  const size = (field: 'base_mm' | 'length_mm', label: string) => (
    <NumberField
      label={label}
      value={row[field] === 0 ? undefined : row[field]}
      onChange={(value) => onChange({ ...row, [field]: typeof value === 'number' ? value : 0 })}
    />
  );
  return (
    <div className="col-span-3 grid grid-cols-[1.6fr_1fr_1fr] items-end gap-3 sm:grid-cols-3">
      <Choice
        label="Base"
        options={open ? [AS_IT_IS, ...SHAPES] : SHAPES}
        value={shape}
        onChange={(next) => onChange(shaped(row, next))}
      />
      {shape === 'round' && size('base_mm', 'Base, mm')}
      {shape && shape !== 'round' && size('base_mm', 'Width, mm')}
      {shape && shape !== 'round' && size('length_mm', 'Length, mm')}
    </div>
  );
}
