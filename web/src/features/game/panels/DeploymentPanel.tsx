import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { zDeploymentStatus } from '@/shared/api/validators';
import {
  aiDeployment,
  answeredAs,
  deployForMe,
  deployUnit,
  type DeployCall,
  getDeploymentStatus,
  rollDice,
  startBattle,
  type GameState,
  type UnitState,
} from '@/shared/api';
import { Button, Checkbox, cx, Notice, toast } from '@/shared/ui';
import { Die } from '@/features/dice-table';
import { useClient, useGameId, useGameState, useTable, useComputerActs } from '../client/context';
import { unitOf } from '../board';
import { saySystem } from '../chat/chatStore';
import { useCommand } from '../client/useCommand';
import { DeployCard } from '../deployment/DeployCard';
import { useZoneChoice } from '../deployment/useZoneChoice';
import { InReserve, reservedOf, sayReserved } from '../deployment/InReserve';
import { ZoneRolled } from '../deployment/ZoneRolled';
import { choosesZone, zoneName, ZONES } from '../deployment/zones';
import { useShortcuts } from '../map/shortcuts';
import { infiltrates, zoneOf } from '../map/ground';
import { Act, Refusal } from './Act';
import { AiAction, AiSaid } from './AiAction';
import { ActiveCastable } from './CastablePanel';
import { AiStep, ControllerBadge, PanelHead } from './parts';
import { GhostWords, PlaceRefused, useChosen, useClosingUp, useLetGo, usePlaceCommand } from './Placing';
import { ScoutPanel } from './ScoutPanel';

/** How long the dice are in the air before the deployment roll is called. */
const ROLLING_MS = 500;
/** After how long the status is asked again when an army has no units left. */
const REFRESH_MS = 100;
/** Between two units that the computer sets up for a person, who wants to see where. */
const PACE_MS = 250;

/** Setting up: the roll, the zones, the units in turns, scouts, the start. */
export function DeploymentPanel() {
  const state = useGameState();
  const kind = state.request?.kinds[0];
  if (kind === 'roll') return <RollForZones />;
  if (kind === 'zone') return <ZoneChoice />;
  if (kind === 'place') return <ScoutPanel />;
  if (state.deployment_status.all_units_deployed) return <Ready />;
  return <UnitsToDeploy />;
}

/** What the player who is asked can do; another one waits for it. */
function OrWaiting({ children }: { children: ReactNode }) {
  const { request } = useGameState();
  if (request && !request.mine) return <p className="text-soft">Waiting for {request.army_name}.</p>;
  return children;
}

function RollForZones() {
  const gameId = useGameId();
  const command = useCommand();
  const [rolling, setRolling] = useState(false);
  const roll = async () => {
    setRolling(true);
    await new Promise((done) => window.setTimeout(done, ROLLING_MS));
    await command.run((number) => rollDice({ path: { game_id: gameId }, body: { stage: 'deployment', number } }));
    setRolling(false);
  };
  return (
    <>
      <PanelHead title="Roll for Deployment Zone Selection" />
      <p className="text-soft">Both armies roll a die. The higher one chooses its zone.</p>
      <OrWaiting>
        <Button tone="primary" icon="dice" busy={rolling} onClick={() => void roll()}>
          {rolling ? 'Rolling...' : 'Roll for Deployment'}
        </Button>
      </OrWaiting>
      <Refusal of={command} />
    </>
  );
}

