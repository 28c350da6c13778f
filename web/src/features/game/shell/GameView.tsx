import { memo, Suspense, use, useLayoutEffect, useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useDesk } from '@/features/fair-dice';
import { useCameraLink } from '@/features/table-camera';
import { sentence, type GameState } from '@/shared/api';
import { Boundary, LinkButton, Notice, Skeleton } from '@/shared/ui';
import type { Known } from '../client/client';
import { GameContext, useClient, useGameId, useGameState } from '../client/context';
import { useDrawn } from '../client/useDrawn';
import { useGameClient } from '../client/useGameClient';
import { useAbilitiesAfterLoad } from '../abilities/useAbilities';
import { CameraPanel } from '../camera/CameraPanel';
import { Chat } from '../chat/Chat';
import { AiDriver } from '../computer/AiDriver';
import { FirstTurn } from '../deployment/FirstTurn';
import { DiceLine } from '../dice-line/DiceLine';
import '../game.css';
import '../panels/panels.css';
import '../panels/fights/fights.css';
import './phone.css';
import './landscape.css';
import { Film } from '../film/FilmBar';
import { FilmDriver } from '../film/useFilm';
import { useFreshStart, useFromSetup } from '../freshStart';
import { findGameId } from '../gameId';
import { FirstHint } from '../hints/Hint';
import { Announcer } from '../list/Announcer';
import { speak } from '../list/spoken';
import { useShortcuts } from '../map/shortcuts';
import { useMapKeys } from '../map/useMapKeys';
import { Offers } from '../offers/Offers';
import { RecapCard } from '../recap/RecapCard';
import { sectionOf, sectionsFor, type Section } from '../sections';
import { useGameSounds } from '../sounds/useGameSounds';
import { UndoConsent } from '../undo/UndoConsent';
import { DebugOverlay } from './DebugOverlay';
import { GameHeader } from './GameHeader';
import { GameMap } from './GameMap';
import { GameNav } from './GameNav';
import { LinkNotice } from './LinkNotice';
import { isGone, isNotBegun, NotShared, Waiting } from './Watching';
import { measured } from './measured';
import { MovedOn } from './MovedOn';
import { Part } from './Part';
import { PromptLine } from './PromptLine';
import { SkipLinks } from './SkipLinks';
import { StateNotice } from './StateNotice';
import { tabTitle } from './title';
import { useKeptFocus } from './useKeptFocus';
import { useSection } from './useSection';

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
  return <Mounted key={gameId} gameId={gameId} shared={shared} />;
}

const look = ({ state, problem, loading }: Known) => ({
  begun: state !== undefined,
  watching: watches(state),
  problem,
  loading,
});
const watches = (state: GameState | undefined): boolean => state?.sides.length === 0;

