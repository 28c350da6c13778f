import { useState } from 'react';
import { cx } from './cx';
import { Icon } from './Icon';

/** A unit's transponder picture from /static; one that does not load shows the error style instead. */
export function UnitImage({
  transponder,
  className,
  alt = '',
}: {
  transponder: string | null;
  className?: string;
  alt?: string;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const broken = !transponder || failed === transponder;
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-sm bg-white',
        broken && 'image-error border border-dashed border-bad bg-well',
        className,
      )}>
      {broken ? (
        <span className="flex text-bad" title="Picture missing">
          <Icon name="close" size={14} />
        </span>
      ) : (
        <img
          src={`/static/${transponder.replace(/^\/?(static\/)?/, '')}`}
          alt={alt}
          className="size-full object-contain p-0.5"
          onError={() => setFailed(transponder)}
        />
      )}
    </span>
  );
}