function ZoneChoice() {
  const state = useGameState();
  const id = useId();
  const { choose, problem, command } = useZoneChoice();
  const { rolls, winner_army_uuid: winner } = state.deployment_status;
  const { armies } = state.game_model;
  const name = armies.find((army) => army.uuid === winner)?.name ?? '';
  return (
    <>
      <PanelHead title={`${name} Wins!`}>
        <AiStep />
      </PanelHead>
      <ul className="flex flex-col gap-2" aria-label="Deployment rolls">
        {armies.map((army, side) => (
          <li key={army.uuid} className="flex items-center gap-3">
            <span className="min-w-0 flex-1 truncate">{army.name}</span>
            {rolls.map((roll, index) => (
              <Die key={index} face={roll[side] ?? 1} success={army.uuid === winner && index === rolls.length - 1} />
            ))}
          </li>
        ))}
      </ul>
      <p>Select your deployment zone:</p>
      {problem && <Notice text={problem} />}
      <div className="grid grid-cols-2 gap-2">
        {([0, 1] as const).map((zone) => (
          <div key={zone} className="flex flex-col gap-1 text-center">
            <Button
              disabled={command.locked || !choosesZone(state)}
              aria-describedby={`${id}-${zone}`}
              className={cx('min-h-12 border-2', zone === 0 ? 'border-blue-army!' : 'border-red-army!')}
              onClick={() => void choose(zone)}>
              {ZONES[zone]}
            </Button>
            <span id={`${id}-${zone}`} className="text-sm text-soft">
              {zoneName(state, zone)}
            </span>
          </div>
        ))}
      </div>
      <Refusal of={command} />
    </>
  );
}

function Ready() {
  const gameId = useGameId();
  const request = useGameState((state) => state.request);
  const joining = request?.why === 'set-up';
  return (
    <>
      <PanelHead title="All Units Deployed!" />
      <p>
        {joining
          ? `Leaders of ${request.army_name} may still join units. The battle begins after that.`
          : 'Ready to begin the battle.'}
      </p>
      <InReserve />
      <OrWaiting>
        <Act tone="primary" call={(number) => startBattle({ path: { game_id: gameId }, body: { number } })}>
          {joining ? 'Set-up Done' : 'Start Battle'}
        </Act>
        {request?.kinds.includes('use') && <ActiveCastable />}
      </OrWaiting>
      <AiSaid />
    </>
  );
}

/** Asks how far the setting up has come, by itself where the army whose turn it is has nothing left. */
function useRefreshedStatus(): () => void {
  const gameId = useGameId();
  const state = useGameState();
  const client = useClient();
  const refresh = useCallback(() => {
    void answeredAs(zDeploymentStatus, getDeploymentStatus({ path: { game_id: gameId } })).then(
      (fresh) => {
        if (client.state) client.show({ ...client.state, deployment_status: fresh });
      },
      () => toast('The status could not be loaded. Please try again.', 'error'),
    );
  }, [gameId, client]);
  const { units_to_deploy: left, current_army_uuid: current } = state.deployment_status;
  const none = left[state.game_model.armies.findIndex((army) => army.uuid === current)]?.length === 0;
  useEffect(() => {
    if (!none) return;
    const timer = window.setTimeout(refresh, REFRESH_MS);
    return () => window.clearTimeout(timer);
  }, [none, refresh]);
  return refresh;
}

/** Has the computer set up one's own units, one whenever it is one's turn, until none is left or one stops it. */
function useSetUpForMe(mine: boolean) {
  const gameId = useGameId();
  const state = useGameState();
  const client = useClient();
  const { run, ...command } = useCommand();
  const [going, setGoing] = useState(false);
  const { number } = state;
  useEffect(() => {
    if (!going || !mine) return;
    const timer = window.setTimeout(() => {
      const before = client.state ? reservedOf(client.state) : [];
      void run((known) => deployForMe({ path: { game_id: gameId }, body: { number: known } }), { quiet: true }).then(
        (done) => {
          if (!done) setGoing(false);
          else sayReserved(reservedOf(done.state).filter((name) => !before.includes(name)));
        },
      );
    }, PACE_MS);
    return () => window.clearTimeout(timer);
  }, [going, mine, number, client, gameId, run]);
  return { going, begin: () => setGoing(true), stop: () => setGoing(false), command: { run, ...command } };
}

/** Where a unit has to be set up: its army's zone; infiltrators anywhere far enough from the enemy. */
function zoneFor(state: GameState, unit: UnitState | null) {
  return !unit || infiltrates(unit) ? null : zoneOf(state, unit.army_index === 0 ? 0 : 1);
}

