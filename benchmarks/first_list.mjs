// From a text list to a battle that it fights, by mouse and keyboard from the start page on. Prints as JSON each step with the
// milliseconds until the page shows what the next one needs, and what a hand does for it:
//   node first_list.mjs PLAYWRIGHT_MODULE BASE_URL TOKEN LIST_AS_TEXT
const [module, base, token, list] = process.argv.slice(2);
const { chromium } = await import(module);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] });
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
const page = await context.newPage();
page.setDefaultTimeout(20_000);
await page.addInitScript((value) => localStorage.setItem('access_token', value), token);
await page.goto(base);
await page.evaluate((text) => navigator.clipboard.writeText(text), list);

const steps = [];
async function step(what, hand, act, shown) {
  const began = performance.now();
  await act();
  await shown.waitFor();
  steps.push({ what, ...hand, waited_ms: Math.round(performance.now() - began) });
}
const press = (button, shown, name) => step(name, { clicks: 1, keys: 0 }, () => button.click(), shown);
const button = (name) => page.getByRole('button', { name });
const dialog = page.getByRole('dialog');
const pasted = page.getByRole('listitem', { name: 'Pasted list.txt' });
const area = page.getByLabel('The list as text');

await press(page.getByRole('link', { name: /Upload/ }).first(), page.getByText('Paste a list'), 'the page for rosters');
await press(page.getByText('Paste a list'), area, 'the field for text');
const paste = async () => {
  await area.click();
  await page.keyboard.press('Control+V');
};
await step('the list', { clicks: 1, keys: 2 }, paste, button('Read the list').and(page.locator(':enabled')));
await press(button('Read the list'), pasted.getByText('Ready to fight'), 'what was read');
await press(pasted.getByRole('button', { name: 'Open' }), page.getByRole('link', { name: 'Use in a game' }), 'the roster');
await press(page.getByRole('link', { name: 'Use in a game' }), dialog.getByLabel('Game Name'), 'a new game');
await press(dialog.getByRole('button', { name: 'Create Game' }), button('Take a sample army'), 'the set-up');
await press(button('Take a sample army'), button('Start Game').and(page.locator(':enabled')), 'an opponent');
await press(button('Start Game'), button('Roll for Deployment').and(page.locator(':enabled')), 'the battle');

console.log(JSON.stringify(steps));
await browser.close();
