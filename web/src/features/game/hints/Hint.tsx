import { useEffect } from 'react';
import { Button, IconButton } from '@/shared/ui';
import { usePicking } from '../camera/pickedModels';
import { useGameState, useTable } from '../client/context';
import { usePace } from '../film/pace';
import './hints.css';
import { useByKeys } from './byKeys';
import { ALL, BY_KEYS, HINTS, hintOf, useHints } from './hints';

/** A first battle explains itself: a sentence beside the map, once, in the moment that it is about. */
export function FirstHint() {
  const fitting = useGameState(hintOf);
  const plays = usePace(({ pace }) => pace !== 'once');
  const hint = fitting === 'film' && !plays ? null : fitting;
  const { seen, see } = useHints();
  const byKeys = useByKeys(({ on }) => on);
  // Not while a unit is corrected after a photo, or dice are typed: on a phone the hint would cover that.
  const correcting = useTable(({ pending, ownDiceOf }) => pending?.correcting === true || ownDiceOf !== null);
  const picking = usePicking(({ unitId }) => unitId !== null);
  // What was in view is not shown again, whether it was read or not.
  useEffect(() => (hint ? () => see(hint) : undefined), [hint, see]);
  if (!hint || seen.includes(hint) || correcting || picking) return null;
  return (
    <aside className="hint" aria-label="Hint">
      <p>{(byKeys && BY_KEYS[hint]) || HINTS[hint]}</p>
      <Button tone="quiet" className="hint-all min-h-11" onClick={() => see(...ALL)}>
        No more hints
      </Button>
      <IconButton icon="close" label="Close the hint" onClick={() => see(hint)} />
    </aside>
  );
}
