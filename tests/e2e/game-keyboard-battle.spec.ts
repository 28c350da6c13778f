import { expect as within, test, type Locator, type Page } from '@playwright/test';
import { Keys } from './keys';
import { signedIn } from './support';

/** Rounds that are played: one here, a whole battle by `make faults FAULTS=keyboard`. */
const ROUNDS = Number(process.env.HIGHGROUND_KEYBOARD_ROUNDS ?? 1);
/** Nothing that is pressed may lead to nothing so often. */
const STUCK = 6;

test.describe.configure({ timeout: 120_000 + ROUNDS * 240_000 });
const expect = within.configure({ timeout: 30_000 });

/** A battle against the computer by the list of the table, from what stands on the page alone. */
class Battle {
  private readonly keys: Keys;
  private readonly list: Locator;
  private readonly main: Locator;
  private readonly asked: Locator;
  private readonly where: Locator;
  readonly done: Record<string, number> = {};

  constructor(private readonly page: Page) {
    this.keys = new Keys(page);
    this.list = page.getByRole('region', { name: 'The table as a list' });
    this.where = this.list.getByRole('region', { name: /^Where / });
    const line = page.getByRole('region', { name: 'What is asked' });
    this.main = line.locator('.prompt-main');
    this.asked = line.locator('.prompt-asked');
  }

  async setUp(): Promise<void> {
    const { keys, page } = this;
    await page.goto('/games');
    await keys.push(page.getByRole('button', { name: 'Create New Game' }).first());
    await keys.fill(page.getByLabel('Game Name'), 'By keys alone');
    await keys.push(page.getByRole('button', { name: 'Create Game' }));
    await keys.push(page.getByRole('button', { name: 'Take sample armies' }));
    await keys.push(page.getByRole('button', { name: 'Start Game' }));
    await expect(page.getByRole('button', { name: 'Roll for Deployment' })).toBeVisible();
    await keys.press('k');
    await expect(this.list).toBeVisible();
  }

  /** Plays on until the battle is over, or so many rounds are. */
  async play(): Promise<void> {
    for (let same = 0, before = ''; ;) {
      await this.settled();
      await this.confirm();
      const now = await this.seen();
      if (now.includes('The battle is over') || this.round(now) > ROUNDS) return;
      if (/the computer plays|is thinking/.test(now)) {
        await this.page.waitForTimeout(300);
        continue;
      }
      same = now === before ? same + 1 : 0;
      before = now;
      if (same > STUCK) throw new Error(`Nothing goes on: ${now}`);
      await this.act(now);
      await expect
        .poll(() => this.seen(), { timeout: 3000, intervals: [30] })
        .not.toBe(now)
        .catch(() => undefined);
    }
  }

  get figures(): Record<string, number> {
    return { presses: this.keys.presses, tabs: this.keys.tabs, ...this.done };
  }

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

  private round(now: string): number {
    return Number(/Round (\d)/i.exec(now)?.[1] ?? 0);
  }

  private async settled(): Promise<void> {
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

  private count(what: string): void {
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
    await keys.push(this.list.getByRole('button', { name: `Hold position: ${unit}` }));
    return true;
  }
}

test('a battle against the computer is set up and played by keys alone', async ({ page }) => {
  await signedIn(page);
  const battle = new Battle(page);
  await battle.setUp();
  await battle.play();
  expect(battle.figures.moves).toBeGreaterThan(0);
  expect(battle.figures.aims).toBe(1);
  if (ROUNDS > 1) console.log(JSON.stringify(battle.figures));
});
