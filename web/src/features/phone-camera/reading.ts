import { isFields, text } from '@/shared/battle-log';
import type { SocketMessage } from '@/shared/socket';

/** What the server read in the latest photo of the dice tray, or why it read nothing. */
export interface DiceReading {
  faces: readonly number[];
  /** Dice of which a person is asked what they show. */
  doubtful: number;
  /** Dice of another kind, which are not read. */
  others: number;
  problem: string;
}

const NOTHING: DiceReading = { faces: [], doubtful: 0, others: 0, problem: '' };

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What the end of a job says of dice; null where it was none of dice. */
export function diceReading({ job_type, result, detail }: SocketMessage['payload']): DiceReading | null {
  if (job_type !== 'dice') return null;
  const dice = isFields(result) && isFields(result.dice_result) ? result.dice_result : null;
  if (!dice) return { ...NOTHING, problem: text(detail) || 'This photo could not be read.' };
  const faces = list(dice.detection_classes).filter((face) => typeof face === 'number');
  const doubtful = list(dice.doubtful).filter((each) => each === true).length;
  return {
    ...NOTHING,
    faces: faces.toSorted((one, other) => one - other),
    doubtful,
    others: list(dice.other_boxes).length,
  };
}

/** The same in words, for the line below the phone's picture. */
export function readingText({ faces, doubtful, others, problem }: DiceReading): string {
  if (problem) return `Not read: ${problem}`;
  const rest = others === 0 ? '' : ` ${others === 1 ? 'A die' : `${String(others)} dice`} of another kind: not read.`;
  if (!faces.length) return `Read: no dice.${rest}`;
  const asked =
    doubtful === 0
      ? ''
      : ` ${doubtful === 1 ? 'One is doubtful' : `${String(doubtful)} are doubtful`}: the table asks what ${doubtful === 1 ? 'it shows' : 'they show'}.`;
  return `Read: ${faces.join(', ')}.${asked}${rest}`;
}
