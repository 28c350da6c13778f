import type { Army, Frame } from '@/shared/battle-log';

/** Victory points of one army at the end of each frame. */
export interface ScoreLine {
  army: Army;
  points: number[];
}

export function scoreLines(frames: readonly Frame[], armies: readonly Army[]): ScoreLine[] {
  return armies.map((army) => ({
    army,
    points: frames.map((each) => each.board.scores.find((score) => score.armyId === army.id)?.vp ?? 0),
  }));
}

/** Victory points gained in each round, by army: rows of { round, gained }. A head start is no round's. */
export function roundScores(frames: readonly Frame[], armies: readonly Army[]): { round: number; gained: number[] }[] {
  const rounds = [...new Set(frames.map((each) => each.round))];
  const at = (round: number, armyId: string): number => {
    const last = frames.filter((each) => each.round <= round).at(-1);
    const score = last?.board.scores.find((each) => each.armyId === armyId);
    return score ? score.vp - score.headStart : 0;
  };
  return rounds.map((round, index) => {
    const before = rounds[index - 1];
    return {
      round,
      gained: armies.map((army) => at(round, army.id) - (before === undefined ? 0 : at(before, army.id))),
    };
  });
}

/** A stepped line through one value per column, in a drawing `frames` wide and `height` high. */
export function stepPath(values: readonly number[], most: number, height: number): string {
  const y = (value: number) => (height - 3 - (value / Math.max(1, most)) * (height - 8)).toFixed(2);
  return values.map((value, index) => `${index ? 'V' : 'M0 '}${y(value)}H${index + 1}`).join('');
}
