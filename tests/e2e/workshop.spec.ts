import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ARMIES, Skirmish } from './skirmish';
import { signedIn } from './support';

/** What docs/workshop.md says, step by step, through to a battle. */

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

const SHOTS = process.env.HIGHGROUND_SHOTS;
const shot = async (page: Page, name: string) => {
  if (SHOTS)
    await page.screenshot({ path: `${SHOTS}/workshop-${name}-${page.viewportSize()?.width}.png`, fullPage: true });
};

interface Stratagem {
  name: string;
  phase: string;
  /** Other fields of its use, by their labels. */
  use?: Readonly<Record<string, string>>;
  sight?: boolean;
  effect: string;
  /** Fields of the effect, by their labels. */
  fields: Readonly<Record<string, string>>;
  /** What is said beside the form. */
  says: string;
}

const STRATAGEMS: readonly Stratagem[] = [
  {
    name: 'Light the way',
    phase: 'movement',
    effect: 'Add to Move',
    fields: { Number: '2', 'How long': 'until the turn ends' },
    says: 'The unit: move +2, until the turn ends',
  },
  {
    name: 'Dim the lamps',
    phase: 'shooting',
    use: { 'In whose turn': "the enemy's", 'At which moment': 'when it is shot at' },
    effect: 'Change the rolls and numbers of attacks',
    fields: { 'What changes': 'hit rolls', Number: '-1', 'Whose attacks': 'those made against it' },
    says: 'The unit: hit rolls -1 against attacks at it, until the phase ends',
  },
  {
    name: 'Sudden glare',
    phase: 'shooting',
    use: { 'Used on': 'an enemy unit', 'Within inches (0: any distance)': '18' },
    sight: true,
    effect: 'Take a battle-shock test',
    fields: { 'Applies to': 'the target' },
    says: 'The target: takes a battle-shock test',
  },
  {
    name: 'Last of the oil',
    phase: 'combat',
    effect: 'Change the rolls and numbers of attacks',
    fields: { 'What changes': 'wound rolls', How: 'may be rerolled', 'Which rolls are rerolled': 'ones' },
    says: 'The unit: wound rolls of 1 are rerolled with its attacks, until the phase ends',
  },
];

async function fill(within: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = within.getByLabel(label, { exact: true });
    if (await field.evaluate((each) => each.tagName === 'SELECT')) await field.selectOption({ label: value });
    else await field.fill(value);
  }
}

async function addStratagem(page: Page, made: Stratagem): Promise<void> {
  await page.getByRole('button', { name: 'Add a stratagem' }).click();
  const form = page.getByRole('tabpanel');
  await fill(form, { Name: made.name, Detachment: 'Lantern Line' });
  await form.getByRole('checkbox', { name: 'shooting' }).uncheck();
  await form.getByRole('checkbox', { name: made.phase }).check();
  await fill(form, made.use ?? {});
  if (made.sight) await form.getByRole('checkbox', { name: 'It must be in sight' }).check();
  await form.getByRole('button', { name: 'Add an effect' }).click();
  const effect = form.getByRole('region', { name: 'Effect 1' });
  await fill(effect, { 'What happens': made.effect });
  await fill(effect, made.fields);
  await expect(form.getByText(made.says, { exact: true })).toBeVisible();
}

async function makeRules(page: Page): Promise<void> {
  await page.goto('/rosters');
  await page.getByRole('link', { name: 'Workshop' }).first().click();
  await page.getByLabel('New rule set').fill('Lantern Line');
  await page.getByLabel('For the faction').fill('River Folk');
  await page.getByRole('button', { name: 'Create' }).click();

  await page.getByRole('button', { name: 'Add a rule' }).click();
  const form = page.getByRole('tabpanel');
  await fill(form, { Name: 'Lantern oath', Detachment: 'Lantern Line' });
  await form.getByRole('button', { name: 'Add an effect' }).click();
  const effect = form.getByRole('region', { name: 'Effect 1' });
  await fill(effect, { 'What happens': 'Give weapons a keyword' });
  await expect(form.getByText("'Keyword' is still to be said", { exact: false })).toBeVisible();
  await fill(effect, { Keyword: 'lance', 'Which attacks': 'melee' });
  await expect(form.getByText("The army's units: melee weapons have [lance]", { exact: true })).toBeVisible();
  await shot(page, 'army');

  await page.getByRole('tab', { name: /^Stratagems/ }).click();
  for (const made of STRATAGEMS) await addStratagem(page, made);
  await expect(page.getByRole('tab', { name: 'Stratagems (4)' })).toBeVisible();
  await expectAccessible(page);
}

async function tryIt(page: Page): Promise<void> {
  await page.getByLabel('Army', { exact: true }).selectOption({ label: 'The Long Watch' });
  await page.getByLabel('Unit with the rule').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Try it' }).click();
  const odds = page.getByRole('table', { name: 'Its attacks' });
  await expect(odds).toBeVisible();
  const [before, after] = await odds.getByRole('row').nth(1).getByRole('cell').allTextContents();
  expect(Number(after)).toBeGreaterThan(Number(before));
  await shot(page, 'stratagem');
}

