import { HttpError, nameDevice } from '@/shared/api';
import { askDice, join, send } from './api';
import { goodFor } from './chain';
import { Device, forgetOldest, fresh, keep, kept, type PendingRoll } from './device';

/** What the table shows of a roll under way. */
export interface Rolling {
  roll: number;
  /** Whether it waits for a device of this player. */
  own: boolean;
  /** The roll waits for a secret that this browser has not. */
  lost: boolean;
}

/**
 * Has this browser take part in a game's dice: joins, answers rolls, comes back after a lost connection. What it does is
 * done one after the other, so that no roll is answered twice.
 */
export class Desk {
  private device: Device | null = null;
  private queue: Promise<void> = Promise.resolve();
  private closed = false;
  private sides: readonly number[] = [];

  constructor(
    private readonly gameId: string,
    private readonly show: (rolling: Rolling | null) => void,
    private readonly warn: (sentence: string) => void,
  ) {}

  /** Joins, or joins again; `sides` are those that the player commands now. */
  open(sides: readonly number[]): Promise<void> {
    this.sides = sides;
    return this.next(async () => {
      const found = kept(this.gameId) ?? (await this.created());
      const device = await Device.open(this.gameId, found);
      const joined = await join(this.gameId, device.anchor, device.point);
      if (!joined || this.closed) return;
      const fits =
        goodFor(joined.since, joined.rolls + 1) && joined.sides.join() === [...sides].sort((a, b) => a - b).join();
      if (!fits) return this.again(sides);
      found.since = joined.since;
      found.sides = joined.sides;
      keep(this.gameId, found);
      this.device = device;
      nameDevice(this.gameId, device.anchor);
      await this.catchUp();
    });
  }

  /** Answers a roll, if it waits for this device. */
  take(roll: PendingRoll): void {
    void this.next(() => this.answer(roll));
  }

  close(): void {
    this.closed = true;
    nameDevice(this.gameId, null);
  }

  /** A chain that has run out, or that rolls for other armies than its player commands now, gives way to a new one. */
  private async again(sides: readonly number[]): Promise<void> {
    keep(this.gameId, await this.created());
    void this.open(sides);
  }

  private async created() {
    forgetOldest();
    return fresh();
  }

  /** The roll that was fixed while this device was away. */
  private async catchUp(): Promise<void> {
    const { pending } = (await askDice(this.gameId)) ?? {};
    if (pending) await this.answer(pending);
    else this.show(null);
  }

  private async answer(roll: PendingRoll): Promise<void> {
    const role = this.device?.due(roll) ?? null;
    this.show(roll.awaits.length ? { roll: roll.roll, own: this.isOwn(roll), lost: this.isLost(roll) } : null);
    if (!this.device || !role) return;
    try {
      const reveal = await this.device.reveal(roll, role);
      await send(this.gameId, reveal);
    } catch (error) {
      if (error instanceof HttpError) this.device.tooLate(roll.roll);
      else this.warn(error instanceof Error ? error.message : 'The roll could not be checked.');
    }
  }

  /** Whether the roll waits for a device of this player: the witness comes first. */
  private isOwn(roll: PendingRoll): boolean {
    const place = roll.awaits.includes('witness') ? roll.witness : roll.thrower;
    return place !== null && this.isMine(roll.parties[place]);
  }

  /** Whether the roll waits for a device of this player that is not this one. */
  private isLost(roll: PendingRoll): boolean {
    const thrower = roll.thrower === null ? undefined : roll.parties[roll.thrower];
    return this.isMine(thrower) && thrower?.anchor !== this.device?.anchor && roll.awaits.join() === 'thrower';
  }

  private isMine(party: PendingRoll['parties'][number] | undefined): boolean {
    return party?.sides.some((side) => this.sides.includes(side)) ?? false;
  }

  private next(work: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(work).catch(() => undefined);
    return this.queue;
  }
}
