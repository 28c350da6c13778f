/** Says to a part of the page around an element how high that is, for what has to keep clear of it. */
export function measured(element: HTMLElement | null, around: string, property: string): (() => void) | undefined {
  const part = element?.closest<HTMLElement>(around);
  if (!element || !part || typeof ResizeObserver === 'undefined') return undefined;
  const watch = new ResizeObserver(() => part.style.setProperty(property, `${element.offsetHeight}px`));
  watch.observe(element);
  return () => watch.disconnect();
}