test('a detachment with four stratagems is made, tried and played', async ({ page }) => {
  await signedIn(page);
  const login = await page.evaluate(() => localStorage.getItem('access_token') ?? '');
  await makeRules(page);
  await tryIt(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeDisabled();

  const battle = await Skirmish.begin(page, ['human', 'human'], { login, detachment: 'Lantern Line' });
  await page.goto(`/games/setup/${battle.gameId}`);
  await expect(page.getByText('By rules of its player: Lantern Line').first()).toBeVisible();
  await battle.deploy();
  await battle.until('movement');
  const points = battle.state.game_model.armies[battle.active].cp;
  await battle.open();
  await page.getByRole('navigation', { name: 'Game' }).getByRole('button', { name: 'Stratagems', exact: true }).click();
  await page.getByRole('tab', { name: `Side ${battle.active}` }).click();
  const step = page.getByRole('article', { name: 'Light the way' }).filter({ visible: true }).first();
  await expect(page.getByRole('article', { name: 'Last of the oil' }).filter({ visible: true }).first()).toBeVisible();
  await shot(page, 'battle');
  await step.getByRole('button', { name: 'Activate' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(ARMIES[battle.active]?.[0] ?? '') })
    .click();
  await page.getByRole('button', { name: 'Activate (1 targets)' }).click();
  await expect.poll(async () => (await battle.now()).game_model.armies[battle.active].cp).toBe(points - 1);
});

test('a file goes out and comes in again, a foreign one is refused, and a link is read by another', async ({
  page,
  browser,
}) => {
  await signedIn(page);
  await page.goto('/workshop');
  const file = page.getByLabel('A rule set as a file');
  const rules = { format: 'highground rule set', version: 1, name: 'Of a friend', faction: 'River Folk' };
  const given = (document: object) => ({
    name: 'rules.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(document)),
  });
  await file.setInputFiles(given({ roster: {} }));
  await expect(page.getByText('This is no rule set of Highground', { exact: false })).toBeVisible();
  await file.setInputFiles(
    given({ ...rules, army: [{ name: '<b>Bold</b>', effects: [{ kind: 'move', value: 1, who: 'army' }] }] }),
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Of a friend' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '<b>Bold</b>' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('Of a friend.json');

  await page.getByRole('link', { name: 'Workshop' }).last().click();
  await page.getByRole('button', { name: 'Share by link' }).click();
  const link = await page.getByLabel('Anyone with this link can read it').inputValue();
  await shot(page, 'list');
  const other = await browser.newPage();
  await signedIn(other);
  await other.goto(link);
  await other.getByRole('button', { name: 'Keep a copy' }).click();
  await expect(other).toHaveURL(/\/workshop\/sets\//);
  await other.close();
});

/** An oval base; one that is shorter than wide is refused in words. */
async function correctBase(unit: Locator): Promise<void> {
  const row = unit.getByRole('group', { name: 'Corrected stat line 1' });
  await fill(row, { Base: 'oval', 'Width, mm': '52', 'Length, mm': '40' });
  const why = 'an oval base is at least as long as it is wide, not 52 mm wide and 40 mm long.';
  await expect(unit.getByText(why, { exact: false })).toBeVisible();
  await fill(row, { 'Length, mm': '90' });
  await expect(unit.getByText('All of the unit: base 52 x 90 mm oval', { exact: true })).toBeVisible();
}

async function addLance(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Units/ }).click();
  await page.getByLabel('Name of a unit').fill('Warden squad');
  await page.getByRole('button', { name: 'Add the unit' }).click();
  const unit = page.getByRole('region', { name: 'Warden squad' });
  await unit.getByRole('button', { name: 'Add a weapon' }).click();
  await expect(unit.getByText('A weapon that is added needs a name.')).toBeVisible();
  await fill(unit, { 'Added weapon': 'Bog lance', A: '2', S: '8', D: 'D6+1', AP: '-3', Keywords: 'melta 2' });
  const line = 'Each miniature also carries Bog lance: range 24 inches, A 2, hits on 3+, S 8, AP -3, D D6+1, [melta 2]';
  await expect(unit.getByText(line, { exact: true })).toBeVisible();
  await unit.getByRole('button', { name: 'Add miniatures that may come in battle' }).click();
  await fill(unit, { 'Miniatures that may come': 'Sprig', 'At most': '4' });
  const coming = 'Up to 4 × Sprig may be added in battle: M 6, T 3, W 1, Ld 7+, OC 1, base 32 mm';
  await expect(unit.getByText(coming, { exact: true })).toBeVisible();
  await unit.getByRole('button', { name: 'Correct a stat line' }).click();
  await correctBase(unit);
  await expectAccessible(page);
  await shot(page, 'weapon');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeDisabled();
}

test('what was read of a roster is corrected beside its sentence', async ({ page }) => {
  await signedIn(page);
  await page.goto('/upload_list');
  await page.getByLabel('Roster files of any format').setInputFiles('../tests/e2e/rosters/border-watch.ros');
  await page
    .getByRole('button', { name: 'Open' })
    .or(page.getByRole('link', { name: 'Rules' }))
    .first()
    .click();
  await page.getByRole('link', { name: 'Rules' }).click();
  const aim = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Steady aim' }) });
  await expect(aim).toContainText('Not understood: players resolve it.');
  await aim.getByRole('button', { name: 'Correct Steady aim' }).click();
  await aim.getByRole('button', { name: 'Add an effect' }).click();
  await fill(aim, { 'What changes': 'hit rolls', Number: '1', 'Which attacks': 'ranged' });
  await expect(aim.getByText('The unit: hit rolls +1 with its ranged attacks', { exact: true })).toBeVisible();
  await shot(page, 'correct');
  await aim.getByRole('button', { name: 'Keep this correction' }).click();
  await expect(aim).toContainText('Corrected');
  await addLance(page);
  await page.getByRole('link', { name: 'The army' }).click();
  const card = page.getByRole('article', { name: 'Warden squad' });
  await expect(card).toContainText('in effect');
  await expect(card).toContainText('Bog lance');
  await expect(card).toContainText('Base 52 x 90 mm oval');
});
