// @ts-expect-error The app knows no types of Node.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Test files share a page: what a test leaves running would ask a later one's server, mostly in another file. */

interface Run {
  name: string;
  ended: boolean;
}

// Promises, timers and events belong to the test that began them.
const runs: { run: <T>(run: Run, work: () => T) => T; getStore: () => Run | undefined } = new AsyncLocalStorage();
const { setImmediate: turn } = globalThis as unknown as { setImmediate: (then: () => void) => void };

/** More turns than a drawing takes that goes on from one to the next. */
const TURNS = 12;

/** Lets what is under way and waits for nothing come to its end, within the test that began it. */
export async function settled(): Promise<void> {
  for (let left = TURNS; left > 0; left -= 1) await new Promise<void>((done) => turn(done));
}

/** Runs a test: what it begins is known as its own from then on. */
export async function asTest(name: string, work: () => Promise<void>): Promise<void> {
  const run = { name, ended: false };
  try {
    await runs.run(run, work);
  } finally {
    run.ended = true;
  }
}

/** What is wrong where a test that has ended asks for something; empty otherwise. */
export function overdue(asked: string): string {
  const run = runs.getStore();
  return run?.ended ? `"${run.name}" asked for ${asked} after it had ended.` : '';
}

/** Fails the whole run: what a call throws may be caught, and the test that runs now has nothing to do with it. */
function fail(said: string): never {
  const error = new Error(said);
  void Promise.reject(error);
  throw error;
}

/** Called whenever a server is asked for something. */
export function refuseOverdue(asked: string): void {
  const said = overdue(asked);
  if (said) fail(said);
}

/** Stands where a test serves nothing. */
export const nobody: typeof fetch = async (input) => {
  const asked = input instanceof Request ? input.url : String(input);
  refuseOverdue(asked);
  return fail(`"${runs.getStore()?.name ?? 'No test'}" asked for ${asked}, and serves nothing.`);
};
