import { expect, type Locator, type Page } from '@playwright/test';

/** How many presses of Tab are too many to come to something. */
const FAR = 400;

/** A player who has a keyboard and nothing else; what is pressed is counted. */
export class Keys {
  presses = 0;
  tabs = 0;

  constructor(readonly page: Page) {}

  async press(name: string): Promise<void> {
    this.presses += 1;
    await this.page.keyboard.press(name);
  }

  async type(text: string): Promise<void> {
    this.presses += text.length;
    await this.page.keyboard.type(text);
  }

  /** Comes to a control by Tab, backwards where it stands before the focus. */
  async reach(wanted: Locator): Promise<void> {
    await expect(wanted).toBeEnabled();
    const back = await wanted.evaluate(
      (each) => (document.activeElement!.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) > 0,
    );
    await this.tabTo(wanted, back ? 'Shift+Tab' : 'Tab');
    await expect(wanted).toBeFocused();
  }

  /** Looks for the control once, and again only if it was replaced: a search takes longer than a press. */
  private async tabTo(wanted: Locator, way: string): Promise<void> {
    let control = await wanted.elementHandle();
    for (let step = 0; step < FAR; step += 1) {
      const state = await control!.evaluate((each) =>
        each === document.activeElement ? 'focused' : each.isConnected ? 'there' : 'gone',
      );
      if (state === 'focused') return;
      if (state === 'gone') control = await wanted.elementHandle();
      else {
        this.tabs += 1;
        await this.page.keyboard.press(way);
      }
    }
  }

  /** Whether the focus is there; what is gone has none. */
  isOn(wanted: Locator): Promise<boolean> {
    return wanted.evaluateAll((all) => all.some((each) => each === document.activeElement));
  }

  /** Presses a button. */
  async push(wanted: Locator): Promise<void> {
    await this.reach(wanted);
    await this.press('Enter');
  }

  /** Writes into a field in place of what stands there. */
  async fill(wanted: Locator, text: string): Promise<void> {
    await this.reach(wanted);
    await this.press('Control+a');
    await this.type(text);
  }

  /** Chooses of a list by the first letters of what it offers. */
  async choose(wanted: Locator, text: string): Promise<void> {
    await this.reach(wanted);
    await this.type(text);
  }
}
