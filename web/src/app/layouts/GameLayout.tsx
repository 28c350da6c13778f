import { Outlet } from 'react-router';

/** The game view's frame: the whole screen for the battle, neither bar nor sidebar. */
export function GameLayout() {
  return (
    <div className="flex min-h-dvh flex-col [--bar:0rem]">
      <Outlet />
    </div>
  );
}
