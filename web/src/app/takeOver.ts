declare global {
  interface Window {
    /** The button that was pressed before the page's own code was there, set by early.js. */
    pressedEarly?: Element;
  }
}

const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent.trim();

/** The link, button or field that has taken the place of one in the server's markup. */
function successor(root: HTMLElement, old: Element | null | undefined): HTMLElement | undefined {
  if (!old || old === document.body) return undefined;
  const alike = root.querySelectorAll<HTMLElement>(old.tagName);
  return [...alike].find((each) => nameOf(each) === nameOf(old) && each.checkVisibility());
}

/** Types a text into a field as a person does, so that a component which holds the value hears of it. */
function type(field: HTMLElement | undefined, text: string): void {
  if (!(field instanceof HTMLInputElement)) return;
  // React would take a plain assignment for its own, and overlook the event.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Draws the page in place of the markup that the server sent. The focus and what was typed stay, and a button that
 * was pressed while nothing could act on it is pressed now.
 */
export function takeOver(root: HTMLElement, draw: () => void): void {
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  const typed = [...root.querySelectorAll('input')].filter(({ value }) => value !== '');
  draw();
  typed.forEach((field) => type(successor(root, field), field.value));
  document.documentElement.dataset.live = '';
  successor(root, focused)?.focus({ preventScroll: true });
  successor(root, window.pressedEarly)?.click();
}
