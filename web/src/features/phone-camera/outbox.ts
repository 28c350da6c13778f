import { useSyncExternalStore } from 'react';
import { HttpError, sentence } from '@/shared/api';
import type { Keeper, KeptPhoto } from './keeper';

/** `failed` can be sent again as it is; `refused` is no photo that the server takes. */
export type ShotState = 'waiting' | 'sending' | 'sent' | 'failed' | 'refused';

/** A photo that was taken, until the server has it. */
export interface Shot {
  readonly id: number;
  readonly file: File;
  /** Further photos of the same roll, which go with it. */
  readonly more: readonly File[];
  readonly diceTray: boolean;
  readonly taken: Date;
  readonly state: ShotState;
  /** How much of it has been sent, from 0 to 1. */
  readonly share: number;
  /** Why it was not sent. */
  readonly problem: string;
}

export type Send = (shot: Shot, onShare: (share: number) => void) => Promise<void>;

const REFUSALS = new Set([400, 413, 422]);
const UNSENT = new Set<ShotState>(['waiting', 'sending', 'failed']);

export const isUnsent = ({ state }: Shot): boolean => UNSENT.has(state);

const unsent = ({ id, file, diceTray, more = [] }: KeptPhoto): Shot => ({
  id,
  file,
  more,
  diceTray,
  taken: new Date(id),
  state: 'waiting',
  share: 0,
  problem: '',
});
const notKept = (error: unknown): void => console.warn("A photo is not kept in the browser's storage.", error);

/** Photos in the order they were taken, sent one after the other. None goes before the server has it or somebody deletes it. */
export class Outbox {
  private shots: readonly Shot[] = [];
  private readonly listeners = new Set<() => void>();
  private last = 0;
  private sending = false;

  /** Begins with what was kept and not sent, on an earlier page. */
  constructor(
    private readonly send: Send,
    private readonly keeper: Keeper,
  ) {
    keeper.load().then((kept) => {
      this.set([...kept.map(unsent), ...this.shots]);
      void this.run();
    }, notKept);
  }

  readonly snapshot = (): readonly Shot[] => this.shots;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  add(file: File, diceTray: boolean, more: readonly File[] = []): void {
    // Its moment names it, so that no two pages give the same name.
    this.last = Math.max(this.last + 1, Date.now());
    const photo = { id: this.last, file, diceTray, more };
    const shot = unsent(photo);
    this.keeper.keep(photo).catch(notKept);
    // Of what was sent the latest is enough to look at.
    this.set([...this.shots.filter(({ state }) => state !== 'sent'), shot]);
    void this.run();
  }

  /** Sends once more what failed on the way. */
  retry(): void {
    this.set(
      this.shots.map((shot) => (shot.state === 'failed' ? { ...shot, state: 'waiting', share: 0, problem: '' } : shot)),
    );
    void this.run();
  }

  delete(id: number): void {
    this.set(this.shots.filter((shot) => shot.id !== id));
    this.forget(id);
  }

  private forget(id: number): void {
    this.keeper.drop(id).catch(notKept);
  }

  private async run(): Promise<void> {
    const shot = this.sending ? undefined : this.shots.find(({ state }) => state === 'waiting');
    if (!shot) return;
    this.sending = true;
    this.change(shot.id, { state: 'sending' });
    const outcome = await this.outcome(shot);
    // Free before listeners hear of it: they may want it sent again at once.
    this.sending = false;
    this.change(shot.id, outcome);
    if (outcome.state === 'sent') this.forget(shot.id);
    if (outcome.state !== 'failed') await this.run();
  }

  private async outcome(shot: Shot): Promise<Partial<Shot>> {
    try {
      await this.send(shot, (share) => this.change(shot.id, { share }));
      return { state: 'sent', share: 1 };
    } catch (error) {
      const refused = error instanceof HttpError && REFUSALS.has(error.status);
      return { state: refused ? 'refused' : 'failed', problem: sentence(error) };
    }
  }

  private change(id: number, change: Partial<Shot>): void {
    this.set(this.shots.map((shot) => (shot.id === id ? { ...shot, ...change } : shot)));
  }

  private set(shots: readonly Shot[]): void {
    this.shots = shots;
    this.listeners.forEach((listener) => listener());
  }
}

export const useShots = (outbox: Outbox): readonly Shot[] => useSyncExternalStore(outbox.subscribe, outbox.snapshot);
