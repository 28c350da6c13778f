import { canHash, hex, importKey, newKey, pointOf, sha256Text, signed } from './bytes';
import { canonical } from './canonical';
import { fields } from '@/shared/battle-log';
import { chainOf, Known, LENGTH, valueFor, type Chain, type Party } from './chain';

export type Role = 'witness' | 'thrower';

/** A roll under way, as the server sends it to the players' devices. */
export interface PendingRoll {
  roll: number;
  statement: string;
  parties: Party[];
  witness: number | null;
  thrower: number | null;
  witnessed: string | null;
  awaits: Role[];
}

export interface Receipt {
  fixed: string;
  role: Role;
}

/** What the browser keeps of a device: its secrets, and what it has revealed. */
export interface Kept {
  secret: string;
  anchor: string;
  key: JsonWebKey;
  /** The first roll of its chain, and whose armies it rolls for, as the server has it; 0 before it has joined. */
  since: number;
  sides: number[];
  last: number;
  receipts: Record<string, Receipt>;
}

export interface Reveal {
  roll: number;
  role: Role;
  value: string;
  seal: string;
}

const PREFIX = 'highground.dice.';
const GAMES_KEPT = 20;

const keptKey = (gameId: string): string => `${PREFIX}${gameId}`;

/** What this browser keeps of its device at a game; null where it has none. */
export function kept(gameId: string): Kept | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keptKey(gameId)) ?? 'null');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this browser wrote it
    return found !== null && typeof found === 'object' && 'secret' in found ? (found as Kept) : null;
  } catch {
    return null;
  }
}

export function keep(gameId: string, device: Kept): void {
  localStorage.setItem(keptKey(gameId), JSON.stringify(device));
}

/** Secrets of games played long ago are of no use; the receipts of the last few stay. */
export function forgetOldest(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  keys.slice(0, Math.max(0, keys.length - GAMES_KEPT)).forEach((key) => localStorage.removeItem(key));
}

/** A new device with a chain and a key of its own. */
export async function fresh(): Promise<Kept> {
  const secret = hex(crypto.getRandomValues(new Uint8Array(32)));
  const [chain, key] = await Promise.all([chainOf(secret), newKey()]);
  return { secret, anchor: hex(chain[LENGTH] ?? new Uint8Array()), key, since: 0, sides: [], last: 0, receipts: {} };
}

/** Holds a chain and answers rolls; throws if a roll is not what it claims to be. */
export class Device {
  private readonly known = new Known();

  private constructor(
    private readonly gameId: string,
    readonly kept: Kept,
    private readonly chain: Chain,
    private readonly key: CryptoKey,
  ) {}

  static async open(gameId: string, found: Kept): Promise<Device> {
    const [chain, key] = await Promise.all([chainOf(found.secret), importKey(found.key)]);
    return new Device(gameId, found, chain, key);
  }

  static get possible(): boolean {
    return canHash();
  }

  get anchor(): string {
    return this.kept.anchor;
  }

  get point(): string {
    return pointOf(this.kept.key);
  }

  /** The part of this device that a roll waits for now; null where it waits for none. */
  due(roll: PendingRoll): Role | null {
    const mine = (place: number | null) => place !== null && roll.parties[place]?.anchor === this.anchor;
    if (mine(roll.witness) && roll.awaits.includes('witness')) return 'witness';
    return mine(roll.thrower) && roll.awaits.includes('thrower') && !roll.awaits.includes('witness') ? 'thrower' : null;
  }

  /** What to reveal. It is written down first: for one roll this device reveals for one statement, whatever comes later. */
  async reveal(roll: PendingRoll, role: Role): Promise<Reveal> {
    const fixed = await sha256Text(roll.statement);
    await this.check(roll, role, fixed);
    const found = valueFor(this.chain, this.kept.since, roll.roll);
    if (found === undefined) throw new Error('This device has no value for this roll.');
    const value = hex(found);
    const seen = role === 'thrower' ? `:${roll.witnessed ?? '-'}` : '';
    const seal = await signed(this.key, `${role}:${fixed}:${value}${seen}`);
    this.kept.last = Math.max(this.kept.last, roll.roll);
    this.kept.receipts[roll.roll] = { fixed, role };
    keep(this.gameId, this.kept);
    return { roll: roll.roll, role, value, seal };
  }

  /** A reveal that came too late proves nothing. */
  tooLate(roll: number): void {
    this.kept.receipts = Object.fromEntries(
      Object.entries(this.kept.receipts).filter(([known]) => Number(known) !== roll),
    );
    keep(this.gameId, this.kept);
  }

  private async check(roll: PendingRoll, role: Role, fixed: string): Promise<void> {
    const parsed: unknown = JSON.parse(roll.statement);
    const said = fields(parsed);
    const before = this.kept.receipts[roll.roll];
    if (before && before.fixed !== fixed) throw new Error(`Roll ${roll.roll} was fixed for another choice before.`);
    if (!before && roll.roll <= this.kept.last) throw new Error(`Roll ${roll.roll} has been rolled already.`);
    const parties = roll.parties.map(({ sides, anchor, key, since }) => ({ sides, anchor, key, since }));
    const place = role === 'witness' ? roll.witness : roll.thrower;
    const right =
      said.game === this.gameId && said.roll === roll.roll && said[role] === place && said.witness === roll.witness;
    if (!right || said.parties !== (await sha256Text(canonical(parties))))
      throw new Error('The server fixed another roll than it says.');
    if (role === 'thrower' && roll.witnessed !== null) await this.checkWitness(roll);
  }

  private async checkWitness(roll: PendingRoll): Promise<void> {
    const witness = roll.witness === null ? undefined : roll.parties[roll.witness];
    if (!witness || !(await this.known.fits(witness, roll.roll, roll.witnessed ?? '')))
      throw new Error('The witness revealed another value than it fixed.');
  }
}
