import { useEffect } from 'react';

/** After what changed the page, dialogs have closed and given the focus back by then. */
const SETTLED_MS = 100;
/** How long something may be out of reach that will have the focus again. */
const PATIENCE_MS = 2000;

/** Where the focus goes from something that is gone: what comes first of these and is there. */
function homesOf(left: Element): string[] {
  if (left.closest('.prompt-line')) return ['.prompt-main:enabled'];
  const unit = left.closest('[data-list-unit]')?.getAttribute('data-list-unit');
  if (unit) return [`li[data-list-unit="${CSS.escape(unit)}"]`, '.table-list'];
  if (left.closest('.table-list')) return ['.table-list'];
  return left.closest('.game-panel') ? ['.game-panel'] : [];
}

/** Gives the focus back to what had it, once it can have it again, or to its home where it is gone. */
class Keeper {
  private left: HTMLElement | null = null;
  private homes: string[] = [];
  private byKeys = false;
  private timer: number | undefined;

  private readonly focused = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target.closest('[role="alertdialog"], [role="dialog"]')) return;
    this.left = target.matches('.game-panel') ? null : target;
    this.homes = homesOf(target);
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
    for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, this.pressed, true);
    return () => {
      observer.disconnect();
      window.clearTimeout(this.timer);
      document.removeEventListener('focusin', this.focused);
      for (const type of ['keydown', 'pointerdown']) document.removeEventListener(type, this.pressed, true);
    };
  }

  private later(wait: number, waited: boolean): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.settle(waited), wait);
  }

  private settle(waited: boolean): void {
    const { left, homes } = this;
    if (!this.byKeys || !left || document.activeElement !== document.body) return;
    if (left.isConnected && !left.matches(':disabled')) return left.focus({ preventScroll: true });
    if (left.isConnected && !waited) return this.later(PATIENCE_MS, true);
    const home = homes.map((each) => document.querySelector<HTMLElement>(each)).find((each) => each !== null);
    home?.focus({ preventScroll: home.matches('.game-panel') });
  }
}

/**
 * With the keyboard one presses buttons that cannot be pressed meanwhile, or are gone with what they did. The focus comes
 * back to them, or goes to where they stood, and not to the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => new Keeper().watch(), []);
}
