import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type Locator, type Page } from '@playwright/test';
import { ByList, expect, Mouse } from './by-list';
import { signedIn } from './support';

/**
 * Rosters of other people, each from its upload to the end of a battle against the computer, with its own rules: those
 * that are used are used, a stratagem of its detachment is made in the workshop, and something is done by hand. The
 * files are not ours: `make faults FAULTS=lists` says where they lie, and prints what was done.
 */

const FOLDER = process.env.HIGHGROUND_LISTS ?? '';
const FILES = FOLDER ? readdirSync(FOLDER).sort() : [];
const PLOY = 'Steady aim of the muster';
/** Uses at one moment, so that a rule that may be used at will comes to an end. */
const MOST = 12;

test.describe.configure({ timeout: 1_500_000 });
test.use({ actionTimeout: 30_000 });

interface Listed {
  faction: string;
  detachment: string;
  abilities: { name: string; by_hand: boolean }[];
  units: { abilities: { name: string; by_hand: boolean }[] }[];
}

interface Moment {
  round: number;
  phase: string;
  time: string;
  mine: boolean;
  cp: number;
}

/** A player who uses what his army has. */
class Commander extends ByList {
  /** How often each rule was used, and in which rounds. */
  readonly used: Record<string, number[]> = {};
  readonly points: number[] = [];
  private readonly seenTo = new Set<string>();

  constructor(
    page: Page,
    private readonly moment: () => Promise<Moment>,
  ) {
    super(page, new Mouse(page), 5);
  }

  protected override async before(now: string): Promise<boolean> {
    if (/You may answer/.test(now)) return this.answers();
    if (/^Scout:/.test(now)) {
      await this.page.locator('.prompt-main').click();
      return true;
    }
    const { round, phase, time, mine, cp } = await this.moment();
    const key = `${round} ${phase}`;
    if (
      !mine ||
      (time !== 'middle' && phase !== 'command') ||
      this.seenTo.has(key) ||
      !/command|shooting|combat/.test(phase)
    )
      return false;
    this.seenTo.add(key);
    if (phase === 'command') this.points.push(cp);
    if (round === 2 && phase === 'command') await this.byHand();
    await this.castables(round);
    return true;
  }

  /** What is offered and costs nothing is used; the ploy too, where it is offered. */
  private async answers(): Promise<boolean> {
    const panel = this.page.locator('.game-panel');
    const card = panel.getByRole('article').filter({ has: this.page.getByRole('button', { name: /^Use / }) });
    await expect(card.first().or(panel.getByText('Nothing can be used on this.'))).toBeVisible();
    const free = card.filter({ has: this.page.getByText('0 CP', { exact: true }) }).first();
    if (!(await free.count())) return false;
    const use = free.getByRole('button', { name: /^Use / });
    const name = (await use.innerText()).replace(/^Use /, '');
    const { round } = await this.moment();
    if ((this.used[name]?.filter((each) => each === round).length ?? 0) >= MOST) return false;
    await use.click();
    this.note(name, round);
    await this.settled();
    return true;
  }

  private note(name: string, round: number): void {
    (this.used[name] ??= []).push(round);
  }

  private async turnTo(section: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Game' })
      .getByRole('button', { name: section, exact: true })
      .click();
  }

  /** Everything of the army that can be used now, but for stratagems that others have too. */
  private async castables(round: number): Promise<void> {
    await this.turnTo('Castable Abilities');
    const able = this.page.getByRole('button', { name: /^(Activate|Select)$/, disabled: false });
    const cards = this.page
      .getByRole('article')
      .filter({ has: able, visible: true })
      .filter({ hasNotText: /-Stratagem-/ })
      .or(this.page.getByRole('article', { name: PLOY }).filter({ has: able, visible: true }));
    const tried = new Set<string>();
    for (let step = 0; step < MOST; step += 1) {
      await this.settled();
      const names = await cards.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
      const index = names.findIndex((name, at) => !tried.has(`${name} ${at}`));
      if (index < 0) break;
      tried.add(`${names[index]} ${index}`);
      if (await this.cast(cards.nth(index).getByRole('button', { name: /^(Activate|Select)$/ }))) {
        this.note(names[index]!, round);
        tried.clear();
        tried.add(`${PLOY} 0`);
      }
    }
    await this.turnTo('Battlefield');
  }

