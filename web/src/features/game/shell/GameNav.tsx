import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { cx, Icon, Logo, ThemeToggle } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { GROUPS, type Section, type SectionId } from '../sections';

interface GameNavProps {
  sections: readonly Section[];
  chosen: SectionId;
  onChoose: (id: SectionId) => void;
}

interface EntryProps {
  section: Section;
  chosen: boolean;
  onChoose: (id: SectionId) => void;
}

/** Scrolls the navigation to an entry of it, and not the page to the navigation. */
function bringIntoView(entry: Element): void {
  const nav = entry.closest('nav');
  if (!nav) return;
  const [each, all] = [entry.getBoundingClientRect(), nav.getBoundingClientRect()];
  nav.scrollLeft += Math.min(0, each.left - all.left) + Math.max(0, each.right - all.right);
  nav.scrollTop += Math.min(0, each.top - all.top) + Math.max(0, each.bottom - all.bottom);
}

/** The browser thinks an entry in sight as soon as an edge of it is. What is pressed stays under the pointer. */
function followFocus(entry: Element): void {
  if (entry.matches(':focus-visible')) bringIntoView(entry);
}

function Entry({ section, chosen, onChoose }: EntryProps) {
  const title = useGameState(section.title);
  const entry = useRef<HTMLButtonElement>(null);
  // On a phone the row may begin elsewhere, as after a reload.
  useEffect(() => {
    if (chosen && entry.current) bringIntoView(entry.current);
  }, [chosen]);
  return (
    <button
      ref={entry}
      type="button"
      aria-current={chosen ? 'page' : undefined}
      onClick={() => onChoose(section.id)}
      className={cx(
        'game-nav-item label',
        section.id === 'army-1' && 'text-blue-army',
        section.id === 'army-2' && 'text-red-army',
      )}>
      <Icon name={section.icon} />
      <span className="game-nav-text">{title}</span>
    </button>
  );
}

/** The sections of a game, grouped by what they are about: a column beside it, a row that scrolls below it on a phone. */
export function GameNav({ sections, chosen, onChoose }: GameNavProps) {
  const gameId = useGameId();
  const watching = useGameState(({ sides }) => sides.length === 0);
  return (
    <nav className="game-nav" aria-label="Game" onFocus={({ target }) => followFocus(target)}>
      <Link
        to={watching ? '/' : '/user_page'}
        aria-label={watching ? 'Highground' : 'Highground, your games'}
        className="game-nav-logo">
        <Logo compact />
      </Link>
      {GROUPS.map((group) => (
        <ul key={group} className="game-nav-list">
          {sections
            .filter((section) => section.group === group)
            .map((section) => (
              <li key={section.id}>
                <Entry section={section} chosen={section.id === chosen} onChoose={onChoose} />
              </li>
            ))}
          {group === 'settings' && !watching && (
            <li>
              <Link to={`/game/${gameId}`} className="game-nav-item label">
                <Icon name="edit" />
                <span className="game-nav-text">Back to Setup</span>
              </Link>
            </li>
          )}
        </ul>
      ))}
      <div className="game-nav-end">
        <ThemeToggle />
      </div>
    </nav>
  );
}
