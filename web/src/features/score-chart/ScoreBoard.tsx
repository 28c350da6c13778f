import type { Army, Board } from '@/shared/battle-log';

/** Both armies with their victory and command points as they stand. */
export function ScoreBoard({ board, armies, title }: { board: Board; armies: readonly Army[]; title: string }) {
  const [blue, red] = [armies.find((each) => each.colorIndex === 0), armies.find((each) => each.colorIndex === 1)];
  return (
    <div className="@container min-w-0" data-testid="score-board">
      <div className="grid grid-cols-2 items-center gap-x-3 @[21rem]:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] @xl:gap-6">
        {blue ? <Side army={blue} board={board} /> : <span />}
        <p
          className="label col-span-2 row-start-1 text-center text-soft @[21rem]:col-span-1 @[21rem]:row-start-auto"
          aria-live="polite">
          {title}
        </p>
        {red ? <Side army={red} board={board} mirrored /> : <span />}
      </div>
    </div>
  );
}

/** Beside its points stands whose they are; below them where there is little room. */
function Side({ army, board, mirrored = false }: { army: Army; board: Board; mirrored?: boolean }) {
  const score = board.scores.find((each) => each.armyId === army.id);
  const ink = `var(--${army.colorIndex === 0 ? 'blue' : 'red'})`;
  return (
    <div
      className={`flex min-w-0 flex-col @xl:items-center @xl:gap-3 ${mirrored ? 'items-end text-right @xl:flex-row @xl:text-left' : '@xl:flex-row-reverse @xl:text-right'}`}>
      <p className="flex shrink-0 items-baseline gap-2">
        <span className="figure text-xl leading-none" style={{ color: ink }}>
          {score?.vp ?? 0}
        </span>
        <span className="label text-xs text-faint">VP</span>
        <span className="figure text-base text-soft">
          {score?.cp ?? 0}
          <span className="label ml-1 text-xs text-faint">CP</span>
        </span>
        {score !== undefined && score.headStart > 0 && (
          <span className="hidden text-xs text-soft @xl:inline">
            began <span className="figure">+{score.headStart}</span>
          </span>
        )}
      </p>
      <p className="max-w-full min-w-0 leading-tight">
        <span className="line-clamp-2 text-xs font-semibold break-words @xl:text-sm">{army.name}</span>
        <span className="hidden truncate text-xs text-faint @xl:block">
          {[army.faction, army.points && `${army.points} pts`].filter(Boolean).join(' · ')}
        </span>
      </p>
    </div>
  );
}
