import type { ThoughtState } from '@/shared/api';

const FOR: Record<string, string> = {
  movement: 'this turn',
  deployment: 'the deployment',
  shooting: 'its shots',
  charge: 'its charges',
};
const percent = (share: number) => `${Math.round(share * 100)}%`;

/** Why the computer plays its turn as it does: the plans that it compared, and what each was expected to come to. */
export function PlanFold({ thought }: { thought: ThoughtState }) {
  return (
    <details>
      <summary className="label flex min-h-9 cursor-pointer items-center text-soft coarse:min-h-11">
        Its plan for {FOR[thought.phase] ?? 'this phase'}
      </summary>
      <p className="text-sm">{thought.sentence}</p>
      <div className="plan-table" tabIndex={0} role="region" aria-label="Plans compared">
        <table className="figure text-sm">
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">Wins</th>
              <th scope="col">Scores</th>
              <th scope="col">Gives</th>
              <th scope="col">Loses</th>
            </tr>
          </thead>
          <tbody>
            {thought.plans
              .filter((plan) => plan.trials > 0)
              .map((plan) => (
                <tr key={plan.name}>
                  <th scope="row">{plan.words}</th>
                  <td className="whitespace-nowrap">{percent(plan.chance)}</td>
                  <td>{plan.scored.toFixed(1)}</td>
                  <td>{plan.conceded.toFixed(1)}</td>
                  <td>{plan.lost.toFixed(0)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
