import { NavLink, Outlet } from 'react-router';
import { Icon, Logo, ThemeToggle, type IconName } from '@/shared/ui';

const GROUPS: { title: string; items: { to: string; text: string; icon: IconName }[] }[] = [
  { title: 'GENERAL', items: [{ to: '/', text: 'Home', icon: 'home' }] },
  {
    title: 'GAME MENU',
    items: [
      { to: '/logs', text: 'Logs', icon: 'list' },
      { to: '/shared/demo/logs', text: 'Demo battle', icon: 'play' },
    ],
  },
];

/** The signed-in layout: a narrow rail beside the page (a bar above it on a phone). */
export function UserLayout() {
  return (
    <div className="flex min-h-dvh flex-col [--bar:3rem] lg:flex-row lg:[--bar:0rem]">
      <aside className="flex h-12 shrink-0 items-center border-b border-line px-2 lg:h-auto lg:w-16 lg:flex-col lg:border-r lg:border-b-0 lg:px-0 lg:py-2">
        <NavLink to="/" aria-label="Highground, home" className="flex size-11 items-center justify-center rounded-sm"><Logo compact /></NavLink>
        <nav aria-label="Main" className="ml-auto flex lg:mt-4 lg:ml-0 lg:flex-col">
          {GROUPS.map((group) => (
            <ul key={group.title} aria-label={group.title} className="flex lg:flex-col">
              {group.items.map((item) => (
                <li key={item.to}>
                  <NavLink to={item.to} className="flex size-11 flex-col items-center justify-center gap-0.5 rounded-sm text-faint hover:text-ink aria-[current=page]:text-lamp lg:size-14" aria-label={item.text}>
                    <Icon name={item.icon} />
                    <span aria-hidden="true" className="figure hidden text-xs lg:block">{item.text.split(' ')[0]}</span>
                  </NavLink>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <div className="lg:mt-auto"><ThemeToggle /></div>
      </aside>
      <div className="flex min-w-0 flex-1 flex-col"><Outlet /></div>
    </div>
  );
}
