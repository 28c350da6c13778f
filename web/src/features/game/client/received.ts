import { UnexpectedAnswer, wrongIn, type GameState } from '@/shared/api';
import { accepts, type Validator } from '@/shared/api/checked';
import { zArmyState, zGameModel, zGameState, zUnitState } from '@/shared/api/validators';
import { fields, isFields, list, type Fields } from '@/shared/battle-log';

type Shape = Readonly<Record<string, Validator<unknown>>>;

/** Whether all fields are as the API says, but for those that are looked at one by one. */
const hasFields = (value: Fields, shape: Shape, ...apart: string[]): boolean =>
  Object.entries(shape).every(([name, validator]) => apart.includes(name) || accepts(validator, value[name]));

const hasUnits = ({ units }: Fields): boolean =>
  Array.isArray(units) && units.every((unit) => accepts(zUnitState, unit));

const isArmy = (army: unknown): boolean =>
  isFields(army) && hasFields(army, zArmyState.shape, 'units') && hasUnits(army);

const isModel = (model: unknown): boolean =>
  isFields(model) &&
  hasFields(model, zGameModel.shape, 'armies') &&
  Array.isArray(model.armies) &&
  model.armies.length === 2 &&
  model.armies.every(isArmy);

/** Whether a state is as the API says. Of it only that is looked at which was in no state before. */
const isState = (state: unknown): boolean =>
  isFields(state) &&
  hasFields(state, zGameState.shape, 'game_model', 'units') &&
  hasUnits(state) &&
  isModel(state.game_model);

/** What a state has missing or wrong, for the table to say; empty where it is as the API says. */
export const faultOf = (state: unknown): string => (isState(state) ? '' : wrongIn(zGameState, state));

const isLists = (value: unknown, ...names: string[]): boolean =>
  isFields(value) && names.every((name) => Array.isArray(value[name]));

/** Whether there is a table to draw: two armies with their units. A part that needs what else is missing fails alone. */
function isDrawable(state: unknown): state is GameState {
  if (!isLists(state, 'units', 'sides')) return false;
  const armies = list(fields(fields(state).game_model).armies);
  return armies.length === 2 && armies.every((army) => isLists(army, 'units'));
}

/** A state that can be shown, whatever else is missing in it. Throws UnexpectedAnswer if there is nothing to draw. */
export function shown(state: unknown): GameState {
  if (!isDrawable(state)) throw new UnexpectedAnswer(`The server's answer is no game: ${faultOf(state)}.`);
  return state;
}

const NEW = { phase: 'setup', phase_time: 'beginning', round: 1, turn: 0 };

/** Who commands is read whatever its case. */
const inLowerCase = (value: unknown): unknown =>
  isFields(value) && typeof value.controller === 'string'
    ? { ...value, controller: value.controller.toLowerCase() }
    : value;

const ofArmy = (unit: unknown, army: Fields, index: number): unknown =>
  isFields(unit) ? { ...unit, player: index + 1, army_uuid: army.uuid, army_index: index } : unit;

function withUnits(army: unknown, index: number): unknown {
  const raw = inLowerCase(army);
  return isFields(raw) && Array.isArray(raw.units)
    ? { ...raw, units: raw.units.map((unit: unknown) => ofArmy(unit, raw, index)) }
    : raw;
}

/**
 * A state as the server sent it: a game is in its set-up until it says more, and each unit knows its army: `player` (the
 * army's index + 1), `army_uuid`, `army_index`. Throws as `shown` does.
 */
export function received(sent: unknown): GameState {
  const model = fields(fields(sent).game_model);
  if (!Array.isArray(model.armies)) return shown(sent);
  const { request } = fields(sent);
  return shown({
    ...fields(sent),
    ...(request !== undefined && { request: inLowerCase(request) }),
    game_model: { ...NEW, ...model, armies: model.armies.map(withUnits) },
  });
}
