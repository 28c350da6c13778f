import { Link, Outlet } from 'react-router';
import { Logo } from '@/shared/ui';

const LINKS = [
  ['Demo battle', '/shared/demo/logs'],
  ['Read a roster', '/upload_list'],
  ['Supplies', '/supplies'],
  ['Blog', '/blog'],
  ['Terms', '/terms'],
  ['Privacy', '/privacy'],
] as const;

const THIS_YEAR = new Date().getFullYear();

/** Pages that end in the footer, below the public bar. */
export function FootedPages() {
  return (
    <>
      <div className="flex flex-1 flex-col">
        <Outlet />
      </div>
      <footer className="border-t border-line bg-well px-(--gutter) py-10">
        <div className="mx-auto flex max-w-(--measure) flex-col gap-6">
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
            <Logo />
            <nav aria-label="Footer">
              <ul className="label flex flex-wrap gap-x-2 text-soft">
                {LINKS.map(([text, to]) => (
                  <li key={to}>
                    <Link to={to} className="flex min-h-11 items-center rounded-sm px-2 hover:text-ink">
                      {text}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
          <div className="flex flex-col gap-2 text-sm text-faint">
            <p>© 2024–{THIS_YEAR} Highground</p>
            <p className="max-w-3xl">
              Highground is not affiliated with, endorsed by or sponsored by any publisher of games or any maker of list
              builders. Names of other products only say which files can be read, and belong to their owners.
            </p>
          </div>
        </div>
      </footer>
    </>
  );
}
