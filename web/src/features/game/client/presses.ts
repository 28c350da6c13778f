/** What one press of the player did: the numbers of choices before and after it, and what the button read, if that is known. */
export interface Press {
  from: number;
  to: number;
  what: string;
}

/** So many presses are remembered: nobody goes back further. */
const MOST = 200;

/**
 * The presses of this window, so that one Undo takes back what one press did: a press may make many calls, and a call
 * many choices.
 */
export class Presses {
  private made: Press[] = [];
  private open: string | null = null;

  /** The calls that `work` makes are one press, of the button that reads `what`. */
  async as<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (this.open !== null) return work();
    this.open = what;
    this.made.push({ from: Infinity, to: Infinity, what });
    try {
      return await work();
    } finally {
      this.open = null;
      this.made = this.made.filter(({ from }) => Number.isFinite(from));
    }
  }

  /** A call has led from one number of choices to another. */
  called(from: number, to: number): void {
    if (to <= from) return;
    const last = this.made.at(-1);
    if (this.open !== null && last) this.made.splice(-1, 1, { ...last, from: Math.min(last.from, from), to });
    else this.made = [...this.made, { from, to, what: '' }].slice(-MOST);
  }

  /** The battle has so many choices now: what was taken back is no press any more. */
  stands(number: number): void {
    this.made = this.made.filter(({ from, to }) => to <= number || from === Infinity);
  }

  /** The press that made the choice after so many; null where it made no other before that. */
  of(number: number): Press | null {
    return this.made.find(({ from, to }) => from < number && number < to) ?? null;
  }
}
