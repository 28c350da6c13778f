import { useGameState } from '../../client/context';
import { groupsOf, outcomeWords } from './attackRows';
import { AttackTable } from './AttackTable';

/** What the last attacks came to, in a line; their dice behind it. */
export function LastAttack() {
  const state = useGameState();
  const latest = state.game_model.latest_roll;
  if (latest?.stage !== 'complete') return null;
  const groups = groupsOf(latest);
  return (
    <details className="last-attack">
      <summary>
        <span className="label text-faint">Last</span> {outcomeWords(groups)}
      </summary>
      <AttackTable groups={groups} stage="complete" />
    </details>
  );
}
