import type { GameState } from '@/shared/api';
import { fields, flattened, list, number, text, type Action, type BattleLog } from '@/shared/battle-log';

/** What a turn brought: sentences of the log, and the names of units that moved and that are gone. */
export interface Recap {
  moved: readonly string[];
  charges: readonly string[];
  attacks: readonly string[];
  lost: readonly string[];
  /** What was lost otherwise than by attacks: to abilities, falling back, standing apart. */
  besides: readonly { text: string; killed: number }[];
  scored: readonly string[];
}

/** A turn of the battle. */
export interface Turn {
  round: number;
  turn: number;
}

const STAYED = new Set(['stationary']);
const SCORES = new Set(['primary_score', 'secondary_score', 'points_amended']);

/** The units of which nobody is left after an entry: by attacks, explosions, abilities, or in some other way. */
const destroyedIn = (action: Action): string[] =>
  list(flattened(action.raw).destroyed)
    .map(fields)
    .map((unit) => text(unit.name));

/** How many miniatures an entry that is no attack cost. */
function killedBy(action: Action): number {
  const raw = flattened(action.raw);
  const losses = list(raw.losses).map((unit) => number(fields(unit).models_killed) ?? 0);
  return number(raw.models_killed) ?? number(raw.removed) ?? losses.reduce((sum, killed) => sum + killed, 0);
}

const once = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The entries of a turn that were not taken back. */
export const entriesOf = (log: BattleLog, { round, turn }: Turn): Action[] =>
  log.frames
    .filter((frame) => frame.round === round && frame.turn === turn)
    .flatMap((frame) => frame.actions)
    .filter((action) => !action.undone);

/** What happened in a turn, from the entries of its log. */
export function recapOf(log: BattleLog, turn: Turn): Recap {
  const actions = entriesOf(log, turn);
  const named = (action: Action) => text(flattened(action.raw).action);
  const of = (type: string) => actions.filter((action) => action.type === type);
  return {
    moved: once(
      of('movement')
        .filter((action) => action.phase === 'movement' && !STAYED.has(named(action)))
        .map((action) => text(flattened(action.raw).unit_name)),
    ).filter(Boolean),
    charges: of('charge').map((action) => action.message),
    attacks: of('combat').map((action) => action.message),
    lost: once(actions.flatMap(destroyedIn)),
    besides: actions
      .filter((action) => action.type !== 'combat')
      .map((action) => ({ text: action.message, killed: killedBy(action) }))
      .filter(({ killed }) => killed > 0),
    scored: actions.filter((action) => SCORES.has(named(action))).map((action) => action.message),
  };
}

/** The enemy's turn that has just ended, while this player's own goes on; null at any other time. */
export function turnBefore({ sides, game_model: model, current_army_uuid: current }: GameState): Turn | null {
  const active = model.armies.findIndex((army) => army.uuid === current);
  const [own, enemy] = [model.armies[active === 1 ? 1 : 0], model.armies[active === 1 ? 0 : 1]];
  const mine = sides.includes(active) && own.controller === 'human';
  const theirs = !sides.includes(1 - active) || enemy.controller === 'ai';
  if (model.phase === 'deployment' || !mine || !theirs) return null;
  if (model.turn === 2) return { round: model.round, turn: 1 };
  return model.round > 1 ? { round: model.round - 1, turn: 2 } : null;
}

const some = (count: number, what: string): string[] => (count ? [`${count} ${what}`] : []);

/** A turn in a line: what moved, charged, attacked, fell. */
export const lineOf = (recap: Recap): string =>
  [
    ...some(recap.moved.length, 'moved'),
    ...some(recap.charges.length, recap.charges.length === 1 ? 'charge' : 'charges'),
    ...some(recap.attacks.length, recap.attacks.length === 1 ? 'attack' : 'attacks'),
    ...some(recap.lost.length, 'destroyed'),
    ...some(
      recap.besides.reduce((sum, { killed }) => sum + killed, 0),
      'lost otherwise',
    ),
  ].join(' · ') || 'Nothing moved and nothing was attacked.';
