import { Link, Outlet } from 'react-router';
import { Logo, ThemeToggle } from '@/shared/ui';

/** The public layout: a slim bar above the page. */
export function SplashLayout() {
  return (
    <div className="flex min-h-dvh flex-col [--bar:3rem]">
      <header className="flex h-12 shrink-0 items-center gap-4 border-b border-line px-4">
        <Link to="/" className="flex items-center gap-2 rounded-sm py-2"><Logo /></Link>
        <nav aria-label="Main" className="label ml-auto flex items-center gap-1 text-soft">
          <Link className="flex min-h-11 items-center rounded-sm px-2 hover:text-ink" to="/shared/demo/logs">Demo</Link>
          <Link className="flex min-h-11 items-center rounded-sm px-2 hover:text-ink" to="/logs">Logs</Link>
          <ThemeToggle />
        </nav>
      </header>
      <Outlet />
    </div>
  );
}
