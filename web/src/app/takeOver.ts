declare global {
  interface Window {
    /** The button that was pressed before the page's own code was there, set by early.js. */
    pressedEarly?: Element;
  }
}

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent.trim();

/** The link or button that has taken the place of one in the server's markup. */
function successor(root: HTMLElement, old: Element | null | undefined): HTMLElement | undefined {
  if (!old || old === document.body) return undefined;
  const alike = root.querySelectorAll<HTMLElement>(old.tagName);
  return [...alike].find((each) => nameOf(each) === nameOf(old) && each.checkVisibility());
}

/**
 * Draws the page in place of the markup that the server sent. The focus stays where it was, and a button that was
 * pressed while nothing could act on it is pressed now.
 */
export function takeOver(root: HTMLElement, draw: () => void): void {
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  draw();
  document.documentElement.dataset.live = '';
  successor(root, focused)?.focus({ preventScroll: true });
  successor(root, window.pressedEarly)?.click();
}
