import { useState } from 'react';
import { actionGraphics, involvedUnits } from '@/features/actions';
import { BattleMap } from '@/features/battle-map';
import { useBattleLog } from '@/features/log-timeline';
import type { Action, Army, Board } from '@/shared/battle-log';
import { Button, Dialog, IconButton, Notice, Skeleton } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { phaseLabel } from '../board';
import { Entries } from './LogsPanel';

/** The button that opens what happened in the phase. */
export function PhaseSummary() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="list" className="min-h-11" onClick={() => setOpen(true)}>
        View Phase Summary
      </Button>
      {open && <Summary onClose={() => setOpen(false)} />}
    </>
  );
}

function Summary({ onClose }: { onClose: () => void }) {
  const gameId = useGameId();
  const state = useGameState();
  const { phase, round, turn } = state.game_model;
  const { log, loading, problem, refresh } = useBattleLog(gameId, false);
  const frames = log?.frames.filter((each) => each.round === round && each.turn === turn && each.phase === phase);
  const actions = frames?.flatMap((each) => each.actions);
  const frame = frames?.at(-1);
  return (
    <Dialog
      open
      onOpenChange={(now) => !now && onClose()}
      title={`${phaseLabel(phase)} Phase Summary`}
      description="What was done in this phase, in order.">
      <div className="mt-4 flex flex-col gap-3">
        <dl className="facts">
          {[
            ['Round', round],
            ['Turn', turn],
            ['Phase', phaseLabel(phase)],
            ['Actions', actions?.length ?? 0],
          ].map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {!log &&
          (problem ? (
            <Notice text="Failed to load phase summary. Please try again." onRetry={refresh} busy={loading} />
          ) : (
            <Skeleton className="h-24" />
          ))}
        {actions?.length === 0 && <p className="text-soft">No actions recorded for this phase.</p>}
        {log && frame && actions && actions.length > 0 && (
          <Visualisation board={frame.board} armies={log.armies} actions={actions} />
        )}
        <Button className="min-h-11 self-end" onClick={onClose}>
          Close Summary
        </Button>
      </div>
    </Dialog>
  );
}

const LAYERS = { terrain: true, objectives: true, zones: false, hiddenArmies: [] };
const nothing = () => undefined;

interface VisualisationProps {
  board: Board;
  armies: readonly Army[];
  actions: readonly Action[];
}

/** The phase on its board, action by action. */
function Visualisation({ board, armies, actions }: VisualisationProps) {
  const [at, setAt] = useState(0);
  const shown = actions[at];
  if (!shown) return null;
  const go = (step: number) => setAt((now) => Math.min(actions.length - 1, Math.max(0, now + step)));
  return (
    <section aria-label="Log visualisation" className="flex flex-col gap-2">
      <div className="phase-map">
        <BattleMap
          board={board}
          armies={armies}
          layers={LAYERS}
          graphics={actionGraphics(shown)}
          involved={involvedUnits(shown)}
          acted={[]}
          selectedId={null}
          onSelect={nothing}
          ruler={{ start: null, end: null }}
          onMeasure={nothing}
          measuring={false}
          onMeasuring={nothing}
          ranges={false}
        />
      </div>
      <div className="flex items-center gap-2">
        <IconButton
          icon="back"
          label="Previous action"
          className="size-11"
          disabled={at === 0}
          onClick={() => go(-1)}
        />
        <p className="figure flex-1 text-center text-sm text-soft" role="status">
          Action {at + 1} of {actions.length}
        </p>
        <IconButton
          icon="next"
          label="Next action"
          className="size-11"
          disabled={at === actions.length - 1}
          onClick={() => go(1)}
        />
      </div>
      <Entries entries={[shown]} />
      <details className="fold">
        <summary>All actions</summary>
        <Entries entries={actions} />
      </details>
    </section>
  );
}
