import { useEffect } from 'react';
import { processRollStage, rollDice, type GameState } from '@/shared/api';
import { useStable } from '@/shared/useStable';
import { useClient, useGameId, useGameState, useTable } from '../../client/context';
import type { Rolling } from '../../client/table';
import { useCommand } from '../../client/useCommand';
import { resolvingNow } from '../../panels/fights/attackRows';
import { useHabits } from './habits';
import { useNextInHand } from './useNextInHand';

/** Whether the game's dice may be rolled all at once: nobody brings own ones. */
const inOneRoll = ({ dice, game_model: { digital } }: GameState): boolean => !dice.own_dice && digital !== false;

const isDue = ({ request }: GameState): boolean =>
  request?.mine === true && request.controller === 'human' && request.kinds[0] === 'roll';

/** Whether the enemy answers during this player's turn. */
const waits = ({ request, sides, game_model: { armies }, current_army_uuid: acting }: GameState): boolean =>
  request?.mine === false && sides.some((side) => armies[side]?.uuid === acting);

/** Whether what was begun goes on without a choice of this player's: dice are due, or another answers first. */
const goesOn = (state: GameState, rolling: Rolling): boolean => {
  if (rolling === 'attacks') return resolvingNow(state) !== null;
  const [kind] = state.request?.kinds ?? [];
  return waits(state) || kind === 'roll' || kind === 'pass' || resolvingNow(state) !== null;
};

/**
 * Rolls the dice of what Fire or Charge began, to its end, also where the enemy answers in between; then takes the next
 * unit that can act in hand. What came of it stands over the map. Attacks that were rolled by stages until all that was
 * left should be resolved are only rolled to their end.
 */
export function useRollOn(): void {
  const gameId = useGameId();
  const state = useGameState();
  const { table } = useClient();
  const rolling = useTable((now) => now.rolling);
  const stages = useHabits((habits) => habits.stages);
  const { run, locked } = useCommand();
  const takeNext = useStable(useNextInHand({ run }));
  const due = rolling !== null && !locked && isDue(state);
  const over = rolling !== null && !locked && !goesOn(state, rolling);
  const asks = (stages && rolling !== 'attacks') || !inOneRoll(state);
  useEffect(() => {
    if (rolling && asks) table.getState().rollOn(null);
  }, [rolling, asks, table]);
  useEffect(() => {
    if (!due || asks) return;
    const { phase } = state.game_model;
    const attack = resolvingNow(state) !== null && (phase === 'shooting' || phase === 'combat') ? phase : null;
    const [path, body] = [{ game_id: gameId }, { stage: 'all' as const }];
    void run((number) =>
      attack
        ? processRollStage({ path: { ...path, phase: attack }, body: { ...body, number } })
        : rollDice({ path, body: { ...body, number } }),
    ).then((done) => {
      if (!done) table.getState().rollOn(null);
    });
  }, [due, asks, state, gameId, run, table]);
  useEffect(() => {
    if (!over) return;
    table.getState().rollOn(null);
    if (rolling === 'begun') takeNext(state);
  }, [over, rolling, state, takeNext, table]);
}
