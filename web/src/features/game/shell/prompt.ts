import type { GameState, PromptState, UnitState } from '@/shared/api';
import { CLOSING } from '../map/ground';
import { ownSide, unitOf } from '../board';
import { zoneName, zoneRollOf, zoneRollSaid, type ZoneIndex } from '../deployment/zones';
import { resolvingNow } from '../panels/fights/attackRows';
import { reactionWords } from '../reactions/words';
import { ableIn, waiting } from './leftOver';

/** What the main button does. */
export type Step =
  /** `ends`: the turn is over with it, and not only the phase. */
  | { kind: 'advance'; ends: boolean }
  | { kind: 'roll' }
  | { kind: 'place' }
  | { kind: 'stand'; unitId: string }
  | { kind: 'stay' }
  | { kind: 'pick'; unitId: string }
  | { kind: 'take' }
  | { kind: 'zone'; zone: ZoneIndex }
  | { kind: 'start' }
  | { kind: 'pass' }
  | { kind: 'remove' }
  | { kind: 'computer' }
  | { kind: 'report' };

/** One line: what is asked, and the button that goes on; none where only the table itself can. */
export interface Prompt {
  asked: string;
  label: string;
  step: Step | null;
  /** Where there are two ways on, the other one. */
  other?: { label: string; step: Step };
}

const NEXT: Readonly<Record<string, string>> = {
  command: 'On to movement',
  movement: 'On to shooting',
  shooting: 'On to charges',
  charge: 'On to the fight',
};

/** Whether somebody could fight in this turn: who stands so that the rules let him, or is registered to charge. */
const mayFight = (state: GameState): boolean =>
  ableIn(state, 'combat').length > 0 || Object.keys(state.recorded_charges).length > 0;

/** What going on leads to: phases in which nothing could be done are passed over, unless the player stops at each. */
function onward(state: GameState, everyStep: boolean): Pick<Prompt, 'label' | 'step'> {
  const { phase } = state.game_model;
  const passesOver = !everyStep && !(phase === 'shooting' && ableIn(state, 'charge').length);
  const fights = phase === 'charge' || phase === 'shooting';
  if (phase === 'combat' || (fights && passesOver && !mayFight(state)))
    return { label: 'End turn', step: { kind: 'advance', ends: true } };
  const label = phase === 'shooting' && passesOver ? 'On to the fight' : (NEXT[phase] ?? 'On');
  return { label, step: { kind: 'advance', ends: false } };
}

const quiet = (asked: string): Prompt => ({ asked, label: '', step: null });

const some = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** What this window's player is asked now. */
export function promptOf(state: GameState, everyStep = false): Prompt {
  const { request } = state;
  if (!request) return over(state);
  if (!state.sides.length) return quiet(`${request.army_name} is to act.`);
  if (request.controller === 'ai')
    return { asked: `${request.army_name}: the computer is to act.`, label: 'Let it play', step: { kind: 'computer' } };
  if (!request.mine) return quiet(`${request.army_name} is thinking.`);
  return state.game_model.phase === 'deployment' ? settingUp(state) : (dueNow(state) ?? inPhase(state, everyStep));
}

/** Who won, to who played: the report is where to go on. */
function over(state: GameState): Prompt {
  const { armies, winner_army_uuid: winner } = state.game_model;
  const [first, second] = armies[1].uuid === winner ? [armies[1], armies[0]] : armies;
  const side = ownSide(state);
  const own = side === null ? null : armies[side];
  const won = own ? (own.uuid === winner ? 'You win' : 'You lose') : `${first.name} wins`;
  // Who resigns may be ahead, or level: the points would say something else.
  const points = winner && first.vp <= second.vp ? '' : `, ${first.vp} to ${second.vp}`;
  const asked = `The battle is over. ${winner ? won : 'A draw'}${points}.`;
  return state.sides.length ? { asked, label: 'See the whole battle', step: { kind: 'report' } } : quiet(asked);
}

