import { bytes, hashed, sha256 } from './bytes';

/** Rolls that one chain is good for. */
export const LENGTH = 1024;

export interface Party {
  sides: number[];
  anchor: string;
  key: string;
  since: number;
}

export type Chain = readonly Uint8Array<ArrayBuffer>[];

async function madeOf(secret: string): Promise<Chain> {
  let last = bytes(secret);
  const values = [last];
  for (let step = 0; step < LENGTH; step += 1) {
    last = await sha256(last);
    values.push(last);
  }
  return values;
}

let made: { secret: string; chain: Promise<Chain> } | undefined;

/** All values of a chain, from its secret to its anchor. The last one is remembered: a new device is opened as soon as it is made. */
export function chainOf(secret: string): Promise<Chain> {
  if (made?.secret !== secret) made = { secret, chain: madeOf(secret) };
  return made.chain;
}

/** Whether a chain that starts at roll `since` has a value for the roll. */
export const goodFor = (since: number, roll: number): boolean => roll >= since && roll < since + LENGTH;

/** What the holder of a chain reveals for a roll. */
export const valueFor = <T>(chain: readonly T[], since: number, roll: number): T | undefined =>
  goodFor(since, roll) ? chain[LENGTH - (roll - since + 1)] : undefined;

/** Remembers the last value of each chain, so that the next takes one hash and not hundreds. */
export class Known {
  private readonly last = new Map<string, { roll: number; value: string }>();

  /** Whether a value is the one that the party's anchor fixed for this roll. */
  async fits(party: Party, roll: number, value: string): Promise<boolean> {
    if (!goodFor(party.since, roll) || !/^[0-9a-f]{64}$/.test(value)) return false;
    const known = this.last.get(party.anchor) ?? { roll: party.since - 1, value: party.anchor };
    const start = roll > known.roll ? known : { roll: party.since - 1, value: party.anchor };
    const right = (await hashed(value, roll - start.roll)) === start.value;
    if (right && roll > known.roll) this.last.set(party.anchor, { roll, value });
    return right;
  }
}
