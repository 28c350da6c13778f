import { useId } from 'react';
import './range-slider.css';

interface RangeSliderProps {
  label: string;
  /** Position, from 1 to `count`. */
  value: number;
  count: number;
  /** What the position is called, such as "Round 2". */
  text: string;
  /** Short names under the detents. */
  ticks?: readonly string[];
  onChange: (value: number) => void;
}

/** A slider with detents. Native, so that arrows, Home and End work everywhere. */
export function RangeSlider({ label, value, count, text, ticks, onChange }: RangeSliderProps) {
  const id = useId();
  const last = Math.max(count, 1);
  const share = last === 1 ? 1 : (value - 1) / (last - 1);
  return (
    <div className="range-slider">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="label text-soft">
          {label}
        </label>
        <output htmlFor={id} className="figure truncate text-base text-ink">
          {text}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={1}
        max={last}
        step={1}
        value={value}
        disabled={count < 1}
        aria-valuetext={text}
        style={{ '--share': share }}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      {ticks && (
        <div className="ticks figure" aria-hidden="true">
          {ticks.map((tick, index) => (
            <span key={`${tick}-${index}`} data-on={index + 1 === value || undefined}>
              {tick}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
