import { Landing } from '@/features/landing';
import { LinkButton } from '@/shared/ui';

/** An address that leads nowhere: it says so, and shows the front page below. */
export function NowherePage() {
  return (
    <>
      <title>There is no such page · Highground</title>
      <section aria-labelledby="nowhere-title" className="border-b border-line bg-panel px-(--gutter) py-8">
        <div className="mx-auto flex max-w-(--measure) flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <div>
            <h2 id="nowhere-title" className="headline">
              There is no page at this address
            </h2>
            <p className="mt-2 text-soft">The link may lack a letter, or the page has moved.</p>
          </div>
          <LinkButton to="/" tone="primary" size="large">
            Home
          </LinkButton>
        </div>
      </section>
      <Landing />
    </>
  );
}
