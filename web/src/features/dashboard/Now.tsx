import { outcome, RematchAsked } from '@/features/after-battle';
import type { ListedGame } from '@/shared/api';
import { LinkButton } from '@/shared/ui';
import { Armies } from './GamesTable';
import { against, isYourTurn, openPath, progress, stageOf } from './stage';

const MOST = 3;

/** What is on: rematches that are asked for and games that wait for the player first, and the record so far. */
export function Now({ games }: { games: readonly ListedGame[] }) {
  const open = games
    .filter((game) => stageOf(game) !== 'over')
    .sort((a, b) => weight(a) - weight(b))
    .slice(0, MOST);
  const asked = games.filter((game) => game.rematch_by);
  return (
    <>
      {asked.length + open.length > 0 && (
        <section aria-label="To go on with" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {asked.map((game) => (
            <Asked key={game.game_id} game={game} />
          ))}
          {open.map((game) => (
            <Going key={game.game_id} game={game} />
          ))}
        </section>
      )}
      <Record games={games} />
    </>
  );
}

/** One's own turn against somebody first, then battles, then what is being set up; the list is the newest first. */
function weight(game: ListedGame): number {
  if (stageOf(game) === 'setup') return 2;
  return isYourTurn(game) ? 0 : 1;
}

function Going({ game }: { game: ListedGame }) {
  const running = stageOf(game) === 'running';
  const yours = isYourTurn(game) && game.side !== null;
  return (
    <article aria-label={game.game_name} className="flex flex-col gap-3 rounded border border-line bg-panel p-4">
      <div>
        <h2 className="text-lg leading-tight font-semibold wrap-anywhere">{game.game_name}</h2>
        <p className="mt-1 text-sm text-soft">
          {[yours ? 'Your turn' : '', progress(game), against(game)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Armies game={game} />
      <div className="mt-auto">
        <LinkButton tone={yours ? 'primary' : 'plain'} icon={running ? 'swords' : 'settings'} to={openPath(game)}>
          {running ? 'To the table' : 'To the set-up'}
        </LinkButton>
      </div>
    </article>
  );
}

/** A battle that is over, which the opponent wants to fight again. */
function Asked({ game }: { game: ListedGame }) {
  return (
    <article
      aria-label={`Rematch of ${game.game_name}`}
      className="flex flex-col gap-3 rounded border border-lamp bg-panel p-4">
      <div>
        <h2 className="text-lg leading-tight font-semibold wrap-anywhere">{game.game_name}</h2>
        <p className="mt-1 text-sm text-soft">
          {['The same armies on the same board', outcome(game)?.text].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Armies game={game} />
      <div className="mt-auto">
        <RematchAsked game={game} />
      </div>
    </article>
  );
}

function Record({ games }: { games: readonly ListedGame[] }) {
  const ends = games.map(outcome).filter((each) => each !== null);
  const fought = games.filter((game) => stageOf(game) === 'over').length;
  if (fought === 0) return null;
  const won = ends.filter((each) => each.won === true).length;
  const lost = ends.filter((each) => each.won === false).length;
  return (
    <dl aria-label="Your record" className="flex flex-wrap gap-x-8 gap-y-2">
      {(
        [
          ['Completed', fought],
          ['Won', won],
          ['Lost', lost],
        ] as const
      ).map(([name, value]) => (
        <div key={name} className="flex items-baseline gap-2">
          <dt className="label text-faint">{name}</dt>
          <dd className="figure text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
