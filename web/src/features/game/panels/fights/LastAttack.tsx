import { useMemo } from 'react';
import { useGameState } from '../../client/context';
import { actedWords, groupsOf, outcomeWords } from './attackRows';
import { AttackTable } from './AttackTable';

/** What the last attacks came to, in a line; their dice behind it. */
export function LastAttack() {
  const latest = useGameState((state) => state.game_model.latest_roll);
  const groups = useMemo(() => (latest?.stage === 'complete' ? groupsOf(latest) : null), [latest]);
  if (!groups) return null;
  const acted = actedWords(groups);
  return (
    <details className="last-attack">
      <summary>
        <span className="label text-faint">Last</span> {outcomeWords(groups)}
        {acted.length > 0 && <span className="block text-sm text-soft">{acted.join('; ')}</span>}
      </summary>
      <AttackTable groups={groups} stage="complete" />
    </details>
  );
}
