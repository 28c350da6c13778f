import { bytes, hmac, hmacText, isSigned, sha256Text } from './bytes';
import { isFields } from '@/shared/battle-log';
import { canonical } from './canonical';
import { Known, type Party } from './chain';
import type { Receipt } from './device';

/** What the check of a battle's log found. `fault` is the first thing that is wrong. */
export interface Verdict {
  sealed: boolean;
  choices: number;
  rolls: number;
  witnessed: number;
  byServer: number;
  own: number;
  undone: number;
  dice: number;
  fault: { kind: string; sentence: string; choice: number; roll: number } | null;
  notes: string[];
}

interface Rolled {
  purpose: string;
  sides: number;
  faces: number[];
}
interface Proof {
  roll: number;
  statement: string;
  reveals: { role: string; party: number; value: string; seal: string }[];
  missed?: string[];
}
interface BattleRecord {
  choice: unknown;
  dice: [string, number, number[], string?][];
  given?: unknown;
  proof?: Proof | null;
}
interface Undone {
  serial: number;
  until: number;
  record: BattleRecord;
}
export interface BattleLog {
  setup: unknown;
  game: string;
  records: BattleRecord[];
  undone: Undone[];
  parties: Party[];
}

class Wrong extends Error {
  constructor(
    readonly kind: string,
    message: string,
  ) {
    super(message);
  }
}

const ABSENT = '-';
const DECK = 'deck';

/** A log as `/battle_log` returns it. Throws an Error with a sentence if the file is not one. */
export function readLog(text: string): BattleLog {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error('This file is not readable JSON.');
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file: what is wrong in it is what is looked for
  const log = found as Partial<BattleLog>;
  if (found === null || typeof found !== 'object' || !Array.isArray(log.records) || !('setup' in found))
    throw new Error('This file is no battle log: it has no setup and no records.');
  return {
    setup: log.setup,
    game: log.game ?? '',
    records: log.records,
    undone: log.undone ?? [],
    parties: log.parties ?? [],
  };
}

type Step = { record: BattleRecord; number: number; undo: boolean };

/** Everything that was chosen and taken back, in the order in which it happened. */
function* history({ records, undone }: BattleLog): Generator<Step> {
  const taken = new Map(undone.map((each) => [each.serial, each]));
  const standing = [...records];
  const waiting = [...undone];
  let number = 0;
  for (let serial = 0; serial <= records.length + undone.length; serial += 1) {
    for (let next = waiting[0]; next && next.until === serial; next = waiting[0]) {
      waiting.shift();
      number -= 1;
      yield { record: next.record, number, undo: true };
    }
    const record =
      taken.get(serial)?.record ?? (serial < records.length + undone.length ? standing.shift() : undefined);
    if (record) yield { record, number, undo: false };
    number += 1;
  }
  if (waiting.length || standing.length)
    throw new Wrong('missing-choice', 'A choice that was made or taken back is missing from the log.');
}

/** JSON without the text of abilities that is private to its owner. */
function withoutPrivate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrivate);
  if (value === null || typeof value !== 'object') return value;
  const hidden = 'private' in value && value.private === true ? 'text' : '';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== hidden)
      .map(([key, each]) => [key, withoutPrivate(each)]),
  );
}

/** Checks every die, choice and reveal of a log; what the rules make of the dice takes the rules (`highground verify`). */
export async function verify(
  log: BattleLog,
  receipts: Readonly<Record<string, Receipt>> = {},
  progress: (share: number) => void = () => undefined,
): Promise<Verdict> {
  const check = new Check(log, receipts);
  let made = 0;
  const total = log.records.length + 2 * log.undone.length || 1;
  let done = 0;
  try {
    for (const step of history(log)) {
      if (!step.undo) made += 1;
      await check.step(step);
      done += 1;
      if (done % 10 === 0) progress(done / total);
    }
    check.end();
  } catch (error) {
    const kind = error instanceof Wrong ? error.kind : 'broken';
    const sentence = error instanceof Error ? error.message : 'The record does not fit.';
    check.verdict.fault = { kind, sentence, choice: made, roll: check.verdict.rolls };
  }
  return check.finished();
}

