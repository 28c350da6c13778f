import type { Page } from '@playwright/test';

/** What has the focus now, and whether a third of it or more is seen; null where nothing has it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const now = document.activeElement as HTMLElement | null;
    if (!now || now === document.body) return null;
    const label = (now as HTMLInputElement).labels?.[0];
    // A choice that is drawn by its label has no size of its own; of a unit on the map the badge is what is looked for.
    const drawn = label && now.offsetWidth <= 1 ? label : (now.querySelector('.unit-marker') ?? now);
    const { left, top, width, height } = drawn.getBoundingClientRect();
    const high = Math.min(height, innerHeight);
    const thirds = [1 / 6, 1 / 2, 5 / 6];
    const points = thirds.flatMap((along) => thirds.map((down) => [left + width * along, top + high * down] as const));
    const isSeen = ([x, y]: readonly [number, number]) => {
      const at = document.elementFromPoint(x, y);
      // Units may stand on one another: of two badges in one place one is below.
      const same = now.matches('.unit') ? at?.closest('.map-svg') : (now.contains(at) || drawn.contains(at)) && at;
      return Boolean(same);
    };
    const name = (now.getAttribute('aria-label') ?? drawn.textContent).trim().slice(0, 40);
    return { name, seen: points.filter(isSeen).length >= 3 };
  });

/** Goes through the page by Tab, at most so many times, to its end or its beginning: which stops are covered or out of sight. */
export async function unseenStops(page: Page, most: number, way: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string[]> {
  const unseen: string[] = [];
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press(way);
    const now = await focused(page);
    if (!now) break;
    if (!now.seen) unseen.push(now.name);
  }
  return unseen;
}
