import { actionGraphics, actionKind } from '@/features/actions';
import type { Graphic } from '@/features/battle-map';
import { phaseName, type Action, type BattleLog, type Frame } from '@/shared/battle-log';

/** One picture of the replay: a phase in which something happened on the board. */
export interface Moment {
  frame: Frame;
  /** Such as "Round 2 · Shooting". */
  title: string;
  /** What the phase is remembered for, as the log says it. */
  message: string;
  graphics: readonly Graphic[];
}

const DRAWN = ['movement', 'charge', 'shooting', 'combat'];

const drawn = (action: Action): Graphic[] =>
  DRAWN.includes(actionKind(action))
    ? actionGraphics(action).filter((each) => each.shape === 'arrow' || each.shape === 'cross')
    : [];

/** The phases of a battle worth a picture, with everything that was done in them drawn at once. */
export function momentsOf(log: BattleLog): Moment[] {
  return log.frames.flatMap((frame) => {
    const acts = frame.actions.map((action) => ({ action, graphics: drawn(action) }));
    const graphics = acts.flatMap((each) => each.graphics);
    const edge = frame.phase === 'deployment' || frame.phase === 'game_end';
    if (!edge && !graphics.length) return [];
    const action = edge ? frame.actions.at(-1) : acts.find((each) => each.graphics.length)?.action;
    return [
      {
        frame,
        title: edge ? phaseName(frame.phase) : `Round ${frame.round} · ${phaseName(frame.phase)}`,
        message: action?.message ?? '',
        graphics: edge ? [] : graphics,
      },
    ];
  });
}

/** The picture for those who want no motion: the busiest one of the second round, where both armies have met. */
export function stillOf(moments: readonly Moment[]): number {
  const busy = moments.map((each, index) => ({ index, weight: each.frame.round === 2 ? each.graphics.length : 0 }));
  return busy.reduce((best, each) => (each.weight > best.weight ? each : best), { index: 0, weight: -1 }).index;
}
