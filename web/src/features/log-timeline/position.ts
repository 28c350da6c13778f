import {
  phaseName,
  phaseRank,
  simplePhaseName,
  SIX_PHASES,
  type Action,
  type BattleLog,
  type Frame,
} from '@/shared/battle-log';

/** The full viewer offers the phases that a turn has; the simple one always the same six. */
export type Variant = 'full' | 'simple';

/** A place on the timeline. Rounds and turns by their own numbers, which may start at 0. */
export interface Place {
  round: number;
  turn: number;
  phase: string;
}

export interface SliderState {
  /** Position from 1. */
  value: number;
  count: number;
  text: string;
  ticks: string[];
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const roundsOf = (frames: readonly Frame[]): number[] => unique(frames.map((each) => each.round));
const turnsOf = (frames: readonly Frame[], round: number): number[] =>
  unique(frames.filter((each) => each.round === round).map((each) => each.turn));
const phasesOf = (frames: readonly Frame[], place: Pick<Place, 'round' | 'turn'>): string[] =>
  frames.filter((each) => each.round === place.round && each.turn === place.turn).map((each) => each.phase);

const labelOf = (variant: Variant): ((phase: string) => string) => (variant === 'simple' ? simplePhaseName : phaseName);

/** Index of the frame that a place shows: its own, or, where the turn lacks the phase, the last one before it. */
export function frameIndex(frames: readonly Frame[], place: Place): number {
  const exact = frames.findIndex(
    (each) => each.round === place.round && each.turn === place.turn && each.phase === place.phase,
  );
  if (exact >= 0) return exact;
  const before = frames.findLastIndex(
    (each) =>
      each.round < place.round ||
      (each.round === place.round &&
        (each.turn < place.turn || (each.turn === place.turn && phaseRank(each.phase) <= phaseRank(place.phase)))),
  );
  return Math.max(0, before);
}

/** The frame of exactly this place, if there is one. */
export const exactFrame = (frames: readonly Frame[], place: Place): Frame | null =>
  frames.find((each) => each.round === place.round && each.turn === place.turn && each.phase === place.phase) ?? null;

function phaseAt(
  frames: readonly Frame[],
  at: Pick<Place, 'round' | 'turn'>,
  variant: Variant,
  wanted?: string,
): string {
  const phases = phasesOf(frames, at);
  if (
    wanted !== undefined &&
    (phases.includes(wanted) || (variant === 'simple' && simplePhaseName(wanted) !== 'Unknown'))
  )
    return wanted;
  const six = variant === 'simple' && phases.some((each) => simplePhaseName(each) !== 'Unknown');
  return six ? SIX_PHASES[0] : (phases[0] ?? 'movement');
}

/** Where the viewer starts: round, turn and phase sliders at 1. */
export function firstPlace(frames: readonly Frame[], variant: Variant): Place {
  const round = roundsOf(frames)[0] ?? 1;
  const turn = turnsOf(frames, round)[0] ?? 1;
  return { round, turn, phase: phaseAt(frames, { round, turn }, variant) };
}

/** Another round: the same turn and phase of it, where it has them. */
export function moveRound(frames: readonly Frame[], place: Place, position: number, variant: Variant): Place {
  const round = roundsOf(frames)[position - 1] ?? place.round;
  const order = turnsOf(frames, place.round).indexOf(place.turn);
  const turns = turnsOf(frames, round);
  const turn = turns[Math.min(Math.max(0, order), turns.length - 1)] ?? place.turn;
  return { round, turn, phase: phaseAt(frames, { round, turn }, variant, place.phase) };
}

export function moveTurn(frames: readonly Frame[], place: Place, position: number, variant: Variant): Place {
  const turn = turnsOf(frames, place.round)[position - 1] ?? place.turn;
  return { round: place.round, turn, phase: phaseAt(frames, { round: place.round, turn }, variant, place.phase) };
}

export function movePhase(frames: readonly Frame[], place: Place, position: number, variant: Variant): Place {
  const phases = variant === 'simple' ? [...SIX_PHASES] : phasesOf(frames, place);
  return { ...place, phase: phases[position - 1] ?? place.phase };
}

export interface Sliders {
  round: SliderState;
  turn: SliderState;
  phase: SliderState;
  /** Phases of the turn that the simple slider has no detent for. */
  others: string[];
}

/** The three sliders for a place. A position is never below 1, whatever the numbers are. */
export function sliders(log: BattleLog, place: Place, variant: Variant): Sliders {
  const { frames, armies } = log;
  const rounds = roundsOf(frames);
  const turns = turnsOf(frames, place.round);
  const phases = variant === 'simple' ? [...SIX_PHASES] : phasesOf(frames, place);
  const label = labelOf(variant);
  const armyId = frames.find((each) => each.round === place.round && each.turn === place.turn)?.armyId;
  const army = armies.find((each) => each.id === armyId)?.name;
  const phase = phases.indexOf(place.phase) + 1 || (phaseRank(place.phase) > phaseRank('cleanup') ? phases.length : 1);
  return {
    round: {
      value: rounds.indexOf(place.round) + 1 || 1,
      count: rounds.length,
      text: `Round ${place.round}`,
      ticks: rounds.map(String),
    },
    turn: {
      value: turns.indexOf(place.turn) + 1 || 1,
      count: turns.length,
      text: `Turn ${place.turn}${army ? ` · ${army}` : ''}`,
      ticks: turns.map(String),
    },
    phase: {
      value: phase,
      count: phases.length,
      text: label(place.phase),
      ticks: phases.map((each) => label(each).slice(0, 4)),
    },
    others: variant === 'simple' ? phasesOf(frames, place).filter((each) => label(each) === 'Unknown') : [],
  };
}

export interface Step {
  place: Place;
  actionId: number | null;
}

const placeOf = ({ round, turn, phase }: Frame): Place => ({ round, turn, phase });

/** The next (1) or previous (-1) action from here; null at the battle's end. */
export function stepAction(
  frames: readonly Frame[],
  place: Place,
  openId: number | null,
  direction: 1 | -1,
): Step | null {
  const at = frameIndex(frames, place);
  const here = exactFrame(frames, place);
  const index = here?.actions.findIndex((each) => each.id === openId) ?? -1;
  const inside = here?.actions[index < 0 ? (direction > 0 ? 0 : -1) : index + direction];
  if (here && inside) return { place: placeOf(here), actionId: inside.id };
  for (let next = at + direction; next >= 0 && next < frames.length; next += direction) {
    const frame = frames[next];
    const action = direction > 0 ? frame?.actions[0] : frame?.actions.at(-1);
    if (frame && action) return { place: placeOf(frame), actionId: action.id };
  }
  return null;
}

/** The next or previous phase; null at either end. */
export function stepPhase(frames: readonly Frame[], place: Place, direction: 1 | -1): Place | null {
  const at = frameIndex(frames, place);
  const next = frames[exactFrame(frames, place) || direction < 0 ? at + direction : at + 1];
  return next ? placeOf(next) : null;
}

/** Where an action stands, by its id. */
export function findAction(frames: readonly Frame[], id: number): { place: Place; action: Action } | null {
  for (const frame of frames) {
    const action = frame.actions.find((each) => each.id === id);
    if (action) return { place: placeOf(frame), action };
  }
  return null;
}
