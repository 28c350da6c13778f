import { useEffect, useState } from 'react';

/** After what changed the page, dialogs have closed and given the focus back by then. */
const SETTLED_MS = 100;
/** How long something may be out of reach that will have the focus again. */
const PATIENCE_MS = 2000;

/** How long the focus may be nowhere, as while dice are rolled by themselves. */
const NOWHERE_MS = 600;

const MAIN = '.prompt-main:enabled';
/** It has the focus while nothing can be pressed: what is asked next stands there. */
const LINE = '.prompt-line';
/** After the battle there is a link in place of the main button. */
const OVER = '.game-panel[data-over]';
const IN_HAND = '.ghost [data-focus]';

/** Where the focus goes from something that is gone: what comes first of these and is there. */
function homesOf(left: Element): string[] {
  if (left.closest(LINE)) return [MAIN, OVER];
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
  /** Since when nothing has the focus. */
  private gone: number | null = null;

  /** `arrived`: what led to the table is gone with its page, and the main button stands for it. */
  constructor(arrived: boolean) {
    if (arrived) [this.byKeys, this.homes] = [true, [MAIN]];
  }

  private readonly focused = ({ target }: FocusEvent): void => {
    // A unit in hand is drawn on the map, and has the focus as a button has.
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
    if (target.closest('[role="alertdialog"], [role="dialog"]')) return;
    this.left = target.matches(`.game-panel, ${LINE}`) ? null : target;
    this.gone = null;
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
    const { activeElement: now, body } = document;
    if (!this.byKeys || (now !== body && !now?.matches(LINE))) return;
    if (left?.isConnected && !left.matches(':disabled')) return left.focus({ preventScroll: true });
    if (left?.isConnected && !waited) return this.later(PATIENCE_MS, true);
    const home = homes.map((each) => document.querySelector<HTMLElement | SVGElement>(each)).find(Boolean);
    if (home) home.focus({ preventScroll: home.matches('.game-panel, [data-focus]') });
    else if (now === body && homes.length) this.wait();
  }

  /** The line of what is asked has the focus meanwhile, unless a home for it comes soon. */
  private wait(): void {
    this.gone ??= performance.now();
    const left = this.gone + NOWHERE_MS - performance.now();
    if (left > 0) this.later(left, true);
    else document.querySelector<HTMLElement>(LINE)?.focus({ preventScroll: true });
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
