import type { ComponentProps } from 'react';
import { Button, Notice } from '@/shared/ui';
import type { GameState } from '@/shared/api';
import { useComputerActs, useGameState } from '../client/context';
import { useCommand, type Command } from '../client/useCommand';
import type { GameCall } from '../client/calls';

/** Why a command was refused, where it was given; nothing while it was not. */
export function Refusal({ of: { error, measure, clear } }: { of: Command }) {
  if (!error) return null;
  return (
    <div className="w-full">
      <Notice
        text={
          <>
            {error}
            {measure && <strong className="figure"> {measure}</strong>}
          </>
        }>
        <button type="button" className="label min-h-9 px-2 text-soft hover:text-ink coarse:min-h-11" onClick={clear}>
          Dismiss
        </button>
      </Notice>
    </div>
  );
}

interface ActProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'busy'> {
  call: GameCall;
}

/** Another person is asked: what they are to decide is nobody else's. */
const isAnothersTurn = ({ request }: GameState): boolean => request?.controller === 'human' && !request.mine;

/**
 * A button that gives one command, and below it why that was refused; none while the computer acts by itself, and one
 * that cannot be pressed while another person is asked.
 */
export function Act({ call, disabled, ...button }: ActProps) {
  const command = useCommand();
  const waits = useGameState(isAnothersTurn);
  if (useComputerActs()) return null;
  return (
    <>
      <Button
        {...button}
        busy={command.busy}
        disabled={disabled || waits || command.locked}
        onClick={() => void command.run(call)}
      />
      <Refusal of={command} />
    </>
  );
}
