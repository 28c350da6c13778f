import type { ArmyState, GameState } from '@/shared/api';
import { flattened, number, text, type Action, type BattleLog } from '@/shared/battle-log';

export type Source = 'primary' | 'secondary' | 'by hand';

/** Victory points that an army was given at once, and for what. */
export interface Gain {
  id: number;
  round: number;
  turn: number;
  source: Source;
  name: string;
  /** What it was scored for: '2 enemy units destroyed'; empty in a log that does not say it. */
  what: string;
  points: number;
}

/** What a round brought an army. Without the log only the total is known: primary and secondary are null then. */
export interface RoundLine {
  round: number;
  primary: number | null;
  secondary: number | null;
  total: number;
}

export interface ArmyLine {
  uuid: string;
  name: string;
  rounds: readonly RoundLine[];
  primary: number;
  secondary: number;
  /** The points that it begins the battle with; they are in `total`, and in no round. */
  headStart: number;
  total: number;
  gains: readonly Gain[];
}

/** Rounds of a battle; a sheet has a line for each, also for those to come. */
export const ROUNDS = 5;

const SOURCES: Record<string, Source> = {
  primary_score: 'primary',
  secondary_score: 'secondary',
  points_amended: 'by hand',
};

function gain(action: Action, army: string): Gain[] {
  const fields = flattened(action.raw);
  const source = SOURCES[text(fields.action)];
  if (!source || text(fields.army_uuid) !== army) return [];
  const name = text(fields.secondary) || text(fields.reason) || 'Primary mission';
  return [
    {
      id: action.id,
      round: action.round,
      turn: action.turn,
      source,
      name,
      what: text(fields.scored_for),
      points: number(fields.points) ?? 0,
    },
  ];
}

const sum = (gains: readonly Gain[], round: number, source: Source): number =>
  gains.filter((each) => each.round === round && each.source === source).reduce((all, each) => all + each.points, 0);

function line(army: ArmyState, log: BattleLog | undefined): ArmyLine {
  const gains = log?.frames.flatMap((frame) => frame.actions.flatMap((each) => gain(each, army.uuid))) ?? [];
  const rounds = Array.from({ length: Math.max(ROUNDS, army.vp_by_round.length) }, (_, index): RoundLine => {
    const split = (source: Source) => (log ? sum(gains, index + 1, source) : null);
    return {
      round: index + 1,
      primary: split('primary'),
      secondary: split('secondary'),
      total: army.vp_by_round[index] ?? 0,
    };
  });
  return {
    uuid: army.uuid,
    name: army.name,
    rounds,
    primary: army.primary,
    secondary: army.secondary,
    headStart: army.head_start ?? 0,
    total: army.vp,
    gains,
  };
}

/** Both armies' score round by round: totals as the game has them, their sources as its log has them. */
export function scoreSheet(state: GameState, log: BattleLog | undefined): readonly [ArmyLine, ArmyLine] {
  const [blue, red] = state.game_model.armies;
  return [line(blue, log), line(red, log)];
}

/** The points an army has after each round, from its head start before the first to the last one that has begun. */
export function running(army: ArmyLine, begun: number): number[] {
  const found = [army.headStart];
  for (const { total } of army.rounds.slice(0, begun)) found.push((found.at(-1) ?? 0) + total);
  return found;
}
