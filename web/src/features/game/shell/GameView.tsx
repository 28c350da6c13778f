import { Suspense, use, useLayoutEffect, useMemo, useState, type Ref } from 'react';
import { useLocation, useParams } from 'react-router';
import { useDesk } from '@/features/fair-dice';
import { useCameraLink } from '@/features/table-camera';
import { sentence, type GameState } from '@/shared/api';
import { useGameSocket } from '@/shared/socket';
import { Boundary, LinkButton, Notice, Skeleton } from '@/shared/ui';
import { useAbilitiesAfterLoad } from '../abilities/useAbilities';
import { CameraPanel } from '../camera/CameraPanel';
import { Chat } from '../chat/Chat';
import { AiDriver } from '../computer/AiDriver';
import { GameContext, useGame, type Game } from '../context';
import { DiceLine } from '../dice-line/DiceLine';
import '../game.css';
import '../panels/fights/fights.css';
import { useFreshStart } from '../freshStart';
import { findGameId } from '../gameId';
import { Offers } from '../offers/Offers';
import { sectionOf, sectionsFor, type Section, type SectionId } from '../sections';
import { useGameSounds } from '../sounds/useGameSounds';
import { useTable } from '../tableStore';
import { useCalls, useGameState } from '../useGame';
import { UndoConsent } from '../undo/UndoConsent';
import { DebugOverlay } from './DebugOverlay';
import { GameHeader } from './GameHeader';
import { GameMap } from './GameMap';
import { GameNav } from './GameNav';
import { LinkNotice } from './LinkNotice';
import { isGone, isNotBegun, NotShared, useGoneWith, Waiting } from './Watching';
import { MovedOn } from './MovedOn';
import { Part } from './Part';
import { StateNotice } from './StateNotice';
import { tabTitle } from './title';
import { useKeptFocus } from './useKeptFocus';

interface GameViewProps {
  gameId?: string;
  /** Opened by the link of a shared game: seen as somebody who only watches. */
  shared?: boolean;
}

/** The in-game area: the battlefield with the phase's panel, the armies, the history. */
export function GameView({ gameId: given, shared = false }: GameViewProps) {
  const { pathname, search } = useLocation();
  const { gameId: named } = useParams();
  const around = use(GameContext)?.gameId;
  const gameId = findGameId(given, search, pathname, named ?? around);
  const game = useGameState(gameId, useFreshStart(gameId), shared);
  if (game.data?.sides.length === 0 && isGone(game.error)) return <NotShared />;
  if (!game.data && shared && isNotBegun(game.error))
    return <Waiting gameId={gameId} onLook={() => void game.refetch()} />;
  const problem = game.error && !game.data ? `Error loading game data: ${sentence(game.error)}` : '';
  if (game.data)
    return (
      <Boundary what="The table" version={game.data}>
        <Table key={gameId} gameId={gameId} state={game.data} />
      </Boundary>
    );
  return (
    <main className="game-wait">
      <title>Game · Highground</title>
      {problem ? (
        <Notice text={problem} onRetry={() => void game.refetch()} busy={game.isFetching}>
          {shared ? (
            <LinkButton to="/">Highground</LinkButton>
          ) : (
            <LinkButton to={`/game/${gameId}`}>Back to Setup</LinkButton>
          )}
        </Notice>
      ) : (
        <Loading />
      )}
    </main>
  );
}

/** A shared game, watched live without an account. */
export const SharedGameView = () => <GameView shared />;

function Loading() {
  return (
    <div role="status" className="flex flex-1 flex-col gap-3">
      <p className="text-soft">Loading game data...</p>
      <Skeleton className="h-14" />
      <Skeleton className="min-h-72 flex-1" />
    </div>
  );
}

const Title = () => <title>{tabTitle(useGame().state)}</title>;

function Sounds() {
  useGameSounds(useGame().state);
  return null;
}

function Table({ gameId, state }: { gameId: string; state: GameState }) {
  const calls = useCalls(gameId);
  const watching = state.sides.length === 0;
  const link = useGameSocket(gameId, watching ? 'spectator' : 'player');
  useGoneWith(gameId, watching && link.status === 'refused');
  const physical = state.game_model.digital === false && !watching;
  useCameraLink(gameId, physical);
  const desk = useDesk(gameId, state.dice.sealed, state.sides);
  const [sectionId, setSection] = useState<SectionId>('battlefield');
  // Before the effects of the panels: what they ask of the map on their first showing has to stay.
  useLayoutEffect(() => {
    useTable.getState().reset();
    return () => useTable.getState().reset();
  }, []);
  const panel = useKeptFocus();
  useAbilitiesAfterLoad(gameId, watching);
  const game = useMemo<Game>(
    () => ({ gameId, state, live: link.status === 'connected', ...calls }),
    [gameId, state, link.status, calls],
  );
  const section = sectionOf(sectionsFor(watching), sectionId);
  return (
    <GameContext value={game}>
      <Part what="The title" silent>
        <Title />
      </Part>
      <Part what="The sounds" silent>
        <Sounds />
      </Part>
      <div className="game">
        <Part what="The navigation">
          <GameNav sections={sectionsFor(watching)} chosen={section.id} onChoose={setSection} />
        </Part>
        <Part what="The score line">
          <GameHeader status={link.status} />
        </Part>
        <main className="game-main" data-wide={section.wide || undefined} data-watching={watching || undefined}>
          {!section.wide && (
            <Part what="The map">
              <GameMap />
            </Part>
          )}
          <Panels panel={panel} section={section} link={link} desk={desk} physical={physical} watching={watching} />
          {!watching && (
            <Part what="The chat">
              <Chat />
            </Part>
          )}
        </main>
        {!watching && (
          <Part what="The computer's play" silent>
            <AiDriver />
          </Part>
        )}
        <Part what="The debug overlay" silent>
          <DebugOverlay />
        </Part>
      </div>
    </GameContext>
  );
}

interface PanelsProps {
  panel: Ref<HTMLElement>;
  section: Section;
  link: ReturnType<typeof useGameSocket>;
  desk: ReturnType<typeof useDesk>;
  physical: boolean;
  watching: boolean;
}

function Panels({ panel, section, link, desk, physical, watching }: PanelsProps) {
  const { state } = useGame();
  return (
    <section ref={panel} className="game-panel" aria-label={section.title(state)} tabIndex={0}>
      <LinkNotice link={link} />
      <StateNotice />
      <MovedOn />
      {physical && section.id === 'battlefield' && (
        <Part what="The camera">
          <CameraPanel />
        </Part>
      )}
      {!watching && (
        <Part what="The question to take back">
          <UndoConsent />
        </Part>
      )}
      {!watching && (
        <Part what="The offers">
          <Offers />
        </Part>
      )}
      {section.id === 'battlefield' && (
        <Part what="How the dice were made" silent>
          <DiceLine {...desk} />
        </Part>
      )}
      <Part key={section.id} what="The panel">
        <Suspense
          fallback={
            <div className="flex flex-col gap-3" role="status" aria-label="Loading the panel">
              <Skeleton className="h-10" />
              <Skeleton className="h-40" />
            </div>
          }>
          <section.Panel />
        </Suspense>
      </Part>
    </section>
  );
}
