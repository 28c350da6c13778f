import { changeOf, differing, type Change, type Grey } from './trayLook';

/** Milliseconds without motion after which dice lie still. */
export const STILL_MS = 700;
/** Milliseconds after which what reaches into the picture and keeps still is there to stay: the tray or the camera was moved. */
export const STAYS_MS = 8_000;
/** Parts of the picture: more changing from one look to the next is motion, more changed since an earlier rest is another tray. */
const MOTION = 0.002;
const NEW = 0.004;
/** Less than this having come, dice were only taken away. */
const CAME = NEW / 2;
/** So many earlier rests are remembered. */
const REMEMBERED = 3;

/**
 * What the watch waits for. `starting`: to see the tray still for the first time. `reaching`: for a hand to leave the picture. `rolled` is said
 * once, of a roll that has come to rest. `same`: something moved, and all lies as it did. `fewer`: dice were only taken away.
 */
export type Waiting = 'starting' | 'roll' | 'moving' | 'reaching' | 'rolled' | 'same' | 'fewer';

/**
 * Watches a tray: says once when dice that moved have come to rest and the tray looks another way than before.
 * What lay there at first, most often nothing, is no roll when it is seen again; nor is another light, a hand, or dice that are taken away.
 */
export class RestWatch {
  private before: Grey | null = null;
  /** How the tray lay at first, at its latest rest, and at the rests between. */
  private first: Grey | null = null;
  private latest: Grey | null = null;
  private earlier: readonly Grey[] = [];
  private stirred: number | null = null;
  private waiting: Waiting = 'starting';

  /** What it waits for, once this picture is seen. */
  see(picture: Grey, at: number): Waiting {
    const { before } = this;
    this.before = picture;
    if (!before || moved(before, picture)) {
      this.stirred = at;
      if (this.latest) this.waiting = 'moving';
    } else if (this.stirred === null) this.drift(picture);
    else if (at - this.stirred >= STILL_MS) this.rest(picture, at - this.stirred);
    return this.waiting;
  }

  /** The tray as it lies now is read: it is no roll to come. */
  taken(): void {
    if (this.latest && this.before) this.settle(this.before, 'roll');
  }

  /** A shadow wanders, too slowly for motion. */
  private drift(picture: Grey): void {
    if (this.waiting === 'rolled') this.waiting = 'roll';
    if (this.first === this.latest) this.first = picture;
    this.latest = picture;
  }

  private rest(picture: Grey, still: number): void {
    const { first, latest } = this;
    if (!first || !latest) {
      this.first = picture;
      return this.settle(picture, 'roll');
    }
    const change = changeOf(latest, picture);
    const known = [latest, first, ...this.earlier].some((each) => changeOf(each, picture).share <= NEW);
    if (known) this.settle(picture, 'same');
    else if (!change.reachesIn) this.settle(picture, isLess(first, picture, change) ? 'fewer' : 'rolled');
    else if (still > STAYS_MS) this.settle(picture, 'roll');
    else this.waiting = 'reaching';
  }

  private settle(picture: Grey, waiting: Waiting): void {
    const { first, latest } = this;
    if (first && changeOf(first, picture).share <= NEW) this.first = picture; // in the light of today
    const rests = latest ? [latest, ...this.earlier] : [];
    this.earlier = rests.filter((each) => changeOf(each, picture).share > NEW).slice(0, REMEMBERED);
    this.latest = picture;
    this.stirred = null;
    this.waiting = waiting;
  }
}

const moved = (before: Grey, picture: Grey): boolean =>
  differing(before, picture) > MOTION && changeOf(before, picture).share > MOTION;

/** Whether nothing came: what changed looks as it did at first, or shows less than before. */
function isLess(first: Grey, picture: Grey, { came }: Change): boolean {
  const strange = new Set(changeOf(first, picture).pixels);
  return came.filter((pixel) => strange.has(pixel)).length < CAME * picture.length;
}
