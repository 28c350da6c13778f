import { useNavigate, useParams } from 'react-router';
import { BattleResult, isOver, ReportSharing } from '@/features/after-battle';
import { GameSetup, useSetup } from '@/features/game-setup';
import { HttpError, sentence, type OneGame, type SeatRow } from '@/shared/api';
import { loginFor } from '@/shared/session';
import { Badge, Button, Card, cx, LinkButton, Notice, PageHeader, Skeleton } from '@/shared/ui';
import { EditGame } from './EditGame';
import { Status } from './GamesTable';
import { Invitation } from './Sharing';
import { MODES, stageOf } from './stage';
import { useDeleteGame, useGame, useLeaveSeat } from './useGames';

/** One game before and after its battle: what it is, who sits at it, who may read its report. */
export function GamePage() {
  const { gameId = '' } = useParams();
  const game = useGame(gameId);
  const locked = game.error instanceof HttpError && game.error.status === 401;
  return (
    <main className="mx-auto flex w-full max-w-screen-2xl flex-col gap-6 px-4 py-8 sm:px-8">
      <title>{`${game.data?.game_name ?? 'Game'} · Highground`}</title>
      {game.isPending && <Loading />}
      {game.isError && (
        <Notice
          text={sentence(game.error)}
          onRetry={locked ? undefined : () => void game.refetch()}
          busy={game.isFetching}>
          {locked ? (
            <LinkButton tone="primary" to={loginFor(`/game/${gameId}`)}>
              Log in
            </LinkButton>
          ) : (
            <LinkButton to="/games">Your games</LinkButton>
          )}
        </Notice>
      )}
      {game.data && <Game game={game.data} />}
    </main>
  );
}

function Game({ game }: { game: OneGame }) {
  const navigate = useNavigate();
  const remove = useDeleteGame(() => void navigate('/games'));
  const own = game.role === 'owner';
  const over = isOver(game);
  return (
    <>
      <PageHeader
        title={game.game_name}
        text={game.description || 'No description yet.'}
        actions={
          <>
            <LinkButton icon="list" to={`/games/${game.game_id}/logs`}>
              Battle log
            </LinkButton>
            {own && <EditGame game={game} />}
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-faint">
        <Progress game={game} />
        <Mode game={game} />
        {game.opponent && <span>against {game.opponent}</span>}
        <span>Created {new Date(game.created).toLocaleDateString(undefined, { dateStyle: 'long' })}</span>
        <span className="figure text-base break-all">{game.game_id}</span>
      </div>
      {over && <BattleResult game={game} />}
      {(game.fought_here || !over) && (
        <GameSetup
          gameId={game.game_id}
          over={over}
          seats={game.seats}
          seatOf={(side) =>
            game.seats.filter((seat) => seat.side === side).map((seat) => <Seat key={side} seat={seat} game={game} />)
          }
        />
      )}
      {own && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Card title="Report">
            <ReportSharing game={game} />
          </Card>
          <Card title="Delete this game">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="min-w-0 flex-1 basis-56 text-soft">
                {over && game.opponent
                  ? `The game leaves your list. It stays ${game.opponent}'s.`
                  : 'The game, its log and its pictures are removed for good.'}
              </p>
              <Button tone="danger" icon="trash" onClick={() => void remove(game)}>
                Delete
              </Button>
            </div>
          </Card>
        </div>
      )}
    </>
  );
}

/** How far the game is: its status says 'In progress' from the day it is made. */
function Progress({ game }: { game: OneGame }) {
  const { data } = useSetup(game.game_id, false);
  if (data && !data.begun && !isOver(game)) return <Badge icon="settings">Being set up</Badge>;
  return <Status status={game.status} />;
}

/** How it is played: as the set-up has it, which may have changed what the game was made for. */
function Mode({ game }: { game: OneGame }) {
  const { data } = useSetup(game.game_id, false);
  const asMade = game.simulation ? MODES.simulation : 'Played game';
  return <span>{data && (game.fought_here || !isOver(game)) ? MODES[data.chosen.mode ?? 'digital'] : asMade}</span>;
}

const ARMIES = ['Blue army', 'Red army'];

/** One army's seat: its colour on the edge, who commands it, and how to fill or leave it. */
function Seat({ seat, game }: { seat: SeatRow; game: OneGame }) {
  const leave = useLeaveSeat(game);
  const own = game.role === 'owner';
  const commander = useCommander(seat, game);
  const holder =
    commander === 'ai'
      ? 'The computer'
      : (seat.taken_by ?? (own && commander === 'human' ? 'You' : (game.opponent ?? 'Nobody yet')));
  return (
    <div className="flex flex-col gap-2">
      <h2 className={cx('label text-base', seat.side === 0 ? 'text-blue-army' : 'text-red-army')}>
        {ARMIES[seat.side] ?? `Army ${seat.side + 1}`}
      </h2>
      <p className="text-lg font-semibold break-words">
        {holder}
        {seat.mine && seat.taken_by && <span className="ml-2 text-sm font-normal text-faint">you</span>}
      </p>
      {isInvitedTo(seat, game) && (
        <>
          <p className="text-sm text-soft">
            {(stageOf(game) === 'setup' ? COMMANDED : FIGHTING)[commander ?? 'nobody']}
          </p>
          <Invitation gameId={game.game_id} side={seat.side === 0 ? 0 : 1} />
        </>
      )}
      {seat.taken_by && (own || seat.mine) && (
        <div className="mt-auto -ml-3">
          <Button tone="quiet" icon="logout" onClick={() => void leave(seat)}>
            {seat.mine ? 'Leave the game' : 'Free the seat'}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What stands at the seat that somebody may be invited to, by who commands its army until then. */
const COMMANDED = {
  ai: 'The computer plays this army against you. You can command it yourself, by “Human” below, or invite an opponent.',
  human: 'Until somebody takes the seat, you command this army too. Choose “Computer” below to play against that.',
  nobody: 'Choose an army for it, and the computer plays it against you. Or invite an opponent.',
};

/** The same once the battle has begun, and what is chosen below can no longer be changed. */
const FIGHTING = {
  ai: 'The computer plays this army against you. You can still invite an opponent.',
  human: 'Until somebody takes the seat, you command this army too.',
  nobody: 'You can still invite an opponent.',
};

/** Who commands an army: as the set-up has it, and once the battle goes on as that has it; null while none is chosen. */
function useCommander({ side, taken_by: takenBy }: SeatRow, game: OneGame): 'ai' | 'human' | null {
  const { data } = useSetup(game.game_id, false);
  if (game.summary?.computer?.[side]) return 'ai';
  const army = data?.armies[side];
  // The player who commands the first army has it before it is chosen, and so has one who took a seat.
  return army?.controller ?? (side === 0 || takenBy || !data ? 'human' : null);
}

/** The second army is the one to invite somebody to, or the first where the owner holds the second. */
function isInvitedTo(seat: SeatRow, { role, seats, status }: OneGame): boolean {
  if (role !== 'owner' || seat.taken_by || isOver({ status })) return false;
  return seat.side === 1 || seats.some((each) => each.side === 1 && each.taken_by !== null && each.mine);
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the game" className="flex flex-col gap-4">
      <Skeleton className="h-10 w-2/3" />
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    </div>
  );
}
