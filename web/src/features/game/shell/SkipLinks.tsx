import { useHabits } from '../map/hand/habits';

/** Puts the focus on the first of these that is there. */
const goTo = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

/** Ways past the score line and the map, seen once they have the focus; the main button stands before them. */
export function SkipLinks() {
  const { listed, turn } = useHabits();
  return (
    <nav className="skip-links" aria-label="Skip">
      <button type="button" className="skip label" onClick={() => goTo('.game-panel')}>
        Skip to the panel
      </button>
      <button type="button" className="skip label" onClick={() => goTo('.table-list, .map-svg [tabindex="0"]')}>
        Skip to the table
      </button>
      <button type="button" className="skip label" aria-pressed={listed} onClick={() => turn('listed', !listed)}>
        {listed ? 'Show the table as a map' : 'Show the table as a list'}
      </button>
    </nav>
  );
}