class Check {
  readonly verdict: Verdict;
  private readonly known = new Known();
  private readonly missed: number[] = [];
  private link = '';

  constructor(
    private readonly log: BattleLog,
    private readonly receipts: Readonly<Record<string, Receipt>>,
  ) {
    this.verdict = {
      sealed: log.parties.length > 0,
      choices: log.records.length,
      rolls: 0,
      witnessed: 0,
      byServer: 0,
      own: 0,
      undone: log.undone.length,
      dice: 0,
      fault: null,
      notes: [],
    };
  }

  async step({ record, number, undo }: Step): Promise<void> {
    if (!this.link) this.link = await sha256Text(canonical(withoutPrivate(this.log.setup)));
    if (undo) {
      this.link = await linked(this.link, 'undo');
      return;
    }
    const rolled = record.dice.map(([purpose, sides, faces]) => ({ purpose, sides, faces }));
    if (record.given) this.verdict.own += 1;
    if (record.proof) await this.proof(record, record.proof, number, rolled);
    else if (rolled.length && !record.given)
      throw new Wrong('missing-reveal', 'Dice were rolled without a proof of where they come from.');
    this.verdict.dice += rolled.reduce((sum, { faces }) => sum + faces.length, 0);
    this.link = await linked(this.link, record.given ? [record.choice, record.given] : record.choice);
  }

  end(): void {
    const beyond = Object.keys(this.receipts)
      .map(Number)
      .filter((roll) => roll > this.verdict.rolls);
    if (beyond.length)
      throw new Wrong(
        'missing-roll',
        `Your device revealed its part of roll ${Math.min(...beyond)}: the log lacks it.`,
      );
  }

  finished(): Verdict {
    const { verdict, missed } = this;
    const alone = verdict.rolls - verdict.witnessed;
    if (missed.length)
      verdict.notes.push(
        `A device that was to take part did not reveal in time: roll ${missed.slice(0, 12).join(', ')}${missed.length > 12 ? ' and more' : ''}.`,
      );
    if (alone) verdict.notes.push(`${alone} of ${verdict.rolls} rolls had no witness.`);
    if (verdict.byServer) verdict.notes.push(`${verdict.byServer} rolls were made by the server alone.`);
    if (verdict.own)
      verdict.notes.push(
        `${verdict.own} choices used dice that the players rolled themselves; these cannot be proven.`,
      );
    return verdict;
  }

  private async proof(record: BattleRecord, proof: Proof, number: number, rolled: Rolled[]): Promise<void> {
    this.verdict.rolls += 1;
    const { rolls } = this.verdict;
    if (proof.roll !== rolls)
      throw new Wrong('missing-roll', `Roll ${rolls} is missing: the log goes on with roll ${proof.roll}.`);
    const said = this.statement(proof);
    const expected = { game: this.log.game, roll: rolls, number, choice: record.choice, given: record.given ?? null };
    for (const [field, value] of Object.entries(expected)) {
      if (canonical(said[field] ?? null) !== canonical(value))
        throw new Wrong('changed-choice', `Roll ${rolls} was fixed for another ${field} than the log has.`);
    }
    if (said.link !== this.link)
      throw new Wrong('changed-history', `What was chosen before roll ${rolls} was changed afterwards.`);
    const joined = this.log.parties.filter(({ since }) => since <= rolls);
    if (said.parties !== (await sha256Text(canonical(joined))))
      throw new Wrong('changed-party', `Those who took part in roll ${rolls} are not those named in it.`);
    await this.reveals(proof, said);
    await this.receipt(proof);
    // Players roll their own dice, but draw no cards by hand.
    await this.faces(proof, record.given ? rolled.filter(({ purpose }) => purpose === DECK) : rolled);
  }

  private statement(proof: Proof): Record<string, unknown> {
    const said: unknown = JSON.parse(proof.statement);
    if (!isFields(said) || canonical(said) !== proof.statement)
      throw new Wrong('changed-choice', `The statement of roll ${proof.roll} is not in its proper form.`);
    return said;
  }

