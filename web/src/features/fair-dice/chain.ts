import { bytes, hashed, hex, sha256 } from './bytes';

/** Rolls that one chain is good for. */
export const LENGTH = 1024;

export interface Party {
  sides: number[];
  anchor: string;
  key: string;
  since: number;
}

/** All values of a chain, from its secret to its anchor. */
export async function chainOf(secret: string): Promise<string[]> {
  let last = bytes(secret);
  const values = [last];
  for (let step = 0; step < LENGTH; step += 1) {
    last = await sha256(last);
    values.push(last);
  }
  return values.map(hex);
}

/** Whether a chain that starts at roll `since` has a value for the roll. */
export const goodFor = (since: number, roll: number): boolean => roll >= since && roll < since + LENGTH;

/** What the holder of a chain reveals for a roll. */
export const valueFor = (chain: readonly string[], since: number, roll: number): string | undefined =>
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
