import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** How long a page may load until it has its heading, in milliseconds. */
const LOADS_MS = 5000;

/** Whether nothing on the page itself, and no dialog, has the focus: it is lost, or on the link that led here. */
const isFree = (page: HTMLElement): boolean => {
  const now = document.activeElement;
  return !now || now === document.body || (now !== page && !page.contains(now) && !now.closest('[role="dialog"]'));
};

function focusHeading(page: HTMLElement): boolean {
  const heading = page.querySelector('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** After a change of page the focus is on its main heading, as soon as it has one: keys and screen readers go on there. */
export function useHeading(): void {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    const page = document.getElementById('page');
    if (before.current === pathname || !page) return;
    before.current = pathname;
    if (hash || !isFree(page) || focusHeading(page)) return;
    const started = document.activeElement;
    const watch = new MutationObserver(() => {
      if (document.activeElement !== started || focusHeading(page)) watch.disconnect();
    });
    watch.observe(page, { childList: true, subtree: true });
    const timer = setTimeout(() => watch.disconnect(), LOADS_MS);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  }, [pathname, hash]);
}
