import type { ArmyChosen, Changes, Options, Prepared } from '@/shared/api';

export type Side = 0 | 1;
export const SIDES: readonly Side[] = [0, 1];
export const SIDE_NAMES = ['Blue army', 'Red army'] as const;
export const INTENSITIES = ['1', '2', '3', '4', '5'] as const;

/** Who commands an army that has just been chosen: oneself, or the computer where nobody else sits. */
export function commanderOf(
  side: Side,
  seat: { mine: boolean; takenBy: string | null },
  me: string,
): Pick<ArmyChosen, 'player' | 'controller'> {
  if (side === 0 || seat.takenBy) return { player: me, controller: 'human' };
  return { player: 'Computer', controller: 'ai' };
}

/** The smallest sample army of each of two factions. */
function twoSamples({ samples }: Options): string[] {
  const bySize = [...samples].sort((a, b) => a.points - b.points);
  const first = bySize[0];
  const second = bySize.find((each) => each.faction !== first?.faction) ?? first;
  return [first, second].flatMap((each) => (each ? [each.id] : []));
}

/** Fills every side that has no army yet with a sample army: oneself against the computer. */
export function quickStart(setup: Prepared, me: string): Changes {
  const [first, second] = twoSamples(setup.options);
  const changes: Changes = {};
  if (!setup.armies[0] && first) changes.army_0 = { source: 'sample', id: first, player: me, controller: 'human' };
  if (!setup.armies[1] && second)
    changes.army_1 = { source: 'sample', id: second, player: 'Computer', controller: 'ai' };
  return changes;
}

export const armyChange = (side: Side, army: ArmyChosen): Changes => (side === 0 ? { army_0: army } : { army_1: army });
