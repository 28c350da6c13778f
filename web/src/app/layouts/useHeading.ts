import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, type NavigationType } from 'react-router';

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

/** Whether a layout has been there before: the site's first page is read from its beginning, also after a redirection. */
let opened = false;

/** Whether somebody came to a layout from another page of the site. */
const isNext = (entered: NavigationType): boolean => entered === 'PUSH' || (opened && entered === 'REPLACE');

/**
 * After a change of page the focus is on its main heading, as soon as it has one: keys and screen readers go on there. So
 * they do where the page before had another layout, as at the door, or none, as at the table.
 */
export function useHeading(): void {
  const { pathname, hash } = useLocation();
  const [entered] = useState(useNavigationType());
  const before = useRef<string | null>(null);
  useEffect(() => {
    const page = document.getElementById('page');
    const changed = before.current === null ? isNext(entered) : before.current !== pathname;
    before.current = pathname;
    opened = true;
    if (!changed || !page || hash || !isFree(page) || focusHeading(page)) return;
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
  }, [pathname, hash, entered]);
}
