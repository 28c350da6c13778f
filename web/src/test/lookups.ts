/**
 * What jsdom works out again at each question, kept while it holds: queries by role and by label ask for the styles and
 * the labels of the same elements over and over, which took most of the time of large pages' tests.
 */

let styles = new WeakMap<Element, CSSStyleDeclaration>();
let labels: Map<Element, HTMLLabelElement[]> | null = null;

function forget(): void {
  styles = new WeakMap();
  labels = null;
}

const changes = new MutationObserver(forget);
changes.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });

/** Changes are announced later than they are made, so those that wait are asked for. */
function keepUp(): void {
  if (changes.takeRecords().length > 0) forget();
}

export const computedByJsdom = window.getComputedStyle.bind(window);
/** Styles by what a page without style sheets makes them of. */
const alike = new Map<string, CSSStyleDeclaration>();
const sheets = document.styleSheets;
/** These look like what stands beside them, or as they are opened. */
const BY_STATE = new Set(['DETAILS', 'DIALOG', 'SUMMARY']);
/** Attributes that no rule of a browser's own looks at. */
const NO_LOOK = /^(?:aria-|data-|on|id$|class$|role$|name$|value$|for$|tabindex$|src$|alt$|placeholder$)/;

/** All that the styles of an element hang on where there are no style sheets; null where that is more than itself. */
function look(element: Element): string | null {
  const { parentElement: parent, tagName } = element;
  if (BY_STATE.has(tagName) || element.hasAttribute('popover') || (parent && BY_STATE.has(parent.tagName))) return null;
  if ([...sheets].some(({ cssRules }) => cssRules.length > 0)) return null;
  const inherited = parent && window.getComputedStyle(parent);
  const own = element
    .getAttributeNames()
    .filter((name) => !NO_LOOK.test(name))
    .map((name) => `${name}=${element.getAttribute(name)}`);
  return [tagName, ...own, inherited?.visibility, inherited?.pointerEvents, inherited?.color].join('\n');
}

function styleOf(element: Element): CSSStyleDeclaration {
  const key = look(element);
  if (key === null) return computedByJsdom(element);
  const style = alike.get(key) ?? computedByJsdom(element);
  alike.set(key, style);
  return style;
}

window.getComputedStyle = (element, pseudo) => {
  if (!document.contains(element)) return computedByJsdom(element, pseudo);
  keepUp();
  const style = styles.get(element) ?? styleOf(element);
  styles.set(element, style);
  return style;
};

/** Which labels belong to what, for the whole document at once. */
function labelsOf(element: Element): HTMLLabelElement[] {
  keepUp();
  if (!labels) {
    labels = new Map();
    for (const label of document.querySelectorAll('label'))
      if (label.control) labels.set(label.control, [...(labels.get(label.control) ?? []), label]);
  }
  return labels.get(element) ?? [];
}

for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]) {
  const own = Object.getOwnPropertyDescriptor(prototype, 'labels')!;
  Object.defineProperty(prototype, 'labels', {
    ...own,
    get(this: HTMLInputElement) {
      return document.contains(this) && this.type !== 'hidden' ? labelsOf(this) : own.get!.call(this);
    },
  });
}