/** Takes units in hand: by their cards, or one after the other. `led`: the one that was come to without its card. */
function useTaking(own: readonly { uuid: string }[], mine: boolean) {
  const state = useGameState();
  const { pending, want } = useTable();
  const [led, setLed] = useState('');
  const next = own[(own.findIndex((each) => each.uuid === pending?.unitId) + 1) % Math.max(1, own.length)];
  const place = (id: string, leads: boolean) => {
    setLed(leads ? id : '');
    want({ kind: 'place', unitId: id, limit: null, zone: zoneFor(state, unitOf(state, id)) });
  };
  useShortcuts({ begin: mine && next ? () => place(next.uuid, true) : undefined });
  return { led, choose: (id: string) => (pending?.unitId === id ? want(null) : place(id, false)) };
}

function UnitsToDeploy() {
  const state = useGameState();
  const { deployment_status: status, request } = state;
  const { pending, want } = useTable();
  const refresh = useRefreshedStatus();
  const controller =
    status.army_controllers.find((each) => each.army_uuid === status.current_army_uuid)?.controller ?? 'human';
  const ai = controller === 'ai' && !pending;
  useEffect(() => () => want(null), [want]);
  const mine = controller === 'human' && request?.mine === true;
  const own =
    status.units_to_deploy[state.game_model.armies.findIndex((army) => army.uuid === status.current_army_uuid)] ?? [];
  useLetGo(own.map((each) => each.uuid));
  const { led, choose } = useTaking(own, mine);
  const lists = state.game_model.armies.map((army, side) => (
    <ArmyToDeploy
      key={army.uuid}
      side={side}
      open={mine && army.uuid === status.current_army_uuid}
      led={led}
      onChoose={choose}
      onRefresh={refresh}
    />
  ));
  // What one sets up oneself comes first, what the computer says after it: nothing moves under a finger.
  const first =
    state.game_model.armies[0].controller === 'ai' && state.game_model.armies[1].controller !== 'ai' ? 1 : 0;
  return (
    <>
      <PanelHead title="Units to Deploy">
        <span className="flex items-center gap-2">
          {status.current_army_name}
          <ControllerBadge controller={controller} />
        </span>
      </PanelHead>
      <div className="deploy-slot">
        <ZoneRolled />
        <InReserve />
        {ai && <ComputerDeploys />}
        <SetUpForMe mine={mine} units={own.length} />
        {controller === 'human' && !request?.mine && (
          <p className="text-soft">Waiting for {status.current_army_name}.</p>
        )}
      </div>
      {lists[first]}
      <AiSaid />
      {lists[1 - first]}
    </>
  );
}

/** Sets up what is left of the army without more choices, until it is stopped. */
function SetUpForMe({ mine, units }: { mine: boolean; units: number }) {
  const { pending } = useTable();
  const { going, begin, stop, command } = useSetUpForMe(mine);
  return (
    <>
      {going && (
        <Button icon="pause" className="min-h-11" onClick={stop}>
          Stop setting up for me
        </Button>
      )}
      {mine && !going && units > 1 && !pending && (
        <Button tone="quiet" icon="play" className="min-h-11" onClick={begin}>
          Set up the rest for me
        </Button>
      )}
      <Refusal of={command} />
    </>
  );
}

/** Has the computer set its next unit up; where it does so by itself that is said in the same place, so that nothing moves. */
function ComputerDeploys() {
  const gameId = useGameId();
  if (useComputerActs())
    return <p className="flex min-h-11 flex-1 items-center text-soft">The computer sets up a unit.</p>;
  return (
    <AiAction
      text="AI Deploy Next Unit"
      working="AI Deploying..."
      call={() => aiDeployment({ path: { game_id: gameId } })}
      onFailure={(why) => saySystem(gameId, `Error during AI deployment: ${why}`)}
    />
  );
}