  private async reveals(proof: Proof, said: Record<string, unknown>): Promise<void> {
    const { verdict } = this;
    const found = new Map(proof.reveals.map((each) => [each.role, each]));
    if (!found.has('server') || found.size < proof.reveals.length)
      throw new Wrong('missing-reveal', `The server's part of roll ${proof.roll} is missing.`);
    for (const role of ['witness', 'thrower', 'server']) {
      const reveal = found.get(role);
      const place = said[role] ?? null;
      if (reveal && reveal.party !== place)
        throw new Wrong('changed-party', `Roll ${proof.roll} names another ${role} than the one who revealed.`);
      if (reveal) await this.reveal(proof, reveal, valueOf(proof, 'witness'));
      else if (place !== null) this.missing(proof, role);
    }
    if (found.has('witness')) verdict.witnessed += 1;
    if (found.size === 1) verdict.byServer += 1;
  }

  private missing(proof: Proof, role: string): void {
    if (!proof.missed?.includes(role))
      throw new Wrong('missing-reveal', `The ${role}'s part of roll ${proof.roll} is missing.`);
    this.missed.push(proof.roll);
  }

  private async reveal(
    proof: Proof,
    { role, party, value, seal }: Proof['reveals'][number],
    witness: string,
  ): Promise<void> {
    const who = `The ${role}'s part of roll ${proof.roll}`;
    const known = this.log.parties[party];
    if (!known || !(await this.known.fits(known, proof.roll, value)))
      throw new Wrong('forged-reveal', `${who} is not the value that was fixed beforehand.`);
    if (role === 'server') return;
    const seen = role === 'thrower' ? `:${witness}` : '';
    const text = `${role}:${await sha256Text(proof.statement)}:${value}${seen}`;
    if (!(await isSigned(known.key, text, seal)))
      throw new Wrong('forged-seal', `${who} is not signed for this choice or for what led to it.`);
  }

  private async receipt(proof: Proof): Promise<void> {
    const mine = this.receipts[proof.roll];
    if (!mine) return;
    if (mine.fixed !== (await sha256Text(proof.statement)))
      throw new Wrong('changed-choice', `Your device revealed its part of roll ${proof.roll} for another choice.`);
    if (valueOf(proof, mine.role) === ABSENT)
      throw new Wrong(
        'missing-reveal',
        `Your device revealed its part of roll ${proof.roll}, and the log leaves it out.`,
      );
  }

  private async faces(proof: Proof, rolled: Rolled[]): Promise<void> {
    const dice = new Dice(await diceKey(proof));
    for (const { purpose, sides, faces } of rolled) {
      const made = await dice.roll(faces.length, sides);
      if (made.join() !== faces.join())
        throw new Wrong(
          'forged-die',
          `${faces.join(', ')} was logged for ${purpose}; the proof makes ${made.join(', ')}.`,
        );
    }
  }
}

const linked = (link: string, step: unknown): Promise<string> => sha256Text(`${link}:${canonical(step)}`);

const valueOf = (proof: Proof, role: string): string =>
  proof.reveals.find((each) => each.role === role)?.value ?? ABSENT;

async function diceKey(proof: Proof): Promise<Uint8Array<ArrayBuffer>> {
  return hmacText(
    bytes(valueOf(proof, 'server')),
    `${await sha256Text(proof.statement)}:${valueOf(proof, 'witness')}:${valueOf(proof, 'thrower')}`,
  );
}

/** Faces under the key of a roll: bytes that would favour a face are dropped. */
class Dice {
  private counter = 0;
  private pool: number[] = [];
  private sides = 0;

  constructor(private readonly key: Uint8Array<ArrayBuffer>) {}

  async roll(count: number, sides: number): Promise<number[]> {
    if (sides !== this.sides) {
      this.pool = [];
      this.sides = sides;
    }
    while (this.pool.length < count) {
      const counter = new ArrayBuffer(4);
      new DataView(counter).setUint32(0, this.counter);
      const block = await hmac(this.key, new Uint8Array(counter));
      this.counter += 1;
      const usable = 256 - (256 % sides);
      this.pool.push(
        ...Array.from(block)
          .filter((byte) => byte < usable)
          .map((byte) => (byte % sides) + 1),
      );
    }
    return this.pool.splice(0, count);
  }
}
