import { sentence } from '@/shared/api';
import { isFields, text } from '@/shared/battle-log';
import { Button } from '@/shared/ui';
import { isPersonsTurn } from '../client/autoplay';
import { useComputerActs, useGameState, useTable } from '../client/context';
import { wordsOf } from '../client/fold';
import { useCommand } from '../client/useCommand';
import { speak } from '../list/spoken';
import type { GameCall } from '../client/calls';
import { Drawn } from '../computer/Drawn';
import { PlanFold } from '../computer/PlanFold';
import { Refusal } from './Act';

interface AiActionProps {
  text: string;
  /** What it reads while the computer thinks. */
  working: string;
  call: GameCall;
  /** Receives why it could not. */
  onFailure?: (why: string) => void;
}

/** What a call of the computer failed with: the server's sentence, or what went wrong on the way. */
const why = (error: unknown): string => (isFields(error) && text(error.detail)) || sentence(error);

/** Has the computer act by a call; what it says of it is kept for `AiSaid`. */
export function useComputer() {
  const command = useCommand();
  const say = useTable((table) => table.say);
  const act = async (call: GameCall) => {
    const done = await command.run(call);
    const words = done && (wordsOf(done.answer) ?? { description: '', rationale: '', instructions: [] });
    if (!words) return;
    say(words);
    // Where it plays by itself, a phase of its is said as a whole.
    speak([words.description, words.rationale].filter(Boolean).join(' '));
  };
  return { ...command, act };
}

/**
 * Has the computer do its next thing, where it does not so by itself; what it says of it stands in `AiSaid` until it does
 * another.
 */
export function AiAction({ text, working, call, onFailure }: AiActionProps) {
  const computer = useComputer();
  const acts = useComputerActs();
  if (acts) return null;
  const reported: GameCall = async (number) => {
    const answer = await call(number).catch((error: unknown) => {
      onFailure?.(why(error));
      throw error;
    });
    if (answer.error !== undefined) onFailure?.(why(answer.error));
    return answer;
  };
  return (
    <>
      <Button
        tone="primary"
        icon="play"
        className="min-h-11"
        disabled={computer.locked}
        aria-busy={computer.busy || undefined}
        onClick={() => void computer.act(reported)}>
        {computer.busy ? working : text}
      </Button>
      <Refusal of={computer} />
    </>
  );
}

/**
 * What the computer said: its action, why, and what to move where on a real table. Not in a person's turn, where what it
 * thought in its own before is of no use.
 */
export function AiSaid() {
  const said = useTable((table) => table.said);
  if (useGameState(isPersonsTurn) || !said?.description) return null;
  return (
    <section aria-label="What the computer did" className="ai-said">
      <p className="font-semibold">{said.description}</p>
      {said.rationale && <p className="text-sm text-soft">{said.rationale}</p>}
      {said.marks && <Drawn marks={said.marks} />}
      {said.plan && <PlanFold thought={said.plan} />}
      {said.instructions.length > 0 && (
        <details>
          <summary className="label flex min-h-9 cursor-pointer items-center text-soft coarse:min-h-11">
            On a real table ({said.instructions.length})
          </summary>
          <ul className="figure list-disc pl-5 text-sm">
            {said.instructions.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
