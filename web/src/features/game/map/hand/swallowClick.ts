/** The click that ends a drag is none. A finger's drag ends without one: what would be swallowed is the next tap. */
export function swallowClick(ended: Event): void {
  if ('pointerType' in ended && ended.pointerType === 'touch') return;
  const stop = (event: MouseEvent) => event.stopPropagation();
  window.addEventListener('click', stop, { capture: true, once: true });
  window.setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 0);
}
