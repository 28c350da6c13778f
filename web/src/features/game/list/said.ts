import type { GameState, UnitState } from '@/shared/api';
import { phaseLabel, toPoint } from '../board';
import { distance, heading } from '@/shared/geometry';
import { placeWords } from '../placeWords';
import { YOURS, type Sentence } from './summed';
import { groupsOf, targetWords } from '../panels/fights/attackRows';

/** Inches that are too little to speak of. */
const STILL = 0.05;

const unitsOf = (state: GameState): UnitState[] => state.game_model.armies.flatMap((army) => army.units);
const wounds = (unit: UnitState): number =>
  unit.miniatures.reduce((sum, each) => sum + (each.alive ? each.wounds : 0), 0);

function losses(before: UnitState, after: UnitState): Sentence[] {
  const lost = (what: string): Sentence[] => [{ text: `${after.name}: ${what}.`, lossOf: after.uuid }];
  if (before.alive && !after.alive) return lost('destroyed');
  if (after.alive_count < before.alive_count) return lost(`${after.alive_count} of ${after.starting_strength} left`);
  const [had, has] = [wounds(before), wounds(after)];
  return has < had ? lost(`${has} of ${had} wounds left`) : [];
}

/** How far a unit moved and which way, as its log has it, and where it stands now. */
function moves(before: UnitState, after: UnitState, { objectives }: GameState['game_model']): Sentence[] {
  if (!after.location || !after.deployed || !after.alive) return [];
  const now = placeWords(objectives, after.location);
  if (!before.location || !before.deployed)
    return [{ text: `${after.name}: now on the table, ${now}.`, did: 'arrived' }];
  // Who stands in the unit's middle changes with its casualties too.
  const [from, to] = [toPoint(before.location), toPoint(after.location)];
  const gone = distance(from, to);
  if (after.alive_count !== before.alive_count || gone <= STILL) return [];
  return [{ text: `${after.name}: moved ${gone.toFixed(1)}″ to the ${heading(from, to)}, now ${now}.`, did: 'moved' }];
}

interface Step {
  before: GameState;
  after: GameState;
}

/** The targets of a unit that has finished shooting; it held its fire if no attacks of its own came of that choice. */
function shots(unit: UnitState, { before, after }: Step): Sentence {
  const [old, made] = [before.game_model.latest_roll, after.game_model.latest_roll];
  const own = made?.unit_uuid === unit.uuid && made.stage === 'complete';
  if (made && own && JSON.stringify(old) !== JSON.stringify(made))
    return { text: `${unit.name} shot at ${targetWords(groupsOf(made))}.` };
  // Over several choices at once its attacks may have been followed by another unit's.
  const next = after.number === before.number + 1;
  return { text: next ? `${unit.name} holds its fire.` : `${unit.name}: done with shooting.`, did: 'shot nobody' };
}

const deeds = (before: UnitState, after: UnitState, step: Step): Sentence[] => [
  ...(after.shot && !before.shot ? [shots(after, step)] : []),
  ...(after.charged && !before.charged ? [{ text: `${after.name}: charged.` }] : []),
  ...(after.fought && !before.fought ? [{ text: `${after.name}: fought.` }] : []),
  ...moves(before, after, step.after.game_model),
];

const harm = (before: UnitState, after: UnitState): Sentence[] => [
  ...losses(before, after),
  ...(after.battle_shocked && !before.battle_shocked ? [{ text: `${after.name}: battle-shocked.` }] : []),
];

/** Whether the next choice is this player's own. */
const isMine = ({ request, sides }: GameState): boolean =>
  sides.length > 0 && request?.mine === true && request.controller === 'human';

/** Whether the computer goes on by itself. */
export const isTheComputers = ({ request }: GameState): boolean => request?.controller === 'ai';

/** What somebody else did between two states, in sentences for who does not see the table; nothing of what this player did. */
export function saidBetween(before: GameState, after: GameState): Sentence[] {
  if (isMine(before) || before.number === after.number) return [];
  const known = new Map(unitsOf(before).map((unit) => [unit.uuid, unit]));
  const changed = unitsOf(after).flatMap((unit) => {
    const old = known.get(unit.uuid);
    return old && old !== unit ? [{ old, unit }] : [];
  });
  const { phase, armies } = after.game_model;
  const began = before.game_model.phase === 'deployment' && phase !== 'deployment';
  const scored = armies.flatMap(({ name, vp, head_start: given = 0 }, side) => {
    const more = vp - (before.game_model.armies[side]?.vp ?? 0);
    if (began && given) return [{ text: `${name} begins ${given} points ahead.` }];
    return more > 0 ? [{ text: `${name}: ${more} points scored, ${vp} in all.` }] : [];
  });
  const found: Sentence[] = [
    ...(phase === before.game_model.phase ? [] : [{ text: `${after.current_army_name}: ${phaseLabel(phase)} phase.` }]),
    // What was done comes before what came of it.
    ...changed.flatMap(({ old, unit }) => deeds(old, unit, { before, after })),
    ...changed.flatMap(({ old, unit }) => harm(old, unit)),
    ...scored,
  ];
  return found.length && isMine(after) ? [...found, YOURS] : found;
}
