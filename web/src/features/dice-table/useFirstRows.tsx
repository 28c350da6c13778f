import { useState, type ReactNode } from 'react';
import { Button } from '@/shared/ui';
import { firstRows } from './firstRows';

const FIRST_ROWS = 24;

/**
 * How many rows of each group are shown, for tables of dice by attack: the first of all, or every one once somebody has
 * asked for them by the button.
 */
export function useFirstRows(groups: readonly number[]): { counts: readonly number[]; more: ReactNode } {
  const [all, setAll] = useState(false);
  const total = groups.reduce((sum, each) => sum + each, 0);
  return {
    counts: firstRows(groups, all ? Infinity : FIRST_ROWS),
    more: total > FIRST_ROWS && (
      <Button tone="quiet" onClick={() => setAll(!all)}>
        {all ? `Show the first ${FIRST_ROWS}` : `Show all ${total} attacks`}
      </Button>
    ),
  };
}
