import { expect as within, type Locator, type Page } from '@playwright/test';
import { inchOf } from './game-table';
import type { Skirmish } from './skirmish';

/** Two browsers at once are slow on a busy machine. */
export const expect = within.configure({ timeout: 30_000 });

type Point = readonly [number, number];
type Name = string | RegExp;

/** Somebody at a browser: by a mouse on a wide screen, by a thumb on a phone. */
export class Hand {
  constructor(readonly page: Page) {}

  get onPhone(): boolean {
    return (this.page.viewportSize()?.width ?? 0) < 600;
  }

  button(name: Name): Locator {
    return this.page.getByRole('button', { name });
  }

  async press(what: Name | Locator): Promise<void> {
    const target = typeof what === 'string' || what instanceof RegExp ? this.button(what).first() : what;
    await (this.onPhone ? target.tap() : target.click());
  }

  /** Another part of the side navigation, or the row below on a phone. */
  async turnTo(section: string): Promise<void> {
    await this.press(
      this.page.getByRole('navigation', { name: 'Game' }).getByRole('button', { name: section, exact: true }),
    );
  }

  /** Puts down what waits for a place on the map, in inches. */
  async putDown([x, y]: Point): Promise<void> {
    const { left, top, inch } = await inchOf(this.page);
    const [at, below] = [left + x * inch, top + y * inch];
    await (this.onPhone ? this.page.touchscreen.tap(at, below) : this.page.mouse.click(at, below));
  }

  /** Takes hold of the unit that is to move by the mouse, and drags it to a place on the map; `held` happens before it is let go. */
  async dragTo([x, y]: Point, held: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const grip = (await this.page.locator('.ghost-handle').boundingBox())!;
    const { left, top, inch } = await inchOf(this.page);
    const from = [grip.x + grip.width / 2, grip.y + grip.height / 2] as const;
    await this.dragByMouse(from, [left + x * inch, top + y * inch], held);
  }

  private async dragByMouse(from: Point, to: Point, held: () => Promise<void>): Promise<void> {
    await this.page.mouse.move(...from);
    await this.page.mouse.down();
    await this.page.mouse.move(...to, { steps: 5 });
    await held();
    await this.page.mouse.up();
  }
}

/** The players of a battle, each at a browser; the same twice where one person plays both armies or a computer. */
export class Players {
  constructor(
    readonly battle: Skirmish,
    readonly hands: readonly [Hand, Hand],
  ) {}

  /** Who is asked. */
  get asked(): Hand {
    return this.hands[this.battle.due];
  }

  get mine(): Hand {
    return this.hands[this.battle.active ? 1 : 0];
  }

  get theirs(): Hand {
    return this.hands[this.battle.active ? 0 : 1];
  }

  async open(): Promise<void> {
    await Promise.all([...new Set(this.hands)].map(({ page }) => page.goto(`/game/${this.battle.gameId}/view`)));
  }

  /** Nobody looks: what is arranged meanwhile is not drawn at every step. */
  async lookAway(): Promise<void> {
    await Promise.all([...new Set(this.hands)].map(({ page }) => page.goto('/favicon.svg')));
  }

  /** The side that is asked does it, and the game has taken it. */
  async do(what: Name | Locator | (() => Promise<void>)): Promise<void> {
    const { number } = await this.battle.now();
    if (typeof what === 'function') await what();
    else await this.asked.press(what);
    await expect
      .poll(async () => (await this.battle.now()).number, { intervals: [50, 100, 200] })
      .toBeGreaterThan(number);
  }

  /** Nobody answers what happened, but the computer as it likes, and units find their own way. */
  async settle(): Promise<void> {
    for (
      let { request } = await this.battle.now();
      /^(pass|place|remove)$/.test(request?.kinds[0]);
      { request } = this.battle.state
    )
      await this.do(/^(Let it be|Pass|Take the shortest way|Remove them|Let the computer act)$/);
  }

  /** Ends what a phase lets its army do, though somebody could still act, and goes on to the next one. */
  async complete(label: string, phase: string): Promise<void> {
    const { page } = this.asked;
    await this.asked.press(label);
    const question = page.getByRole('alertdialog');
    const ended = page.getByRole('heading', { name: `${phase} Phase - End` });
    await expect(question.or(ended)).toBeVisible();
    if (await question.isVisible()) await this.asked.press(question.getByRole('button', { name: label }));
    await expect(ended).toBeVisible();
    await this.do('Advance to Next Phase');
  }

  /** Rolls own dice. The other player agrees to those that are theirs too. */
  async rollOwn(faces: string): Promise<void> {
    const [{ number }, thrower, other] = [await this.battle.now(), this.asked, this.hands[1 - this.battle.due] as Hand];
    await this.do(async () => {
      await thrower.press('Own dice');
      await thrower.page.getByLabel('Faces of your own dice').fill(faces);
      await thrower.press('Use these dice');
      await expect
        .poll(
          async () => {
            const now = await this.battle.now();
            return now.number > number || now.offers.length > 0;
          },
          { intervals: [50, 100, 200] },
        )
        .toBe(true);
      if (this.battle.state.offers.length) await other.press('Agree');
    });
  }
}
