import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { useLogout, useSession } from '@/shared/session';
import { cx, Icon, IconButton, LinkButton, Logo, ThemeToggle, type IconName } from '@/shared/ui';
import { layoutTitle } from './titles';
import { useFolded } from './useFolded';
import { useHeading } from './useHeading';
import { useMenu } from './useMenu';
import { useScroll } from './useScroll';

interface Item {
  to: string;
  text: string;
  icon: IconName;
}

const GROUPS: readonly { title: string; items: readonly Item[] }[] = [
  { title: 'GENERAL', items: [{ to: '/user_page', text: 'Home', icon: 'home' }] },
  {
    title: 'GAME MENU',
    items: [
      { to: '/user_page', text: 'Dashboard', icon: 'layers' },
      { to: '/games', text: 'Games', icon: 'battle' },
      { to: '/rosters', text: 'Rosters', icon: 'roster' },
      { to: '/logs', text: 'Logs', icon: 'list' },
      { to: '/achievements', text: 'Achievements', icon: 'trophy' },
      { to: '/settings', text: 'Settings', icon: 'settings' },
    ],
  },
];

/** Pages whose map needs the width that the sidebar would take. */
const isMapPage = (path: string): boolean => /^\/(logs|games\/[^/]+\/logs)\/?$/.test(path);

/** The signed-in layout: a sidebar beside the page, which folds to a rail; on small screens a menu under the header. */
export function UserLayout() {
  const { pathname } = useLocation();
  const { open, toggle, close, button, frame } = useMenu();
  const [folded, toggleFolded] = useFolded(isMapPage(pathname));
  useScroll();
  useHeading();
  return (
    <div className="flex min-h-dvh flex-col [--bar:calc(3.5rem+1px)] lg:flex-row">
      <a
        href="#page"
        className="skip label"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('page')?.focus();
        }}>
        Skip to the page
      </a>
      <Sidebar folded={folded} onFold={toggleFolded} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header ref={frame} className="sticky top-0 z-30 border-b border-line bg-table">
          <div className="flex h-14 items-center gap-3 px-4 lg:px-8">
            <Link to="/user_page" aria-label="Highground, home" className="flex size-11 items-center lg:hidden">
              <Logo compact />
            </Link>
            <p className="label truncate text-base text-soft">{layoutTitle(pathname)}</p>
            <div className="ml-auto flex items-center gap-1">
              <Person />
              <ThemeToggle />
              <IconButton
                ref={button}
                icon={open ? 'close' : 'menu'}
                label={open ? 'Close the menu' : 'Open the menu'}
                aria-expanded={open}
                aria-controls="user-menu"
                className="size-11 lg:hidden"
                onClick={toggle}
              />
            </div>
          </div>
          <nav
            id="user-menu"
            aria-label="Menu"
            hidden={!open}
            className="max-h-[calc(100dvh-3.5rem)] overflow-y-auto border-t border-line px-2 pb-3 lg:hidden">
            <MenuItems onChoose={close} />
          </nav>
        </header>
        <div id="page" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          <Outlet />
        </div>
      </div>
    </div>
  );
}

function Sidebar({ folded, onFold }: { folded: boolean; onFold: () => void }) {
  return (
    <aside
      aria-label="Sidebar"
      className={cx(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-r border-line bg-well lg:flex',
        folded ? 'w-16' : 'w-56',
      )}>
      <Link
        to="/user_page"
        aria-label="Highground, home"
        className={cx('flex h-14 shrink-0 items-center border-b border-line', folded ? 'justify-center' : 'px-5')}>
        <Logo compact={folded} />
      </Link>
      <nav aria-label="Main" className="flex-1 overflow-y-auto p-2">
        <MenuItems folded={folded} />
      </nav>
      <div className={cx('flex border-t border-line p-2', folded && 'justify-center')}>
        <IconButton
          icon="chevron"
          label={folded ? 'Unfold the sidebar' : 'Fold the sidebar'}
          className={cx('size-11', folded ? '-rotate-90' : 'rotate-90')}
          onClick={onFold}
        />
      </div>
    </aside>
  );
}

function Person() {
  const { user, status } = useSession();
  if (status === 'out') return <LinkButton to="/login">LOGIN</LinkButton>;
  return user && <span className="hidden max-w-48 truncate px-2 text-sm text-soft sm:block">{user.displayName}</span>;
}

const ROW =
  'label flex min-h-11 w-full items-center gap-3 rounded-sm px-3 transition-colors duration-(--swift) hover:bg-raised';

function MenuItems({ folded = false, onChoose }: { folded?: boolean; onChoose?: () => void }) {
  return GROUPS.map((group) => (
    <div key={group.title} className="mt-3">
      {/* No heading: the page's own is the first. */}
      <p className={cx('label px-3 pb-1 text-xs text-faint', folded && 'sr-only')}>{group.title}</p>
      <ul aria-label={group.title}>
        {group.items.map((item) => (
          <li key={item.text}>
            <MenuLink item={item} folded={folded} marked={group.title === 'GAME MENU'} onChoose={onChoose} />
          </li>
        ))}
        {group.title === 'GAME MENU' && (
          <li>
            <Logout folded={folded} />
          </li>
        )}
      </ul>
    </div>
  ));
}

interface MenuLinkProps {
  item: Item;
  folded: boolean;
  marked: boolean;
  onChoose: (() => void) | undefined;
}

/** Two items lead to the dashboard; only the game menu's marks where one is. */
function MenuLink({ item, folded, marked, onChoose }: MenuLinkProps) {
  return (
    <NavLink
      to={item.to}
      end
      title={folded ? item.text : undefined}
      onClick={onChoose}
      className={({ isActive }) =>
        cx(
          ROW,
          folded && 'justify-center px-0',
          marked && isActive ? 'bg-lamp-soft text-lamp' : 'text-soft hover:text-ink',
        )
      }>
      <Icon name={item.icon} />
      <span className={folded ? 'sr-only' : undefined}>{item.text}</span>
    </NavLink>
  );
}

function Logout({ folded }: { folded: boolean }) {
  const logout = useLogout();
  const status = useSession((state) => state.status);
  if (status === 'out') return null;
  return (
    <button
      type="button"
      title={folded ? 'Logout' : undefined}
      className={cx(ROW, 'text-soft hover:text-ink', folded && 'justify-center px-0')}
      onClick={() => void logout()}>
      <Icon name="logout" />
      <span className={folded ? 'sr-only' : undefined}>Logout</span>
    </button>
  );
}
