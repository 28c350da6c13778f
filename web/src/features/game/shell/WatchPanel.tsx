import { useBattleLog } from '@/features/log-timeline';
import { recentEntries } from '@/shared/battle-log';
import { Badge, LinkButton } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { phaseLabel } from '../board';
import { groupsOf } from '../panels/fights/attackRows';
import { AttackTable } from '../panels/fights/AttackTable';
import { Entries } from '../panels/LogsPanel';
import { ControllerBadge } from '../panels/parts';

const MOST = 12;

/** What somebody sees beside the battlefield who plays no army: who acts, the dice, what happened last. */
export function WatchPanel() {
  const state = useGameState();
  const { phase, phase_time: time, round, latest_roll: latest } = state.game_model;
  const { request } = state;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="label text-base">{request ? `${phaseLabel(phase)} Phase` : 'The battle is over'}</h2>
        <Badge icon="show">You are watching</Badge>
      </div>
      {request ? (
        <p className="flex flex-wrap items-center gap-2 text-soft">
          Round {round}, {time}: {request.army_name} acts. <ControllerBadge controller={request.controller} />
        </p>
      ) : (
        <Result />
      )}
      {latest && (
        <section aria-label="Attacks">
          <AttackTable groups={groupsOf(latest)} stage={latest.stage} />
        </section>
      )}
      <Happened />
    </>
  );
}

function Result() {
  const gameId = useGameId();
  const { armies, winner_army_uuid: winner } = useGameState((state) => state.game_model);
  const won = armies.find((army) => army.uuid === winner);
  return (
    <>
      <p className="text-lg font-semibold">{won ? `${won.name} wins.` : 'A draw.'}</p>
      <LinkButton tone="primary" to={`/shared/${gameId}/logs`}>
        See the whole battle
      </LinkButton>
    </>
  );
}

function Happened() {
  const gameId = useGameId();
  const { log } = useBattleLog(gameId, false, true);
  const last = log ? recentEntries(log, MOST) : [];
  return (
    <section aria-label="What happened last" className="flex flex-col gap-2">
      <h3 className="label text-faint">What happened last</h3>
      {last.length ? <Entries entries={last} /> : <p className="text-soft">Nothing has happened yet.</p>}
    </section>
  );
}
