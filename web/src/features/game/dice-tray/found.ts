import { isFields } from '@/shared/battle-log';

/** Left, top, right, bottom in pixels of the photo. */
export type Box = readonly [number, number, number, number];

/** A die as it was read from the photo. */
export interface FoundDie {
  box: Box;
  /** How sure the reading is, 0 to 1. */
  score: number;
  face: number;
  /** The face that it shows where it does not show that one. */
  second: number | null;
  /** A person should say what it shows. */
  doubtful: boolean;
  /** Its number in the reading. */
  number: number;
  /** Dice with the same one show the same symbol in place of pips; null where it shows pips. */
  symbol: number | null;
  /** More dice were found than were rolled, and this is one of the least likely. */
  aside: boolean;
  /** Too faint to count as a die, but dice are missing. */
  added: boolean;
}

/** A die with what its photo says of it: without a score where a person said what it shows. */
export interface LabelledDie extends Omit<FoundDie, 'score'> {
  score: number | null;
}

export const FACES: readonly number[] = [1, 2, 3, 4, 5, 6];

/** What was read from a photo of the dice tray. */
export interface DiceResult {
  dice: readonly FoundDie[];
  /** Dice with numerals or other than six sides, which are not read. */
  others: readonly Box[];
  /** Milliseconds that finding and reading took. */
  time: number | null;
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

const boxesOf = (value: unknown): Box[] =>
  (Array.isArray(value) ? value : []).map((each) => {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers(each);
    return [x0, y0, x1, y1];
  });

/** The dice of an analysis; null where there is none yet, or it is not of dice. */
export function diceOf(analysis: unknown): DiceResult | null {
  const result = isFields(analysis) ? analysis.dice_result : null;
  if (!isFields(result) || !Array.isArray(result.detection_boxes)) return null;
  const scores = numbers(result.detection_scores);
  const faces = numbers(result.detection_classes);
  const seconds = numbers(result.detection_seconds);
  const symbols = numbers(result.detection_symbols);
  const doubtful: unknown[] = Array.isArray(result.doubtful) ? result.doubtful : [];
  const aside: unknown[] = Array.isArray(result.aside) ? result.aside : [];
  const boxes = boxesOf(result.detection_boxes);
  const counted = boxes.length - (typeof result.added === 'number' ? result.added : 0);
  const symbolOf = (index: number): number | null => {
    const symbol = symbols[index] ?? -1;
    return symbol < 0 ? null : symbol;
  };
  const dice = boxes.map((box, index) => ({
    box,
    score: scores[index] ?? 0,
    face: faces[index] ?? 1,
    second: seconds[index] ?? null,
    doubtful: doubtful[index] === true,
    number: index,
    symbol: symbolOf(index),
    aside: aside[index] === true,
    added: index >= counted,
  }));
  const time = typeof result.prediction_time_ms === 'number' ? result.prediction_time_ms : null;
  return { dice, others: boxesOf(result.other_boxes), time };
}

const GREEN_ABOVE = 0.8;
const YELLOW_ABOVE = 0.6;
const HIGH_ABOVE = 0.7;

/** The colour of a die's box by how sure its reading is; what a person said is sure. */
export const boxColour = (score: number | null): 'green' | 'yellow' | 'red' =>
  score === null || score > GREEN_ABOVE ? 'green' : score > YELLOW_ABOVE ? 'yellow' : 'red';

export const isHigh = (score: number): boolean => score > HIGH_ABOVE;

export const percent = (score: number): string => `${(score * 100).toFixed(1)}%`;

/** In the order of a page: rows from the top, each from the left, so that the list reads like the photo. */
export function inReadingOrder<Die extends Pick<FoundDie, 'box'>>(dice: readonly Die[]): Die[] {
  const rows: Die[][] = [];
  for (const die of [...dice].sort((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && middle(die) - middle(first) < (first.box[3] - first.box[1]) / 2) row.push(die);
    else rows.push([die]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box[0] - b.box[0]));
}

const middle = ({ box: [, y0, , y1] }: Pick<FoundDie, 'box'>): number => (y0 + y1) / 2;
