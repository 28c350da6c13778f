import { createContext, use, useId, useState, type ComponentProps, type ReactNode } from 'react';
import { IconButton } from './Button';
import { cx } from './cx';
import { Icon } from './Icon';

interface FieldLinks {
  id: string;
  described: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<FieldLinks | null>(null);

interface FieldProps {
  label: ReactNode;
  /** What to write, before anything went wrong. */
  hint?: ReactNode;
  /** A sentence that says what would make it right; it stands under the input. */
  error?: string | null;
  /** At the end of the label's line, such as a link. */
  aside?: ReactNode;
  /** The label is read but not shown. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
}

/** A label, a hint and an error around one Input, Textarea or Select, which find their ids by themselves. */
export function Field({ label, hint, error, aside, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const parts = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  const links = { id, described: parts.join(' ') || undefined, invalid: Boolean(error) };
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-3', hideLabel && !aside && 'sr-only')}>
        <label htmlFor={id} className={cx('label text-soft', hideLabel && 'sr-only')}>
          {label}
        </label>
        {aside && <span className="text-sm">{aside}</span>}
      </div>
      <FieldContext value={links}>{children}</FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex gap-1.5 text-sm text-bad">
          <span aria-hidden="true">✕</span>
          {error}
        </p>
      )}
    </div>
  );
}

const BOX =
  'w-full min-w-0 rounded-sm border bg-well px-3 text-base text-ink placeholder:text-faint transition-colors duration-(--swift) not-disabled:hover:border-faint disabled:cursor-not-allowed disabled:opacity-55';

function useLinks({
  id,
  describedBy,
  invalid,
}: {
  id: string | undefined;
  describedBy: string | undefined;
  invalid: ComponentProps<'input'>['aria-invalid'];
}) {
  const links = use(FieldContext);
  return {
    id: id ?? links?.id,
    'aria-describedby': describedBy ?? links?.described,
    'aria-invalid': invalid ?? (links?.invalid || undefined),
  };
}

const edge = (invalid: unknown): string => (invalid ? 'border-bad' : 'border-line-strong');

/** A line of text. Takes a ref, so that react-hook-form's `register` fits. */
export function Input({
  id,
  className,
  'aria-describedby': describedBy,
  'aria-invalid': invalid,
  ...rest
}: ComponentProps<'input'>) {
  const links = useLinks({ id, describedBy, invalid });
  return <input type="text" {...rest} {...links} className={cx(BOX, 'h-11', edge(links['aria-invalid']), className)} />;
}

/** A password, with a button that shows what was typed. */
export function PasswordInput({ className, ...rest }: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  return (
    <span className="relative block">
      <Input {...rest} type={shown ? 'text' : 'password'} className={cx('pr-12', className)} />
      <IconButton
        icon={shown ? 'hide' : 'show'}
        label={shown ? 'Hide the password' : 'Show the password'}
        className="absolute top-0 right-0 size-11"
        onClick={() => setShown(!shown)}
      />
    </span>
  );
}

export function Textarea({
  id,
  className,
  'aria-describedby': describedBy,
  'aria-invalid': invalid,
  ...rest
}: ComponentProps<'textarea'>) {
  const links = useLinks({ id, describedBy, invalid });
  return (
    <textarea rows={4} {...rest} {...links} className={cx(BOX, 'py-2.5', edge(links['aria-invalid']), className)} />
  );
}

/** The browser's own choice list in the kit's dress: best by keyboard and by thumb. */
export function Select({
  id,
  className,
  children,
  'aria-describedby': describedBy,
  'aria-invalid': invalid,
  ...rest
}: ComponentProps<'select'>) {
  const links = useLinks({ id, describedBy, invalid });
  return (
    <span className={cx('relative block', className)}>
      <select
        {...rest}
        {...links}
        className={cx(BOX, 'h-11 cursor-pointer appearance-none pr-10', edge(links['aria-invalid']))}>
        {children}
      </select>
      <Icon
        name="chevron"
        size={16}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-faint"
      />
    </span>
  );
}
