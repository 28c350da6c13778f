/** Grey values of a small picture, 0 to 255. */
export type Grey = Uint8Array;

/** Milliseconds without motion after which dice lie still. */
export const STILL_MS = 700;
/** A pixel has changed by more than a camera's grain. */
const CHANGED = 28;
/** Parts of the picture: more changing from one look to the next is motion, more changed since the last throw is a new one. */
const MOTION = 0.002;
const NEW = 0.004;

const changed = (one: Grey, other: Grey): number => {
  let count = 0;
  for (let index = 0; index < one.length; index += 1)
    if (Math.abs((one[index] ?? 0) - (other[index] ?? 0)) > CHANGED) count += 1;
  return count / one.length;
};

/**
 * Watches a tray: says once when dice that moved have come to rest and the tray looks another way than before.
 * What lay there at first, most often nothing, is no throw when it is seen again.
 */
export class RestWatch {
  private before: Grey | null = null;
  private first: Grey | null = null;
  private settled: Grey | null = null;
  private stirred: number | null = null;

  /** Something moves, or has just come to rest. */
  get moving(): boolean {
    return this.stirred !== null;
  }

  /** Whether a throw has come to rest, seen in this picture. */
  see(picture: Grey, at: number): boolean {
    const { before } = this;
    this.before = picture;
    if (!before || !this.first || !this.settled) {
      this.first = this.settled = picture;
      return false;
    }
    if (changed(before, picture) > MOTION) {
      this.stirred = at;
      return false;
    }
    if (this.stirred === null || at - this.stirred < STILL_MS) return false;
    this.stirred = null;
    const another = changed(this.settled, picture) > NEW;
    if (another) this.settled = picture;
    return another && changed(this.first, picture) > NEW;
  }
}