  /** By the dialog that it opens: the first choice, the first unit that it can be used on. */
  private async cast(button: Locator): Promise<boolean> {
    const { page } = this;
    await button.click();
    const dialog = page.getByRole('dialog');
    const go = dialog.getByRole('button', { name: /^(Activate|Confirm Selection|Join|Select Target)/ });
    await expect(go).toBeVisible();
    const choice = dialog.getByRole('button', { name: /^Select (?!Target)/ }).or(dialog.locator('.unit-card'));
    const none = dialog.getByText('No Valid Targets');
    await expect(choice.first().or(none).or(dialog.getByText('Are you sure'))).toBeVisible();
    if (await choice.count()) await choice.first().click();
    if (await go.isEnabled()) {
      await go.click();
      const closed = dialog.getByRole('button', { name: /^Close/ }).first();
      const refused = dialog.getByRole('alert');
      await expect.poll(async () => !(await go.isVisible()) || (await refused.count()) > 0).toBe(true);
      if (!(await go.isVisible())) {
        if (await closed.isVisible()) await closed.click();
        await expect(dialog).toHaveCount(0);
        return true;
      }
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    return false;
  }

  /** A command point that both players agree on. */
  private async byHand(): Promise<void> {
    const { page } = this;
    const { cp } = await this.moment();
    await this.turnTo('Abilities');
    const card = page.getByRole('article', { name: 'By hand' }).filter({ visible: true }).first();
    await card.getByRole('combobox', { name: 'Changes' }).click();
    await card.getByRole('option', { name: 'Victory points' }).click();
    await card.getByRole('spinbutton', { name: 'By' }).fill('1');
    await card.getByRole('button', { name: 'Do it' }).click();
    await this.settled();
    this.note('By hand: a victory point', 2);
    expect((await this.moment()).cp).toBe(cp);
    await this.turnTo('Battlefield');
  }
}

/** One stratagem of the list's own detachment, as a file of the workshop. */
const ploy = ({ faction, detachment }: Listed) => ({
  format: 'highground rule set',
  version: 1,
  name: 'Ploys of the muster',
  faction,
  stratagems: [
    {
      name: PLOY,
      detachment,
      use: { cost: 1, phases: ['shooting'], target: 'friend' },
      effects: [{ kind: 'roll', stage: 'hit', change: 'reroll', reroll: 'ones', duration: 'phase' }],
    },
  ],
});

async function uploaded(page: Page, file: string, headers: Record<string, string>): Promise<Listed> {
  await page.goto('/upload_list');
  const answer = page.waitForResponse(
    (each) => each.url().includes('/api/upload') && each.request().method() === 'POST',
  );
  await page.getByLabel('Roster files of any format').setInputFiles(join(FOLDER, file));
  await answer;
  await expect(page.getByText('Ready to fight').first()).toBeVisible();
  await page.getByRole('button', { name: 'Open' }).first().click();
  const link = await page.getByRole('link', { name: 'Use in a game' }).getAttribute('href');
  const id = new URL(link!, page.url()).searchParams.get('roster');
  return (await (await page.request.get(`/api/rosters/${id}`, { headers })).json()).roster_dict;
}

async function brought(page: Page, rules: object): Promise<void> {
  await page.goto('/workshop');
  const buffer = Buffer.from(JSON.stringify(rules));
  await page
    .getByLabel('A rule set as a file')
    .setInputFiles({ name: 'ploys.json', mimeType: 'application/json', buffer });
  await expect(page.getByRole('heading', { level: 1, name: 'Ploys of the muster' })).toBeVisible();
}

for (const [number, file] of FILES.entries())
  test(`list ${number + 1} is played from its upload to the end of a battle`, async ({ page }) => {
    await signedIn(page);
    const login = await page.evaluate(() => localStorage.getItem('access_token') ?? '');
    const headers = { authorization: `Bearer ${login}` };
    const listed = await uploaded(page, file, headers);
    const army = page.url();
    await brought(page, ploy(listed));
    await page.goto(army);
    await page.getByRole('link', { name: 'Use in a game' }).click();
    await page.getByRole('dialog').getByLabel('Game Name').fill('A list of somebody');
    await page.getByRole('dialog').getByRole('button', { name: 'Create Game' }).click();
    await page.getByRole('button', { name: 'Take a sample army' }).click();
    await expect(page.getByText('By rules of its player: Ploys of the muster').first()).toBeVisible();
    await page.getByRole('button', { name: 'Start Game' }).click();
    await expect(page).toHaveURL(/\/game\/[^/]+\/view/);
    const [, id] = /\/game\/([^/]+)\/view/.exec(page.url())!;
    const state = async () => (await page.request.get(`/api/games/${id}/state`, { headers })).json();
    const battle = new Commander(page, async () => {
      const now = await state();
      const { round, phase, phase_time: time, armies } = now.game_model;
      const mine = now.current_army_uuid === armies[0].uuid && Boolean(now.request?.mine);
      return { round, phase, time, mine, cp: armies[0].cp };
    });
    await battle.begin();
    await battle.play();
    const { game_model: end } = await state();
    const left = [...listed.abilities, ...listed.units.flatMap((unit) => unit.abilities)].filter(
      (each) => each.by_hand,
    );
    console.log(
      JSON.stringify({
        list: number + 1,
        phase: end.phase,
        round: end.round,
        points: end.armies.map((army: { vp: number }) => army.vp),
        used: battle.used,
        text: [...new Set(left.map(({ name }) => name))],
        ...battle.done,
      }),
    );
    expect(end.phase).toBe('game_end');
    expect(battle.used[PLOY]?.length).toBeGreaterThan(0);
    expect(battle.used['By hand: a victory point']).toEqual([2]);
  });

test('there are lists to play, where a folder is named', () => {
  test.skip(!FOLDER, 'HIGHGROUND_LISTS names no folder');
  expect(FILES.length).toBeGreaterThan(0);
  for (const file of FILES) expect(readFileSync(join(FOLDER, file)).length).toBeGreaterThan(0);
});
