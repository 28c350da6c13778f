import { answered } from './http';

/** A generated validator. */
export interface Validator<T> {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: readonly Issue[] } | undefined; data?: T };
}
interface Issue {
  path: readonly PropertyKey[];
}

/** The server's answer is not what its API says. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner ? Reflect.get(inner, name) : undefined),
    value,
  );

/** Says which field is missing or wrong, the first of them where there are several. */
function complaint(value: unknown, issues: readonly Issue[]): string {
  const [first] = issues;
  const where = first?.path.join('.') || 'the answer';
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${where} is ${at(value, first?.path ?? []) === undefined ? 'missing' : 'not as described'}${more}`;
}

/** What is missing or wrong in a value; empty where it is what its validator says. */
export function wrongIn<T>(validator: Validator<T>, value: unknown): string {
  const { error } = validator.safeParse(value);
  return error ? complaint(value, error.issues) : '';
}

const fits = <T>(validator: Validator<T>, value: unknown): value is T => validator.safeParse(value).success;

/** Objects that a validator has accepted: what has not changed is the same object, and need not be looked at again. */
const accepted = new WeakMap<object, WeakSet<object>>();

/** Whether a validator accepts a value, which nobody changes. */
export function accepts(validator: Validator<unknown>, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return fits(validator, value);
  const known = accepted.get(validator) ?? new WeakSet();
  accepted.set(validator, known);
  if (known.has(value)) return true;
  const fine = fits(validator, value);
  if (fine) known.add(value);
  return fine;
}

/** Filters the values that a validator accepts. */
export const fitting =
  <T>(validator: Validator<T>) =>
  (value: unknown): value is T =>
    fits(validator, value);

/** The value itself, if its validator accepts it. Throws UnexpectedAnswer otherwise. */
function checked<T>(validator: Validator<T>, value: unknown): T {
  if (fits(validator, value)) return value;
  throw new UnexpectedAnswer(`The server's answer cannot be read: ${wrongIn(validator, value)}.`);
}

/** The data of a generated call, checked. Throws as `answered` does, and UnexpectedAnswer. */
export const answeredAs = async <T>(
  validator: Validator<T>,
  call: Promise<{ data?: unknown; error?: unknown; response?: Response }>,
): Promise<T> => checked(validator, await answered(call));
