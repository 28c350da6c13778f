import { Link, Outlet, useLocation } from 'react-router';
import { useSession } from '@/shared/session';
import { cx, IconButton, LinkButton, Logo, ThemeToggle } from '@/shared/ui';
import { useHeading } from './useHeading';
import { useMenu } from './useMenu';
import { useScroll } from './useScroll';

const ITEMS = [
  ['Home', '/'],
  ['About Us', '/#about-us'],
  ['Compatibility', '/#compatibility'],
  ['Battle Reports', '/#battle-reports'],
  ['Supplies', '/supplies'],
  ['Blog', '/blog'],
  ['Sign Up', '/signup'],
] as const;

/** The public layout: a bar above the page that stays while it scrolls. On a small screen its items fold into a menu. */
export function SplashLayout() {
  const { open, toggle, close, button, frame } = useMenu();
  const known = useSession((state) => state.status !== 'out');
  useScroll();
  useHeading();
  return (
    <div className="flex min-h-dvh flex-col [--bar:calc(3.5rem+1px)]">
      <a
        href="#page"
        className="skip label"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('page')?.focus();
        }}>
        Skip to the page
      </a>
      <header ref={frame} className="sticky top-0 z-30 border-b border-line bg-table">
        <div className="mx-auto flex min-h-14 flex-wrap max-w-[calc(var(--measure)+2*var(--gutter))] items-center gap-2 px-(--gutter)">
          <HomeLink known={known} />
          <nav aria-label="Main" className="ml-auto hidden lg:block">
            <MenuItems known={known} />
          </nav>
          <div className="ml-auto flex flex-wrap items-center justify-end gap-1 lg:ml-4">
            <ThemeToggle />
            {known ? (
              <LinkButton to="/user_page" className="px-4">
                Your games
              </LinkButton>
            ) : (
              <LinkButton to="/login" className="px-4">
                LOGIN
              </LinkButton>
            )}
            <IconButton
              ref={button}
              icon={open ? 'close' : 'menu'}
              label={open ? 'Close the menu' : 'Open the menu'}
              aria-expanded={open}
              aria-controls="splash-menu"
              className="size-11 lg:hidden"
              onClick={toggle}
            />
          </div>
        </div>
        <nav
          id="splash-menu"
          aria-label="Menu"
          hidden={!open}
          className="max-h-[calc(100dvh-3.5rem)] overflow-y-auto border-t border-line px-2 pb-3 lg:hidden">
          <MenuItems known={known} tall onChoose={close} />
        </nav>
      </header>
      <div id="page" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <Outlet />
      </div>
    </div>
  );
}

/** Where the bar would be two rows high, the mark alone: on a narrow phone, or with large letters. */
const HomeLink = ({ known }: { known: boolean }) => (
  <Link to="/" aria-label="Highground, home" className="flex min-h-11 items-center rounded-sm pr-2">
    <span className={known ? 'max-[24rem]:hidden' : 'max-[21rem]:hidden'}>
      <Logo />
    </span>
    <span className={cx('hidden', known ? 'max-[24rem]:block' : 'max-[21rem]:block')}>
      <Logo compact />
    </span>
  </Link>
);

/** `known`: somebody is signed in, and needs no account. */
function MenuItems({ known, tall = false, onChoose }: { known: boolean; tall?: boolean; onChoose?: () => void }) {
  const { pathname, hash } = useLocation();
  const here = (to: string): boolean => to === pathname + hash;
  return (
    <ul className={cx('label flex text-soft', tall ? 'flex-col' : 'items-center')}>
      {ITEMS.filter(([, to]) => !known || to !== '/signup').map(([text, to]) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={here(to) ? 'page' : undefined}
            onClick={onChoose}
            className={cx(
              'flex min-h-11 items-center rounded-sm px-3 transition-colors duration-(--swift) hover:text-ink',
              here(to) && 'text-lamp',
              tall && 'min-h-12 text-base hover:bg-raised',
            )}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
