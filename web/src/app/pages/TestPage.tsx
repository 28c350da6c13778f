import { Kit } from '@/features/kit';

/** The bare page that shows the router works, and beside it every piece of the kit. */
export function TestPage() {
  return (
    <main id="kit">
      <title>Router test · Highground</title>
      <Kit />
    </main>
  );
}