/** A game, and the client that it has for as long as it is shown. */
function Mounted({ gameId, shared }: { gameId: string; shared: boolean }) {
  const client = useGameClient(gameId, useFreshStart(gameId), shared);
  const { begun, watching, problem, loading } = useStore(client.known, useShallow(look));
  const arrived = useFromSetup();
  const again = () => void client.load();
  if (watching && isGone(problem)) return <NotShared />;
  if (!begun && shared && isNotBegun(problem)) return <Waiting gameId={gameId} onLook={again} />;
  if (begun)
    return (
      <GameContext value={client}>
        <Whole arrived={arrived} />
      </GameContext>
    );
  return (
    <main className="game-wait">
      <title>Game · Highground</title>
      {problem ? (
        <Notice text={`Error loading game data: ${sentence(problem)}`} onRetry={again} busy={loading}>
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

/** The table, which the next state of the game draws again where it failed. */
function Whole({ arrived }: { arrived: boolean }) {
  return (
    <Boundary what="The table" version={useGameState()}>
      <Table arrived={arrived} />
    </Boundary>
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

const Title = () => <title>{useGameState(tabTitle)}</title>;

function Sounds() {
  useGameSounds(useGameState());
  return null;
}

const isSealed = ({ dice }: GameState): boolean => dice.sealed;
const sidesOf = ({ sides }: GameState): readonly number[] => sides;
const isOver = ({ game_model: game }: GameState): boolean => game.status === 'Completed';
/** What this player is asked while the enemy acts, or otherwise; '' while he is asked nothing. */
const askedOf = ({ request }: GameState): string =>
  request?.mine === true && request.controller === 'human' ? (request.kinds[0] ?? '') : '';
const isPhysical = ({ game_model: game, sides }: GameState): boolean => game.digital === false && sides.length > 0;

const shownIn = ({ id, wide, read }: Section, watching: boolean, physical: boolean) => ({
  'data-section': id,
  'data-wide': wide || undefined,
  'data-read': read || undefined,
  'data-watching': watching || undefined,
  // The camera's bar is above the map. With `:has`, the browser would search the whole table for each new element.
  'data-camera': (physical && !wide) || undefined,
});

/** The key that takes a unit up leads first to where units are moved, from any other section. */
function useBack(away: boolean, back: () => void): void {
  const begin = () => {
    back();
    speak('Battlefield');
  };
  useShortcuts(away ? { begin } : {});
  // Where the section takes the map's place, its keys are gone with it.
  useMapKeys(away ? { m: begin } : {});
}

/** Its parts follow the game's state each by itself: a new one has not all of them drawn again. */
const Table = memo(function Table({ arrived }: { arrived: boolean }) {
  const gameId = useGameId();
  const watching = useGameState(watches);
  const physical = useGameState(isPhysical);
  useCameraLink(gameId, physical);
  const sealed = useGameState(isSealed);
  const drawn = useDrawn();
  const desk = useDesk(gameId, sealed && drawn, useGameState(sidesOf), useClient().onMoved);
  const [sectionId, setSection] = useSection();
  useKeptFocus(arrived);
  useAbilitiesAfterLoad(watching);
  useBack(sectionId !== 'battlefield', () => setSection('battlefield'));
  const section = sectionOf(sectionsFor(watching), sectionId);
  return (
    <>
      <Part what="The title" silent>
        <Title />
      </Part>
      <Part what="The sounds" silent>
        <Sounds />
      </Part>
      <div className="game">
        {!watching && (
          <Part what="What is asked">
            <PromptLine />
          </Part>
        )}
        <SkipLinks />
        <Part what="What the opponent did" silent>
          <Announcer />
        </Part>
        <Part what="The navigation">
          <GameNav sections={sectionsFor(watching)} chosen={section.id} onChoose={setSection} />
        </Part>
        <Part what="The score line">
          <GameHeader />
        </Part>
        <main className="game-main" {...shownIn(section, watching, physical)}>
          {!section.wide && (
            <Part what="The map">
              <GameMap />
            </Part>
          )}
          <Panels section={section} desk={desk} physical={physical} watching={watching} />
          {!watching && <BelowPanel hinted={!section.wide} />}
        </main>
        {!watching && <Drivers />}
        <Part what="The debug overlay" silent>
          <DebugOverlay />
        </Part>
      </div>
    </>
  );
});

const BelowPanel = ({ hinted }: { hinted: boolean }) => (
  <>
    {hinted && (
      <Part what="The hint" silent>
        <FirstHint />
      </Part>
    )}
    <Part what="The chat">
      <Chat />
    </Part>
  </>
);

/** What runs by itself for those who play, and shows nothing. */
const Drivers = () => (
  <>
    <Part what="The film" silent>
      <FilmDriver />
    </Part>
    <Part what="The computer's play" silent>
      <AiDriver />
    </Part>
  </>
);

/** What is shown beside the battle: the film of the enemy's turn. */
function Foot() {
  return (
    <Part what="The film" silent>
      <div className="panel-foot">
        <Film />
      </div>
    </Part>
  );
}

/** What the keyboard goes back to in the panel is scrolled clear of it. */
const clearBelow = (asks: HTMLElement | null) => measured(asks, '.game-panel', '--asks');

/** What one player wants of the other, in view wherever the panel is scrolled to. */
const Asks = () => (
  <div ref={clearBelow} className="panel-asks">
    <Part what="The question to take back">
      <UndoConsent />
    </Part>
    <Part what="The offers">
      <Offers />
    </Part>
  </div>
);

interface PanelsProps {
  section: Section;
  desk: ReturnType<typeof useDesk>;
  physical: boolean;
  watching: boolean;
}

const LOADING = (
  <div className="flex flex-col gap-3" role="status" aria-label="Loading the panel">
    <Skeleton className="h-10" />
    <Skeleton className="h-40" />
  </div>
);

/** What has the panel to itself, and comes at any time: what may be answered, and dice that are due. */
const fromTop = (asked: string): string => (asked === 'pass' || asked === 'roll' ? asked : '');

/** The panel: another section is read from its beginning, and so is what is asked meanwhile. */
function useFromTheTop({ id }: Section, asked: string) {
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (panel.current) panel.current.scrollTop = 0;
  }, [id]);
  useLayoutEffect(() => {
    if (asked && panel.current) panel.current.scrollTop = 0;
  }, [asked]);
  return panel;
}

function Panels({ section, desk, physical, watching }: PanelsProps) {
  const title = useGameState(section.title);
  const over = useGameState(isOver);
  const asked = useGameState(askedOf);
  const panel = useFromTheTop(section, fromTop(asked));
  return (
    <section
      ref={panel}
      className="game-panel"
      aria-label={title}
      tabIndex={0}
      data-over={over || undefined}
      data-asked={asked || undefined}>
      <LinkNotice />
      <StateNotice />
      <MovedOn />
      {physical && section.id === 'battlefield' && (
        <Part what="The camera">
          <CameraPanel />
        </Part>
      )}
      {!watching && <Asks />}
      {!watching && section.id === 'battlefield' && (
        <Part what="The recap" silent>
          <RecapCard />
        </Part>
      )}
      {section.id === 'battlefield' && (
        <Part what="The roll for the first turn" silent>
          <FirstTurn />
        </Part>
      )}
      {section.id === 'battlefield' && (
        <Part what="How the dice were made" silent>
          <DiceLine {...desk} />
        </Part>
      )}
      <Part key={section.id} what="The panel">
        <Suspense fallback={LOADING}>
          <section.Panel />
        </Suspense>
      </Part>
      {!watching && !section.wide && <Foot />}
    </section>
  );
}
