import { Link } from 'react-router';

/** The front door: what this is, and a battle to watch at once. */
export function LandingPage() {
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col justify-center gap-6 px-6 py-16">
      <h1 className="text-xl font-semibold">Highground</h1>
      <p className="max-w-xl text-lg text-soft">Tabletop battles on record: every move measured, every die kept, every fight open to replay.</p>
      <div className="flex flex-wrap gap-3">
        <Link to="/shared/demo/logs" className="label inline-flex min-h-11 items-center rounded-sm bg-lamp px-5 text-on-lamp">Watch the demo battle</Link>
        <Link to="/logs" className="label inline-flex min-h-11 items-center rounded-sm border border-line-strong px-5">Open a log</Link>
      </div>
    </main>
  );
}
