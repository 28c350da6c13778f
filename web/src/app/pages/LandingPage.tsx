import { Link } from 'react-router';
import { Landing } from '@/features/landing';

export function LandingPage() {
  return (
    <Landing>
      <title>Highground</title>
      <Link to="/shared/demo/logs" className="label inline-flex min-h-12 items-center rounded-sm bg-lamp px-6 text-base text-on-lamp hover:brightness-110">Watch the demo battle</Link>
      <Link to="/logs" className="label inline-flex min-h-12 items-center rounded-sm border border-line-strong px-6 text-base hover:bg-raised">Open a log</Link>
    </Landing>
  );
}
