import type { MapMark } from '@/shared/api';
import { Button } from '@/shared/ui';
import { useTable } from '../client/context';

/** Draws a choice of the computer on the map, or takes it away again. */
export function Drawn({ marks }: { marks: readonly MapMark[] }) {
  const drawn = useTable((table) => table.drawn);
  const draw = useTable((table) => table.draw);
  const shown = drawn === marks;
  if (!marks.length) return null;
  return (
    <Button
      tone="quiet"
      icon="show"
      className="min-h-11 self-start"
      aria-pressed={shown}
      onClick={() => draw(shown ? [] : marks)}>
      {shown ? 'Hide it on the map' : 'Show it on the map'}
    </Button>
  );
}