function settingUp(state: GameState): Prompt {
  const [kind] = state.request?.kinds ?? [];
  if (kind === 'deploy') return toDeploy(state);
  if (kind === 'zone')
    return {
      asked: 'Choose your zone, here or on the map.',
      label: zoneName(state, 0),
      step: { kind: 'zone', zone: 0 },
      other: { label: zoneName(state, 1), step: { kind: 'zone', zone: 1 } },
    };
  if (kind === 'roll')
    return { asked: 'Both armies roll for the zones.', label: 'Roll the dice', step: { kind: 'roll' } };
  if (kind === 'place') return { asked: 'A unit may scout ahead.', label: 'It stays', step: { kind: 'stay' } };
  // The other player begins the battle, once this one has nothing more to set up.
  if (state.request?.why === 'set-up')
    return {
      asked: `Leaders of ${state.request.army_name} may still join units.`,
      label: 'Set-up done',
      step: { kind: 'start' },
    };
  return { asked: 'All units are set up.', label: 'Begin', step: { kind: 'start' } };
}

/** At first with what the roll for the zones came to: of the computer's choice nothing else is seen. */
function toDeploy(state: GameState): Prompt {
  const { request, game_model: model } = state;
  const army = model.armies.find((each) => each.uuid === request?.army_uuid);
  const begun = army?.units.some((unit) => unit.deployed || unit.in_reserves);
  const roll = begun ? null : zoneRollOf(state);
  return {
    asked: `${roll ? `${zoneRollSaid(roll)} ` : ''}Set up a unit: choose it, then its place.`,
    label: 'Next unit',
    step: { kind: 'take' },
  };
}

/** Dice, moves and answers that are due before anything else. */
function dueNow(state: GameState): Prompt | null {
  const { request } = state;
  const [kind] = request?.kinds ?? [];
  const name = unitOf(state, request?.unit_uuid ?? null)?.name ?? 'A unit';
  if (request && kind === 'pass')
    return {
      asked: `${reactionWords(request)} You may answer, or let it be.`,
      label: 'Let it be',
      step: { kind: 'pass' },
    };
  if (kind === 'remove')
    return { asked: `${name}: out of coherency. Who is removed?`, label: 'Remove them', step: { kind: 'remove' } };
  if (kind === 'roll')
    return {
      asked: resolvingNow(state) ? 'Dice are due.' : testSaid(state.request, name) || `${name}: dice are due.`,
      label: 'Roll the dice',
      step: { kind: 'roll' },
    };
  if (kind !== 'place') return null;
  const stays = { label: 'It stays', step: { kind: 'stay' } } as const;
  const asked = placeAsked(state, name);
  const why = request?.why ?? '';
  if (!CLOSING.has(why)) return { asked, ...stays };
  const shortest = { asked, label: 'Shortest way', step: { kind: 'place' } } as const;
  if (why === 'charge') return shortest;
  return { ...shortest, other: { label: 'It stays', step: { kind: 'stand', unitId: request?.unit_uuid ?? '' } } };
}

/** What a battle-shock test takes, and what failing it means; empty where another roll is due. */
export function testSaid(request: PromptState | null, name: string): string {
  const needed = request?.needed ?? null;
  if (needed === null) return '';
  return (
    `${name}, battle-shock: ${needed} or more on two dice. ` +
    'Failed, it holds no objectives and takes no stratagems until your next command phase.'
  );
}

const MOVES: Readonly<Record<string, string>> = {
  advance: 'Advance: ',
  charge: 'Charge: ',
  pile_in: 'Pile in: ',
  consolidate: 'Consolidate: ',
  scouts: 'Scout: ',
};

/** What is asked of a unit that has a move to make now, with the inches that it has. */
export function placeAsked(state: Pick<GameState, 'request' | 'game_model'>, name: string): string {
  const { request, game_model: game } = state;
  const far = request?.limit ? `, up to ${request.limit.toFixed(1)}″ away` : '';
  return `${MOVES[request?.why ?? ''] ?? ''}choose a place for ${name}${far}.${howToPlace(request?.why ?? '', game.digital)}`;
}

