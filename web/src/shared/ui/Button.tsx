import type { AnchorHTMLAttributes, ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from './cx';
import { Icon, type IconName } from './Icon';

export type ButtonTone = 'primary' | 'plain' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'large';

const TONES: Record<ButtonTone, string> = {
  primary: 'bg-lamp text-on-lamp not-disabled:hover:brightness-110',
  plain: 'border border-line-strong text-ink not-disabled:hover:bg-raised',
  quiet: 'text-soft not-disabled:hover:bg-raised not-disabled:hover:text-ink',
  danger: 'border border-bad text-bad not-disabled:hover:bg-bad not-disabled:hover:text-table',
};

const SIZES: Record<ButtonSize, string> = {
  normal: 'min-h-9 px-3 coarse:min-h-11',
  large: 'min-h-12 px-6 text-base',
};

const look = (tone: ButtonTone, size: ButtonSize, className?: string): string =>
  cx(
    'label inline-flex cursor-pointer items-center justify-center gap-2 rounded-sm text-center transition-colors duration-(--swift) disabled:cursor-not-allowed disabled:opacity-55',
    SIZES[size],
    TONES[tone],
    className,
  );

interface Look {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: IconName;
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** What it does is under way: it cannot be pressed again, and says so. */
  busy?: boolean;
}

/** A text button. Lamplight (`primary`) marks the one thing to do now. */
export function Button({
  tone = 'plain',
  size = 'normal',
  icon,
  busy = false,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={look(tone, size, className)}>
      {busy ? <span className="busy-mark" aria-hidden="true" /> : icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  );
}

interface LinkButtonProps extends LinkProps, Look {}

/** A link within the app that looks like a button. */
export function LinkButton({ tone = 'plain', size = 'normal', icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={look(tone, size, className)}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </Link>
  );
}

interface AnchorButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement>, Look {
  children: ReactNode;
}

/** A link that the browser follows itself (the server's own addresses, other sites), looking like a button. */
export function AnchorButton({
  tone = 'plain',
  size = 'normal',
  icon,
  className,
  children,
  ...rest
}: AnchorButtonProps) {
  return (
    <a {...rest} className={look(tone, size, className)}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </a>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconName;
  label: string;
  pressed?: boolean;
  /** Lamplight: the one thing to do now. */
  lit?: boolean;
}

/** A button that is an icon; its label is read and shown as a title. */
export function IconButton({ icon, label, pressed, lit = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
      className={cx(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-sm transition-colors duration-(--swift) disabled:opacity-45 coarse:size-11',
        lit ? TONES.primary : pressed ? 'bg-lamp-soft text-lamp' : 'text-soft hover:bg-raised hover:text-ink',
        className,
      )}>
      <Icon name={icon} />
    </button>
  );
}
