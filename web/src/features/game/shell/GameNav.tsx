import { Link } from 'react-router';
import { cx, Icon, Logo, ThemeToggle } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import type { Section, SectionId } from '../sections';

interface GameNavProps {
  sections: readonly Section[];
  chosen: SectionId;
  onChoose: (id: SectionId) => void;
}

/** The sections of a game: a column beside it, a row that scrolls below it on a phone. */
export function GameNav({ sections, chosen, onChoose }: GameNavProps) {
  const gameId = useGameId();
  const state = useGameState();
  const watching = state.sides.length === 0;
  return (
    <nav className="game-nav" aria-label="Game">
      <Link
        to={watching ? '/' : '/user_page'}
        aria-label={watching ? 'Highground' : 'Highground, your games'}
        className="game-nav-logo">
        <Logo compact />
      </Link>
      <ul className="game-nav-list">
        {sections.map((section) => (
          <li key={section.id}>
            <button
              type="button"
              aria-current={section.id === chosen ? 'page' : undefined}
              onClick={() => onChoose(section.id)}
              className={cx(
                'game-nav-item label',
                section.id === 'army-1' && 'text-blue-army',
                section.id === 'army-2' && 'text-red-army',
              )}>
              <Icon name={section.icon} />
              <span className="game-nav-text">{section.title(state)}</span>
            </button>
          </li>
        ))}
        {!watching && (
          <li>
            <Link to={`/game/${gameId}`} className="game-nav-item label">
              <Icon name="edit" />
              <span className="game-nav-text">Back to Setup</span>
            </Link>
          </li>
        )}
      </ul>
      <div className="game-nav-end">
        <ThemeToggle />
      </div>
    </nav>
  );
}
