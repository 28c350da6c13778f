import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { json, serve } from '@/test/page';
import { useHabits } from '../../map/hand/habits';
import { useRollOn } from '../../map/hand/useRollOn';
import { client, GAME, gameState, latest, request, showPanel } from '../../staged.test-kit';
import { ShootingPanel } from '../AttackPanel';

test('attacks that are all resolved go on by themselves once the enemy has answered, also for a player who rolls by stages', async () => {
  useHabits.getState().turn('stages', true);
  onTestFinished(() => useHabits.getState().turn('stages', false));
  const at = (stage: 'wound' | 'damage' | 'complete', asked: ReturnType<typeof request>, number = 7) => {
    const state = gameState({ phase: 'shooting', asked, roll: latest(stage) });
    return { ...state, number, dice: { ...state.dice, own_dice: false } };
  };
  const answering = request(['pass'], { mine: false, controller: 'ai', army_uuid: 'army-1' });
  const asked: unknown[] = [];
  serve({
    [`/api/game/${GAME}/shooting_phase/process_roll_stage`]: async (_, call) => {
      asked.push((await call.json()).stage);
      return json(asked.length === 1 ? at('damage', answering) : at('complete', request(['end']), 9));
    },
  });
  const RollsOn = () => {
    useRollOn();
    return <ShootingPanel />;
  };
  showPanel(<RollsOn />, at('wound', request(['roll'], { stage: 'wound' })));
  await userEvent.click(screen.getByRole('button', { name: 'Resolve all' }));
  await waitFor(() => expect(client().table.getState().rolling).toBe('attacks'));
  act(() => client().show(at('damage', request(['roll'], { stage: 'damage' }), 8)));
  await waitFor(() => expect(asked).toEqual(['all', 'all']));
  await waitFor(() => expect(client().table.getState().rolling).toBeNull());
});
