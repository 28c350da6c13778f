import { useRef, type RefObject } from 'react';
import { askUndo, undo, type GameState } from '@/shared/api';
import { IconButton, toast } from '@/shared/ui';
import { useClient, useGameId, useGameState, useTable } from '../client/context';
import type { Press } from '../client/presses';
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

/** What one press did, in words: what its button read, or its last choice and how many there were before that. */
const pressWords = ({ from, what }: Press, last: NonNullable<GameState['undo']>): string =>
  what ? `“${what}”` : `${last.what} and what came with it (${last.back_to - from + 1} choices)`;

/** What taking back would do now: at once where that is free, else the other player is asked. */
export function useUndo(): Undo {
  const gameId = useGameId();
  const state = useGameState();
  const { presses } = useClient();
  const command = useCommand();
  const want = useTable((table) => table.want);
  const button = useRef<HTMLButtonElement>(null);
  const last = state.undo ?? null;
  const alone = state.sides.length > 1;
  const free = last !== null && (alone || (last.free && last.yours));
  const possible = last !== null && !last.why && !last.asked && !command.locked && state.sides.length > 0;
  const press = last && free ? presses.of(last.back_to) : null;
  const what = last && (press ? pressWords(press, last) : last.what);
  const takeBack = async () => {
    const body = { back_to: press?.from ?? null };
    const path = { game_id: gameId };
    const done = await command.run((number) => undo({ path, body: { ...body, number } }));
    if (!done) return;
    const whole = !press || done.state.number <= press.from;
    toast(whole ? `Taken back: ${what}.` : `Taken back, as far as no dice were rolled: ${what}.`);
  };
  const act = () => {
    if (!possible) return;
    want(null);
    if (free) void takeBack();
    else void command.run((number) => askUndo({ path: { game_id: gameId }, body: { number } }));
  };
  const label = !last
    ? 'Nothing to take back'
    : last.why
      ? `${last.why}: nothing to take back`
      : last.asked
        ? 'Waiting for consent'
        : free
          ? `Take back ${what} (U)`
          : `Ask the other player to take back ${last.what} (U)`;
  return { label, possible, act, focus: () => button.current?.focus(), button, command };
}

/** Takes the last choice back; its label says which. Who only watches has none. */
export function UndoButton({ undo: { label, possible, act, button } }: { undo: Undo }) {
  const state = useGameState();
  if (!state.sides.length) return null;
  return <IconButton ref={button} icon="undo" label={label} disabled={!possible} onClick={act} />;
}
