import type { GameState } from '@/shared/api';

/** The abilities that going on stopped for, by their ids, and the step that they are for. */
export interface Offered {
  moment: string;
  ids: readonly string[];
}

/** A step of the battle: what is offered at one is not at the next. */
export const momentKey = ({ game_model: { round, turn, phase, phase_time: time } }: GameState): string =>
  `${round}.${turn}.${phase}.${time}`;
