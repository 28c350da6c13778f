import type { GameState, MapMark, Operation, ThoughtState, UnitState } from '@/shared/api';
import { fitting } from '@/shared/api/checked';
import { zMapMark, zOperation, zThoughtState } from '@/shared/api/validators';
import { isFields, list, text } from '@/shared/battle-log';
import { received, shown } from './received';

/** What the socket sends of a change: what leads from one version of the state to the next. */
export interface Push {
  from: string;
  version: string;
  changes: readonly Operation[] | null;
}

export function readPush(payload: Readonly<Record<string, unknown>>): Push {
  const changes = Array.isArray(payload.changes) ? list(payload.changes).filter(fitting(zOperation)) : null;
  return {
    from: text(payload.from),
    version: text(payload.version),
    changes,
  };
}

const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

/** What an operation does where its path ends. */
type Step = Pick<Operation, 'op'> & { value?: unknown };

/** Objects that were already copied for this change of the document, and may be written to. */
type Copies = WeakSet<object>;

/** A copy to write to, shared by all operations: most of them pass through the same objects. */
function copied<T extends object>(part: T, copies: Copies, copy: (part: T) => T): T {
  if (copies.has(part)) return part;
  const made = copy(part);
  copies.add(made);
  return made;
}

/** A list after an operation. */
function listed(items: unknown[], [name = '', ...rest]: readonly string[], { op, value }: Step, copies: Copies) {
  const at = Number(name);
  if (!(at >= 0 && at < items.length + (op === 'add' && !rest.length ? 1 : 0)))
    throw new Error(`There is nothing at ${name}.`);
  const own = copied(items, copies, (each) => [...each]);
  if (rest.length) own[at] = applied(own[at], rest, { op, value }, copies);
  else own.splice(at, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]));
  return own;
}

/** The document after an operation. What is not on its path stays the very same object. */
function applied(document: unknown, path: readonly string[], { op, value }: Step, copies: Copies): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(document)) return listed(document, path, { op, value }, copies);
  if (!isFields(document) || (rest.length > 0 && !(name in document))) throw new Error(`There is nothing at ${name}.`);
  if (op === 'remove' && !rest.length)
    return Object.fromEntries(Object.entries(document).filter(([each]) => each !== name));
  const own: Record<string, unknown> = copied(document, copies, (each) => ({ ...each }));
  own[name] = applied(document[name], rest, { op, value }, copies);
  return own;
}

/** A document after the operations, in order. Throws if one of them does not fit it. */
export function patched(document: unknown, operations: readonly Operation[]): unknown {
  const copies: Copies = new WeakSet();
  return operations.reduce(
    (now, operation) => applied(now, operation.path.split('/').slice(1).map(unescaped), operation, copies),
    document,
  );
}

const byUuid = (state: GameState) =>
  new Map(state.game_model.armies.flatMap((army) => army.units.map((unit) => [unit.uuid, unit] as const)));

/** A unit of `units`: what its army says of it, what is its own, and both together. */
interface Put {
  army: object | undefined;
  own: object;
  unit: object;
}

/** Units by what they were put together of, and by themselves: who has not changed stays the very same object. */
const known = new WeakMap<object, Put>();

function put(own: object, army: object | undefined): Put {
  const before = known.get(own);
  if (before && before.army === army) return before;
  const made = { army, own, unit: { ...army, ...own } };
  known.set(own, made);
  known.set(made.unit, made);
  return made;
}

function ownOf(unit: UnitState, army: UnitState | undefined): object {
  const before = known.get(unit);
  if (before && before.army === army) return before.own;
  const own = Object.fromEntries(Object.entries(unit).filter(([name]) => name === 'uuid' || !(name in (army ?? {}))));
  known.set(unit, put(own, army));
  return own;
}

