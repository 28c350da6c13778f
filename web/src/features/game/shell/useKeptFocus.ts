import { useEffect, useState } from 'react';

/** After what changed the page, dialogs have closed and given the focus back by then. */
const SETTLED_MS = 100;
/** How long something may be out of reach that will have the focus again. */
const PATIENCE_MS = 2000;

const MAIN = '.prompt-main:enabled';
/** After the battle there is a link in place of the main button. */
const OVER = '.game-panel[data-over]';
const IN_HAND = '.ghost [data-focus]';

/** Where the focus goes from something that is gone: what comes first of these and is there. */
function homesOf(left: Element): string[] {
  if (left.closest('.prompt-line')) return [MAIN, OVER];
  const unit = left.closest('[data-list-unit]')?.getAttribute('data-list-unit');
  if (unit) return [`li[data-list-unit="${CSS.escape(unit)}"]`, '.table-list', MAIN, OVER];
  if (left.closest('.table-list')) return ['.table-list', MAIN, OVER];
  if (left.closest('.game-panel')) return ['.game-panel'];
  return left.closest('.game-map, [role="menu"]') ? [IN_HAND, MAIN, OVER] : [];
}

/** Gives the focus back to what had it, once it can have it again, or to its home where it is gone. */
class Keeper {
  private left: HTMLElement | SVGElement | null = null;
  private homes: string[] = [];
  private byKeys = false;
  private timer: number | undefined;

  /** `arrived`: what led to the table is gone with its page, and the main button stands for it. */
  constructor(arrived: boolean) {
    if (arrived) [this.byKeys, this.homes] = [true, [MAIN]];
  }

  private readonly focused = ({ target }: FocusEvent): void => {
    // A unit in hand is drawn on the map, and has the focus as a button has.
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
    if (target.closest('[role="alertdialog"], [role="dialog"]')) return;
    this.left = target.matches('.game-panel') ? null : target;
    this.homes = homesOf(target);
  };

  /** What the pointer took the focus from does not get it back by a later key. */
  private readonly blurred = ({ target }: FocusEvent): void => {
    if (this.byKeys || target !== this.left || !this.left?.isConnected || this.left.matches(':disabled')) return;
    this.left = null;
    this.homes = [];
  };

  private readonly pressed = ({ type }: Event): void => {
    this.byKeys = type === 'keydown';
  };

  private readonly changed = (): void => this.later(SETTLED_MS, false);

  /** Until the returned function is called. */
  watch(): () => void {
    const observer = new MutationObserver(this.changed);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', this.focused);
    document.addEventListener('focusout', this.blurred);
    for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, this.pressed, true);
    return () => {
      observer.disconnect();
      window.clearTimeout(this.timer);
      document.removeEventListener('focusin', this.focused);
      document.removeEventListener('focusout', this.blurred);
      for (const type of ['keydown', 'pointerdown']) document.removeEventListener(type, this.pressed, true);
    };
  }

  private later(wait: number, waited: boolean): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.settle(waited), wait);
  }

  private settle(waited: boolean): void {
    const { left, homes } = this;
    if (!this.byKeys || document.activeElement !== document.body) return;
    if (left?.isConnected && !left.matches(':disabled')) return left.focus({ preventScroll: true });
    if (left?.isConnected && !waited) return this.later(PATIENCE_MS, true);
    const home = homes.map((each) => document.querySelector<HTMLElement | SVGElement>(each)).find(Boolean);
    home?.focus({ preventScroll: home.matches('.game-panel, [data-focus]') });
  }
}

/**
 * With the keyboard one presses buttons that cannot be pressed meanwhile, or are gone with what they did. The focus comes
 * back to them, or goes to where they stood, and not to the top of the page. `arrived`: the table was led to by what started it.
 */
export function useKeptFocus(arrived = false): void {
  const [first] = useState(arrived);
  useEffect(() => new Keeper(first).watch(), [first]);
}
