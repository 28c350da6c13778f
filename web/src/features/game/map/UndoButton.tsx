import { useRef, type RefObject } from 'react';
import { askUndo, undo } from '@/shared/api';
import { IconButton } from '@/shared/ui';
import { useGameId, useGameState, useTable } from '../client/context';
import { useCommand, type Command } from '../client/useCommand';

export interface Undo {
  label: string;
  possible: boolean;
  act: () => void;
  /** Moves the focus to the button: a single key alone takes nothing back. */
  focus: () => void;
  button: RefObject<HTMLButtonElement | null>;
  command: Command;
}

/** What taking back would do now: at once where that is free, else the other player is asked. */
export function useUndo(): Undo {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const want = useTable((table) => table.want);
  const button = useRef<HTMLButtonElement>(null);
  const last = state.undo ?? null;
  const alone = state.sides.length > 1;
  const free = last !== null && (alone || (last.free && last.yours));
  const possible = last !== null && !last.why && !last.asked && !command.locked && state.sides.length > 0;
  const act = () => {
    if (!possible) return;
    want(null);
    void command.run((number) => (free ? undo : askUndo)({ path: { game_id: gameId }, body: { number } }));
  };
  const label = !last
    ? 'Nothing to take back'
    : last.why
      ? `${last.why}: nothing to take back`
      : last.asked
        ? 'Waiting for consent'
        : free
          ? `Take back ${last.what} (U)`
          : `Ask the other player to take back ${last.what} (U)`;
  return { label, possible, act, focus: () => button.current?.focus(), button, command };
}

/** Takes the last choice back; its label says which. Who only watches has none. */
export function UndoButton({ undo: { label, possible, act, button } }: { undo: Undo }) {
  const state = useGameState();
  if (!state.sides.length) return null;
  return <IconButton ref={button} icon="undo" label={label} disabled={!possible} onClick={act} />;
}
