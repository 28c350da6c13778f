import { useEffect } from 'react';
import { processRollStage, type LatestRoll } from '@/shared/api';
import { Button } from '@/shared/ui';
import { useGameId, useGameState, useTable } from '../../client/context';
import { useOfferRoll, type DueRoll } from '../../dice-tray';
import { useCommand } from '../../client/useCommand';
import { groupsOf, STAGE_LABELS, type Stage } from './attackRows';
import { AttackTable } from './AttackTable';
import { RollBar } from './RollBar';

type Phase = 'shooting' | 'combat';

/** The map shows the attacker and its target. */
function useMarked(latest: LatestRoll, phase: Phase): void {
  const { involve, mark } = useTable();
  const targets = [
    ...new Set(latest.miniature_rolls.flatMap((each) => each.weapon_rolls.map((roll) => roll.target_unit_uuid))),
  ].join(' ');
  useEffect(() => {
    const aimed = targets.split(' ').filter(Boolean);
    involve([latest.unit_uuid, ...aimed]);
    mark({ unitId: latest.unit_uuid, circles: [], targets: aimed, kind: phase });
    return () => {
      involve([]);
      mark(null);
    };
  }, [latest.unit_uuid, targets, phase, involve, mark]);
}

/** The roll that the dice tray may answer; null where the stage takes no dice. */
function dueOf(latest: LatestRoll, use: DueRoll['use'], refusal: string): DueRoll | null {
  if (latest.dice_due === 0) return null;
  return { count: latest.dice_due, shares: latest.dice_shares, use, refusal };
}

/** Declared attacks: their table, and the roll of the stage that is due; or of all that are left. */
export function Resolution({ latest, phase }: { latest: LatestRoll; phase: Phase }) {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const { resolve, rollOn } = useTable();
  const mine = state.request?.mine ?? false;
  // who waits for the opponent's word has to hear it
  const asked = Boolean(state.undo?.asked);
  const stage: Stage = latest.stage === 'complete' ? 'damage' : latest.stage;
  const groups = groupsOf(latest);
  useMarked(latest, phase);
  useEffect(() => {
    resolve(mine && !asked);
    return () => resolve(false);
  }, [mine, asked, resolve]);
  const roll = async (which: Stage | 'all', faces?: number[], source: 'typed' | 'camera' = 'typed') =>
    Boolean(
      await command.run((number) =>
        processRollStage({
          path: { game_id: gameId, phase },
          body: { stage: which, number, ...(faces && { dice: { faces, source } }) },
        }),
      ),
    );
  const resolveAll = async () => {
    if (await roll('all')) rollOn('attacks');
  };
  useOfferRoll(mine ? dueOf(latest, (faces) => roll(stage, faces, 'camera'), command.error) : null);
  return (
    <section aria-label="Combat Resolution" className="flex flex-col gap-3">
      <AttackTable groups={groups} stage={stage} />
      {mine ? (
        <RollBar
          label={`Process ${STAGE_LABELS[stage]} Roll`}
          due={latest.dice_due}
          first={latest.number_due}
          several={groups.length > 1}
          command={command}
          className="roll-bar"
          onRoll={() => void roll(stage)}
          onUse={(faces) => roll(stage, faces)}>
          <Button className="min-h-11" disabled={command.locked} onClick={() => void resolveAll()}>
            Resolve all
          </Button>
        </RollBar>
      ) : (
        <p className="text-soft" role="status">
          {state.request?.army_name} rolls the dice.
        </p>
      )}
    </section>
  );
}
