import { memo } from 'react';

const PATHS = {
  home: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9M10 19v-5h4v5',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8 5.5v13M16 5.5v13',
  next: 'M6 6l7 6-7 6zM17 6v12',
  back: 'M18 6l-7 6 7 6zM7 6v12',
  undo: 'M9 6 4.5 10.5 9 15M5 10.5h9.5a4.5 4.5 0 0 1 0 9H11',
  phaseNext: 'M5 6l6 6-6 6M13 6l6 6-6 6',
  phaseBack: 'M19 6l-6 6 6 6M11 6l-6 6 6 6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  ruler: 'M3 16 16 3l5 5L8 21zM7 12l2 2M10 9l3 3M13 6l2 2',
  close: 'M6 6l12 12M18 6 6 18',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M5 19l1.7-1.7M17.3 6.7 19 5',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  keys: 'M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M17 11h.01M8 14.5h8',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.6-5.6l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.6 5.6l1.2-1.2',
  refresh: 'M20 11a8 8 0 0 0-14-4.5L4 9M4 4v5h5M4 13a8 8 0 0 0 14 4.5L20 15M20 20v-5h-5',
  chevron: 'M7 10l5 5 5-5',
  move: 'M4 12h14M13 7l5 5-5 5',
  target: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v5M12 17v5M2 12h5M17 12h5',
  charge: 'M4 6l6 6-6 6M11 6l6 6-6 6M20 5v14',
  swords: 'M4 4l12 12M20 4 8 16M14 18l4-4M6 14l4 4M17 17l3 3M7 17l-3 3',
  shock: 'M13 3 6 13h5l-1 8 8-11h-5z',
  flag: 'M6 21V4M6 4h11l-2.5 4 2.5 4H6',
  pin: 'M12 21s6-6.4 6-11a6 6 0 0 0-12 0c0 4.6 6 11 6 11zM12 8v4',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
  dot: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  layers: 'M12 4 3 9l9 5 9-5zM3 14l9 5 9-5',
  upload: 'M12 16V5M7 9.5 12 4.5l5 5M4 19h16',
  chart: 'M4 20h16M7 20v-7M12 20V5M17 20V9.5',
  download: 'M12 4.5V16M7 11l5 5 5-5M4 19h16',
  menu: 'M4 7h16M4 12h16M4 17h16',
  show: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  hide: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM4 20 20 4',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5',
  trophy: 'M8 4h8v6a4 4 0 0 1-8 0zM8 5.5H4.5c0 4 1.5 5.5 3.5 5.5M16 5.5h3.5c0 4-1.5 5.5-3.5 5.5M12 14v4M8.5 20h7',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  logout: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  roster: 'M6 3.5h12v17H6zM9.5 8h5M9.5 12h5M9.5 16h3',
  battle: 'M3.5 6h17v12h-17zM3.5 12h17M9 6v12M15 6v12',
  camera: 'M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 10.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  dice: 'M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01',
  user: 'M12 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM5 20c.6-4 3.2-6 7-6s6.4 2 7 6',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  check: 'M5 12.5 10 17.5 19.5 7',
  external: 'M13.5 4.5h6v6M19.5 4.5 11 13M10 6H5v13h13v-5',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6',
  edit: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5',
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  name: IconName;
  size?: number;
  className?: string;
}

/** A line icon in the text's colour; it never carries meaning alone. */
export const Icon = memo(function Icon({ name, size = 18, className }: IconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
});

/** The product's mark: high ground under a lamp. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <span className="flex items-center gap-2">
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
        <path
          d="M3 25 12 10l4.5 7.5L20 13l9 12z"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinejoin="round"
        />
        <circle cx="22.5" cy="6.5" r="2.6" fill="var(--lamp)" />
      </svg>
      {!compact && <span className="label text-base tracking-[0.16em]">Highground</span>}
    </span>
  );
}