/** The state as changes are written for it: `units` has of each only its uuid and what its army does not say. */
function slim(state: GameState): unknown {
  const armies = byUuid(state);
  return { ...state, units: state.units.map((unit) => ownOf(unit, armies.get(unit.uuid))) };
}

const unitsIn = (value: unknown): readonly unknown[] => (isFields(value) ? list(value.units) : []);

/** The state again with whole units in `units`. */
function whole(after: unknown): unknown {
  if (!isFields(after) || !isFields(after.game_model)) return after;
  const armies = new Map(
    list(after.game_model.armies)
      .flatMap(unitsIn)
      .filter(isFields)
      .map((unit) => [unit.uuid, unit]),
  );
  return {
    ...after,
    units: unitsIn(after).map((own) => (isFields(own) ? put(own, armies.get(own.uuid)).unit : own)),
  };
}

/** The state after a push, or null where the push does not lead on from it. */
export function movedOn(state: GameState, push: Push): GameState | null {
  if (state.version !== push.from || !push.changes) return null;
  try {
    return shown(whole(patched(slim(state), push.changes)));
  } catch (error) {
    console.error('A change does not fit the state', error);
    return null;
  }
}

/** The state after several pushes, as far as each leads on from the one before. */
const after = (state: GameState, pushes: readonly Push[]): GameState =>
  pushes.reduce((now, push) => movedOn(now, push) ?? now, state);

/** How many choices a version stands after; 0 where nothing is known of it. */
const counted = (version: string | undefined): number => Number.parseInt(version ?? '', 10) || 0;

const countOf = (state: GameState | undefined): number => counted(state?.version);

/** Whether a push is of a version that the state is, or is past. */
export const isBehind = (state: GameState, { version }: Push): boolean =>
  state.version === version || (counted(version) > 0 && counted(version) < countOf(state));

/** The later one of two states of a game: answers may overtake each other. */
export const later = (known: GameState | undefined, other: GameState): GameState =>
  known && countOf(known) > countOf(other) ? known : other;

/** What calls answer beside the state: what they were about, and what the computer says of it. */
const BESIDES = [
  'result',
  'unit',
  'needed_values',
  'game_state',
  'charge_logs',
  'ai_action_description',
  'ai_rationale',
  'ai_instructions',
  'kind',
  'terms',
  'plan',
  'marks',
  'status',
  'selected_unit',
  'log',
];

/** What the computer says of its choice. */
export interface Words {
  description: string;
  rationale: string;
  instructions: string[];
  /** What it thought before, null where it compared no plans. */
  plan?: ThoughtState | null;
  /** What can be drawn of its choice. */
  marks?: readonly MapMark[];
}

/** What the computer says in an answer; null in one of another call. */
export const wordsOf = (answer: unknown): Words | null =>
  isFields(answer) && 'ai_action_description' in answer
    ? {
        description: text(answer.ai_action_description),
        rationale: text(answer.ai_rationale),
        instructions: list(answer.ai_instructions).map(text),
        plan: zThoughtState.safeParse(answer.plan).data ?? null,
        marks: list(answer.marks).flatMap((each) => zMapMark.safeParse(each).data ?? []),
      }
    : null;

const withoutBesides = (answer: Readonly<Record<string, unknown>>): unknown =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => !BESIDES.includes(name)));

/**
 * The state that a call led to: as it was sent, or the known one with the changes that were sent, which its socket may
 * have brought already. A call that rolls dice leads on from the version in which they were fixed, which the socket has
 * reported meanwhile: it is among those that wait. Null where these do not lead on from what is known.
 */
export function stateAfter(
  known: GameState | undefined,
  answer: unknown,
  waiting: readonly Push[] = [],
): GameState | null {
  if (!isFields(answer)) return null;
  if (isFields(answer.game_model)) return received(withoutBesides(answer));
  const push = readPush(answer);
  if (!known || isBehind(known, push)) return known ?? null;
  return movedOn(push.from === known.version ? known : after(known, waiting), push);
}
