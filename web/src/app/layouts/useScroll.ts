import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType, type Location } from 'react-router';

/** Pixels that stay free above a section that the page scrolls to. */
const ANCHOR_OFFSET = 100;
/** After this many milliseconds the scroll is corrected: what loaded meanwhile may have moved the section. */
const CORRECTION_MS = 100;

const kept = new Map<string, number>();

function scrollToSection(section: HTMLElement): void {
  window.scrollTo({
    top: Math.max(0, section.getBoundingClientRect().top + window.scrollY - ANCHOR_OFFSET),
    behavior: 'smooth',
  });
}

/** The section of a hash; null for a hash that is none of the page's, a broken one included. */
function sectionOf(hash: string): HTMLElement | null {
  if (!hash) return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/**
 * Where the page stands after a change of address: at the section of the hash, where it was left on the way back, else
 * at its top. The focus goes along to the section, so that the keyboard goes on from there.
 */
export function useScroll(): void {
  const location = useLocation();
  const way = useNavigationType();
  const before = useRef<Pick<Location, 'pathname' | 'search'> | null>(null);
  useEffect(() => {
    const keep = () => kept.set(location.key, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [location.key]);
  useLayoutEffect(() => {
    const first = before.current === null;
    const samePage = before.current?.pathname === location.pathname;
    const chosenAgain = samePage && before.current?.search === location.search;
    before.current = location;
    const old = kept.get(location.key);
    if (way === 'POP' && old !== undefined) {
      window.scrollTo(0, old);
      return;
    }
    const section = sectionOf(location.hash);
    if (!section) {
      if (!first && (!samePage || chosenAgain || way === 'PUSH'))
        window.scrollTo({ top: 0, behavior: samePage ? 'smooth' : 'instant' });
      return;
    }
    section.focus({ preventScroll: true });
    scrollToSection(section);
    const correction = setTimeout(() => scrollToSection(section), CORRECTION_MS);
    return () => clearTimeout(correction);
  }, [location, way]);
}