/** How a unit that closes in is put down; empty where that is said elsewhere. */
function howToPlace(why: string, digital: boolean | undefined): string {
  if (!CLOSING.has(why)) return '';
  const drag = why === 'charge' ? 'drag it within 1″ of its target' : 'drag it on the map';
  if (digital === false) return ` Move it on the table and take a photo, ${drag}, or take the shortest way.`;
  return why === 'charge' ? ' Drag it within 1″ of its target, or take the shortest way.' : '';
}

/** What is left to move; units that may come out of reserves are named beside it, and offered once nothing else is left. */
function toMove(state: GameState, on: Prompt): Prompt {
  const left = waiting(state).length;
  const arriving = state.units.filter((unit) => unit.in_reserves).length;
  const reserves = `${some(arriving, 'unit')} may arrive from reserves`;
  if (left) return { ...on, asked: `Move your units: ${left} to move${arriving ? `, ${reserves}` : ''}.` };
  if (!arriving) return { ...on, asked: 'All units have moved.' };
  return { ...on, asked: `All units have moved; ${reserves}.`, other: { label: 'Arrive', step: { kind: 'take' } } };
}

const anyOwn = (state: GameState, did: (unit: UnitState) => boolean): boolean =>
  state.game_model.armies
    .flatMap((army) => army.units)
    .some((unit) => unit.army_uuid === state.current_army_uuid && did(unit));

const nobodyShoots = (state: GameState): string =>
  anyOwn(state, ({ shot }) => shot) ? 'Every unit that could shoot has.' : 'Nobody has anyone to shoot at.';

const nobodyCharges = (state: GameState): string =>
  state.charge_results.length || anyOwn(state, ({ charged }) => charged)
    ? 'Every unit that could charge has tried.'
    : 'Nobody can charge.';

function inPhase(state: GameState, everyStep: boolean): Prompt {
  const { phase, phase_time: time } = state.game_model;
  const on: Prompt = { asked: '', ...onward(state, everyStep) };
  if (time === 'beginning') return { ...on, asked: `The ${phase} phase begins.`, label: `Begin: ${phase}` };
  if (time === 'end') return { ...on, asked: `The ${phase} phase ends.` };
  if (phase === 'movement') return toMove(state, on);
  const able = ableIn(state, phase).length;
  if (phase === 'shooting')
    return { ...on, asked: able ? `Who shoots? ${some(able, 'unit')} can.` : nobodyShoots(state) };
  if (phase === 'charge')
    return { ...on, asked: able ? `Who charges? ${some(able, 'unit')} can.` : nobodyCharges(state) };
  const [first] = state.request?.kinds.includes('fight') ? state.units : [];
  if (phase === 'combat' && first)
    return { asked: 'Pick who fights.', label: `Fight: ${first.name}`, step: { kind: 'pick', unitId: first.uuid } };
  return { ...on, asked: phase === 'command' ? 'Your command phase.' : 'Nobody is left to act.' };
}

/** Whether nothing can be done at this step but to go on. */
export function isEmpty(state: GameState): boolean {
  const { request, game_model: model } = state;
  if (!request?.mine || request.controller !== 'human' || model.phase === 'deployment') return false;
  if (!request.kinds.some((kind) => kind === 'advance' || kind === 'end' || kind === 'shoot' || kind === 'charge'))
    return false;
  if (model.phase_time !== 'middle' || model.phase === 'command') return true;
  if (model.phase === 'shooting' || model.phase === 'charge') return ableIn(state, model.phase).length === 0;
  // What is done by hand can be done at any time, and nothing waits for it.
  return request.kinds.every((kind) => kind === 'end' || kind === 'by_hand');
}

/** Whether going on from here ends the turn. */
export const isTurnsEnd = ({ game_model: { phase, phase_time: time } }: GameState): boolean =>
  phase === 'combat' && time === 'end';
