import type { ReactNode } from 'react';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** A small drawn key before the label, such as an army's mark. */
  mark?: ReactNode;
}

/** A labelled checkbox; the whole row is the target. */
export function Checkbox({ label, checked, onChange, mark }: CheckboxProps) {
  return (
    <label className="flex min-h-7 cursor-pointer items-center gap-2.5 rounded-sm px-1 text-sm hover:bg-raised coarse:min-h-11">
      <input
        type="checkbox"
        className="size-4 accent-(--lamp)"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {mark}
      <span className="min-w-0 truncate">{label}</span>
    </label>
  );
}
