import { expect as within, type Locator, type Page } from '@playwright/test';

/** Nothing that is pressed may lead to nothing so often. */
const STUCK = 6;

export const expect = within.configure({ timeout: 30_000 });

/** How a player presses buttons and fills fields. */
export interface Presses {
  press(name: string): Promise<void>;
  push(wanted: Locator): Promise<void>;
  fill(wanted: Locator, text: string): Promise<void>;
  /** Of a list, by the first letters of what it offers. */
  choose(wanted: Locator, text: string): Promise<void>;
  isOn(wanted: Locator): Promise<boolean>;
}

/** By a mouse. */
export class Mouse implements Presses {
  constructor(readonly page: Page) {}

  async press(name: string): Promise<void> {
    await this.page.keyboard.press(name);
  }

  async push(wanted: Locator): Promise<void> {
    await wanted.click();
  }

  async fill(wanted: Locator, text: string): Promise<void> {
    await wanted.fill(text);
  }

  async choose(wanted: Locator, text: string): Promise<void> {
    const all = await wanted.locator('option').allTextContents();
    await wanted.selectOption({ label: all.find((each) => each.startsWith(text)) ?? text });
  }

  isOn(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

/** A battle against the computer by the list of the table, from what stands on the page alone. */
export class ByList {
  private readonly list: Locator;
  private readonly main: Locator;
  private readonly asked: Locator;
  private readonly where: Locator;
  readonly done: Record<string, number> = {};

  constructor(
    protected readonly page: Page,
    protected readonly keys: Presses,
    private readonly rounds: number,
  ) {
    this.list = page.getByRole('region', { name: 'The table as a list' });
    this.where = this.list.getByRole('region', { name: /^Where / });
    const line = page.getByRole('region', { name: 'What is asked' });
    this.main = line.locator('.prompt-main');
    this.asked = line.locator('.prompt-asked');
  }

  /** From the first roll on, with the table as a list beside it. */
  async begin(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'Roll for Deployment' })).toBeVisible();
    await this.keys.press('k');
    await expect(this.list).toBeVisible();
  }

  /** Plays on until the battle is over, or so many rounds are. */
  async play(): Promise<void> {
    for (let same = 0, before = ''; ;) {
      await this.settled();
      await this.confirm();
      const now = await this.seen();
      if (now.includes('The battle is over') || this.round(now) > this.rounds) return;
      if (/the computer plays|is thinking/.test(now)) {
        await this.page.waitForTimeout(300);
        continue;
      }
      if (await this.before?.(now)) continue;
      same = now === before ? same + 1 : 0;
      before = now;
      if (same > STUCK) throw new Error(`Nothing goes on: ${now}`);
      await this.act(now);
      await expect
        .poll(() => this.seen(), { timeout: 3000, intervals: [30, 100] })
        .not.toBe(now)
        .catch(() => undefined);
    }
  }

  /** What a player does first at such a moment; whether there was anything. */
  protected before?(now: string): Promise<boolean>;

  /** What a screen reader says of the moment: the score line, what is asked, what the main button would do. */
  private async seen(): Promise<string> {
    const text = (each: Locator) => each.textContent({ timeout: 1000 }).catch(() => '');
    const label = (await this.main.count()) ? await text(this.main) : '';
    const banner = await this.page
      .getByRole('banner')
      .innerText({ timeout: 1000 })
      .catch(() => '');
    const place = (await this.where.count()) ? await this.where.getAttribute('aria-label') : '';
    return [await text(this.asked), label, banner.replaceAll('\n', ' '), place].join('\n');
  }

  protected round(now: string): number {
    return Number(/Round (\d)/i.exec(now)?.[1] ?? 0);
  }

  protected async settled(): Promise<void> {
    const busy = this.page.locator('[aria-busy="true"]');
    const asks = this.page.getByRole('alertdialog');
    await expect.poll(async () => (await asks.isVisible()) || (await busy.count()) === 0).toBe(true);
  }

  /** Says yes to a question; what is behind it cannot be reached meanwhile. */
  private async confirm(): Promise<void> {
    const dialog = this.page.getByRole('alertdialog');
    if (!(await dialog.isVisible())) return;
    this.count((await dialog.getByRole('heading').innerText()).toLowerCase());
    await this.keys.push(dialog.getByRole('button').last());
    await expect(dialog).toHaveCount(0);
    await this.settled();
  }

  protected count(what: string): void {
    this.done[what] = (this.done[what] ?? 0) + 1;
  }

  private async act(now: string): Promise<void> {
    const { page, keys } = this;
    const [asked = '', label] = now.split('\n');
    if (/roll for the zones/.test(asked)) return keys.push(page.getByRole('button', { name: 'Roll for Deployment' }));
    if (/Choose your zone/.test(asked)) return keys.push(page.getByRole('button', { name: 'Blue Zone' }));
    if (/Set up a unit/.test(asked)) return this.deploy();
    if (await this.send()) return;
    // The last unit is left: whether to hold it is asked if a move could score or shoot.
    if (/[2-9] to move/.test(asked) && (await this.take(/^(Move|Fall back): /, 'moves'))) return;
    if (/Who shoots/.test(asked) && (await this.take(/^Shoot: /, 'shooters'))) return;
    if (/Who charges/.test(asked) && (await this.take(/^Charge: /, 'chargers'))) return;
    if (/^Fire at/.test(label ?? '') && !this.done.aims && (await this.take(/^Aim at /, 'aims'))) return;
    if (/…$/.test(label ?? '') && (await this.take(/^Aim at /, 'chosen'))) return;
    if (label) {
      this.count(label.split(/[:…]| at /)[0]!);
      if (!(await keys.isOn(this.main))) await keys.press('g');
      return keys.push(this.main);
    }
    await page.waitForTimeout(300);
  }

  /** The first unit by words, the others as the computer would. */
  private async deploy(): Promise<void> {
    const { page, keys } = this;
    if (!this.done['set up']) return this.setUpFirst();
    const rest = page.getByRole('button', { name: 'Set up the rest for me' });
    const stop = page.getByRole('button', { name: 'Stop setting up for me' });
    await expect(rest.or(stop).first()).toBeVisible();
    if (await rest.isVisible()) await keys.push(rest);
    else await page.waitForTimeout(300);
  }

  private async setUpFirst(): Promise<void> {
    const { keys, where } = this;
    await keys.push(this.page.locator('.game-panel .unit-card:enabled').first());
    await keys.fill(where.getByLabel('Inches from the left'), '6');
    await keys.fill(where.getByLabel('Inches from the top'), '22');
    await keys.push(where.getByRole('button', { name: 'Send it there' }));
    await keys.push(where.getByRole('button', { name: 'Put it down there' }));
    await expect(where).toHaveCount(0);
    this.count('set up');
  }

  /** It holds its position, or stays where a move was granted to it. */
  private async stays(unit: string): Promise<void> {
    const hold = this.list.getByRole('button', { name: `Hold position: ${unit}`, exact: true });
    await expect(hold.or(this.main).first()).toBeVisible();
    await this.keys.push((await hold.count()) ? hold : this.main);
  }

  /** Presses the first action of this kind in the list; whether there was one. */
  private async take(name: RegExp, what: string): Promise<boolean> {
    const all = this.list.getByRole('button', { name });
    if (!(await all.count())) return false;
    this.count(what);
    await this.keys.push(all.first());
    return true;
  }

  /** Sends the unit in hand towards an objective, and puts it down. */
  private async send(): Promise<boolean> {
    const { keys, where } = this;
    if (!(await where.count())) return false;
    const unit = (await where.getAttribute('aria-label'))!.slice('Where '.length, -' goes'.length);
    const said = where.getByRole('status');
    await keys.choose(where.getByLabel('Towards'), `Objective ${1 + ((this.done.moves ?? 0) % 5)}`);
    await keys.push(where.getByRole('button', { name: 'Send it there' }));
    await keys.push(where.getByRole('button', { name: 'Put it down there' }));
    const refused = said.filter({ hasText: /^Not there/ });
    await expect.poll(async () => (await where.count()) === 0 || (await refused.count()) > 0).toBe(true);
    if (!(await where.count())) return true;
    this.count('refused');
    await keys.push(where.getByRole('button', { name: 'Let go of it' }));
    await this.stays(unit);
    return true;
  }
}
