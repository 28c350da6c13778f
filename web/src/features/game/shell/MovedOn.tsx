import { useStore } from 'zustand';
import { Button } from '@/shared/ui';
import { useClient } from '../client/context';

/** The last call came too late: somebody else, or another window, had answered. What happened meanwhile, newest last. */
export function MovedOn() {
  const client = useClient();
  const missed = useStore(client.known, (known) => known.missed);
  if (!missed) return null;
  return (
    <section
      role="alert"
      aria-labelledby="moved-on"
      className="flex flex-col gap-2 border-l-2 border-lamp bg-well px-4 py-3">
      <h2 id="moved-on" className="font-semibold">
        The battle moved on.
      </h2>
      <p className="text-soft">
        Your choice was not taken: somebody answered before you.{' '}
        {missed.length ? 'Since then:' : 'You see it as it is now.'}
      </p>
      {missed.length > 0 && (
        <ol className="flex max-h-48 flex-col gap-1 overflow-y-auto text-sm" tabIndex={0} aria-label="What happened">
          {missed.map((each, index) => (
            <li key={index} className="wrap-anywhere">
              {each}
            </li>
          ))}
        </ol>
      )}
      <Button className="min-h-11 self-start" onClick={() => client.dismissMissed()}>
        Understood
      </Button>
    </section>
  );
}
