import { useCorner } from './corner';
import { useSeen, type Ahead } from './useAhead';
import { summary } from './words';

/** What the place of the unit in hand comes to, in a few lines over the map, out of the hand's way. */
export function AheadCard({ ahead }: { ahead: Ahead }) {
  const seen = useSeen(ahead);
  const { place, corner } = useCorner(seen);
  if (!seen) return null;
  return (
    <div ref={place} className="ahead-place" data-corner={corner}>
      <div className="ahead-card" data-testid="ahead-card">
        <div role="status">
          {summary(seen.preview).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <p className="ahead-key" aria-hidden="true">
          <svg viewBox="0 0 24 6">
            <path className="ahead-line" data-ahead="aimed" d="M0 3H24" />
          </svg>
          in range
          <svg viewBox="0 0 24 6">
            <path className="ahead-line" data-ahead="far" d="M0 3H24" />
          </svg>
          too far
          <svg viewBox="-7 -7 14 14" className="ahead-key-cross">
            <path className="ahead-danger" d="M-6 -6l4 4M6 6l-4 -4M6 -6l-4 4M-6 6l4 -4" />
          </svg>
          can hurt it
        </p>
      </div>
    </div>
  );
}