interface ArmyToDeployProps {
  side: number;
  /** Its units can be picked now. */
  open: boolean;
  /** The unit that 'Next unit' took in hand last; what is picked by its own card is in sight. */
  led: string;
  onChoose: (id: string) => void;
  onRefresh: () => void;
}

function ArmyToDeploy({ side, open, led, onChoose, onRefresh }: ArmyToDeployProps) {
  const state = useGameState();
  const { pending } = useTable();
  const army = state.game_model.armies[side];
  const units = state.deployment_status.units_to_deploy[side];
  return (
    <section aria-label={army?.name} className="flex flex-col gap-2">
      <h3 className={cx('label', side === 0 ? 'text-blue-army' : 'text-red-army')}>{army?.name}</h3>
      {units?.length ? (
        <ul className="flex flex-col gap-2">
          {units.map((unit) => (
            <InSight key={unit.uuid} wanted={pending?.unitId === unit.uuid && led === unit.uuid}>
              <DeployCard
                unitId={unit.uuid}
                name={unit.name}
                pressed={pending?.unitId === unit.uuid}
                open={open}
                onChoose={() => onChoose(unit.uuid)}
              />
              {pending?.unitId === unit.uuid && !pending.correcting && (
                <PlaceUnit key={unit.uuid} unitId={unit.uuid} onRefresh={onRefresh} />
              )}
            </InSight>
          ))}
        </ul>
      ) : (
        <p className="text-soft">No units remaining to deploy</p>
      )}
    </section>
  );
}

/** An entry that is scrolled to where it is wanted and out of sight. */
function InSight({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (wanted) item.current?.scrollIntoView({ block: 'nearest' });
  }, [wanted]);
  return (
    <li ref={item} className="deploy-entry">
      {children}
    </li>
  );
}

/** A unit that was picked: its place on the map, the reserves, or a transport. */
function PlaceUnit({ unitId, onRefresh }: { unitId: string; onRefresh: () => void }) {
  const gameId = useGameId();
  const rides = useGameState().units.find((each) => each.uuid === unitId)?.rides ?? [];
  const command = usePlaceCommand();
  const client = useClient();
  const { granted, reserve } = client.table.getState();
  const reserves = useTable((table) => table.reserved);
  const chosen = useChosen();
  const send = async (body: Omit<DeployCall, 'unit_uuid' | 'number'>) => {
    const { pending } = client.table.getState();
    const done = await command.run((number) =>
      deployUnit({ path: { game_id: gameId }, body: { unit_uuid: unitId, number, ...body } }),
    );
    if (done) granted(pending);
    return done?.state ?? null;
  };
  const closingUp = useClosingUp();
  const closeUp = (location: [number, number]) =>
    closingUp(unitId, () => send({ location, floor: chosen?.floor, in_reserves: false }));
  useShortcuts({ confirm: !command.locked && (reserves || chosen) ? () => void finalize() : undefined });
  const finalize = () =>
    send(reserves || !chosen ? { location: null, in_reserves: reserves } : { ...chosen, in_reserves: false });
  return (
    <div className="placing">
      <Checkbox label="Place in Reserves" checked={reserves} onChange={reserve} />
      {reserves ? (
        <p className="text-soft" role="status">
          Unit will be placed in reserves
        </p>
      ) : (
        <GhostWords empty="Click on the map to place the unit" />
      )}
      <PlaceRefused onCloseUp={chosen ? () => void closeUp(chosen.location) : undefined} />
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          busy={command.busy}
          disabled={command.locked || (!reserves && !chosen)}
          onClick={() => void finalize()}>
          Finalize Deployment
        </Button>
        <Button tone="quiet" icon="refresh" onClick={onRefresh}>
          Refresh Status
        </Button>
        {rides.map((each) => (
          <Button key={each.uuid} disabled={command.locked} onClick={() => void send({ transport_uuid: each.uuid })}>
            Start inside {each.name}
          </Button>
        ))}
      </div>
    </div>
  );
}
