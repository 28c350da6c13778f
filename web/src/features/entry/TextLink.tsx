import { Link, type LinkProps } from 'react-router';
import { cx } from '@/shared/ui';

/** A link within a sentence. */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={cx(
        'rounded-sm text-ink underline decoration-line-strong underline-offset-4 hover:decoration-lamp coarse:inline-flex coarse:min-h-11 coarse:items-center',
        className,
      )}
    />
  );
}
