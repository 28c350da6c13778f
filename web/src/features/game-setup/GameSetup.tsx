import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { sentence, type Prepared, type SeatRow } from '@/shared/api';
import { keepComputerPlays } from '@/shared/computerPlays';
import { useSession, verify } from '@/shared/session';
import { Button, Notice, Skeleton } from '@/shared/ui';
import { ArmyCard } from './ArmyCard';
import { BoardSection } from './BoardSection';
import { CameraSection } from './CameraSection';
import { armyChange, commanderOf, quickStart, SIDES, type Side } from './defaults';
import { BackToTable, Readiness } from './Readiness';
import { useChangeSetup, useRosters, useSetup, useStart } from './useSetup';

interface GameSetupProps {
  gameId: string;
  /** The battle is over, so that nothing leads back to its table. */
  over?: boolean;
  seats: readonly SeatRow[];
  /** Who sits at a side, and how that is changed; it stands at the head of the side's army. */
  seatOf: (side: Side) => ReactNode;
}

/** Everything that is chosen before a battle: board, mission, mode and both armies, up to 'Start Game'. */
export function GameSetup({ gameId, over = false, seats, seatOf }: GameSetupProps) {
  const setup = useSetup(
    gameId,
    seats.some((seat) => seat.taken_by !== null),
  );
  const known = useKnownUser();
  if (setup.isPending || !known) return <Loading />;
  if (!setup.data)
    return <Notice text={sentence(setup.error)} onRetry={() => void setup.refetch()} busy={setup.isFetching} />;
  return <Choices setup={setup.data} over={over} seats={seats} seatOf={seatOf} />;
}

/** The page opens without a login's check at /game/:gameId: who plays is asked for here. */
function useKnownUser(): boolean {
  const asked = useSession((state) => state.status) !== 'unknown';
  const answer = useQuery({ queryKey: ['who'], queryFn: verify, enabled: !asked, retry: false });
  return asked || answer.isError;
}

function Choices({ setup, over = false, seats, seatOf }: Omit<GameSetupProps, 'gameId'> & { setup: Prepared }) {
  const { change, busy, again, problem } = useChangeSetup(setup.game_id);
  const rosters = useRosters();
  const me = useSession((state) => state.user?.displayName ?? '');
  const awaited = useRosterOfTheAddress(setup, me, change) && !problem;
  const open = !setup.begun && !over;
  // Who has just taken a seat is known here before the set-up is asked for again.
  const seat = (side: Side) => {
    const known = seats.find((each) => each.side === side);
    return { mine: setup.sides.includes(side) && known?.mine !== false, takenBy: known?.taken_by ?? null };
  };
  const wrong = (part: Side | 'game') => (problem?.part === part ? problem.text : null);
  return (
    <>
      {setup.begun && !over && <BackToTable gameId={setup.game_id} />}
      {open && !awaited && SIDES.every((side) => seat(side).mine) && <QuickStart {...{ setup, me, change, busy }} />}
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.7fr)_minmax(0,1fr)]">
        <div className="min-w-0 md:col-span-2 xl:order-1 xl:col-span-1">
          <BoardSection
            setup={setup}
            editable={open && setup.owner}
            problem={wrong('game')}
            busy={busy}
            onRetry={again}
            onChange={(game, done) => change({ game }, { onSuccess: done })}
          />
        </div>
        {SIDES.map((side) => (
          <div key={side} className={side === 0 ? 'min-w-0' : 'min-w-0 xl:order-2'}>
            <ArmyCard
              side={side}
              army={setup.armies[side] ?? null}
              options={setup.options}
              rosters={rosters.data ?? []}
              commander={commanderOf(side, seat(side), me)}
              mine={open && seat(side).mine}
              seat={seatOf(side)}
              problem={wrong(side)}
              onRetry={again}
              onChange={(army) => change(armyChange(side, army))}
            />
          </div>
        ))}
      </div>
      {setup.chosen.mode === 'physical' && setup.sides.length > 0 && !over && <CameraSection gameId={setup.game_id} />}
      {open && <Readiness setup={setup} />}
    </>
  );
}

/**
 * The roster that was chosen with the game, in the address, becomes the first army where none is chosen yet. Whether it
 * still has to: until then nobody should start without it.
 */
function useRosterOfTheAddress(
  setup: Prepared,
  me: string,
  change: ReturnType<typeof useChangeSetup>['change'],
): boolean {
  const [query] = useSearchParams();
  const asked = useRef(false);
  const roster = query.get('roster');
  const free = setup.sides.includes(0) && !setup.armies[0] && !setup.begun;
  useEffect(() => {
    if (!roster || !free || asked.current) return;
    asked.current = true;
    change({ army_0: { source: 'roster', id: roster, player: me, controller: 'human' } });
  }, [roster, free, me, change]);
  return roster !== null && free;
}

interface QuickStartProps {
  setup: Prepared;
  me: string;
  change: ReturnType<typeof useChangeSetup>['change'];
  busy: boolean;
}

/** A battle at once against the computer, or sample armies to go on from; nothing where both armies are chosen. */
function QuickStart({ setup, me, change, busy: changing }: QuickStartProps) {
  const start = useStart(setup.game_id);
  const quick = quickStart(setup, me);
  const both = Object.keys(quick).length === 2;
  const busy = changing || start.isPending;
  const fill = () => {
    if (quick.army_1?.controller === 'ai' && setup.chosen.mode !== 'physical') keepComputerPlays(true);
    change(quick);
  };
  // One after the other: choices and start have one scope.
  const begin = () => {
    fill();
    start.mutate(undefined);
  };
  if (!Object.keys(quick).length) return null;
  return (
    <section
      aria-label="Quick start"
      className="flex flex-wrap items-center justify-between gap-3 rounded border border-dashed border-line-strong px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-soft">
        {both
          ? 'No army yet? Quick start begins a battle at once: two sample armies, you against the computer, which plays by itself. Or take the armies and change what you like first.'
          : 'One army is still missing. Take a sample army for it.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button tone={both && setup.owner ? 'plain' : 'primary'} busy={busy} onClick={fill}>
          {both ? 'Take sample armies' : 'Take a sample army'}
        </Button>
        {both && setup.owner && (
          <Button tone="primary" icon="play" busy={busy} onClick={begin}>
            Quick start
          </Button>
        )}
      </div>
    </section>
  );
}

function Loading() {
  return (
    <div
      role="status"
      aria-label="Loading the set-up"
      className="grid gap-4 md:grid-cols-2 xl:grid-cols-[1fr_1.7fr_1fr]">
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  );
}
