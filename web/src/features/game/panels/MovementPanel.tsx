import { memo, useEffect, useRef, type RefObject } from 'react';
import { advancePhaseTime, aiMovement, type GameState, type UnitState } from '@/shared/api';
import { Badge, Button, cx } from '@/shared/ui';
import type { Table } from '../client/table';
import { useClient, useGameId, useGameState, useTable } from '../client/context';
import { toPoint, toSpot, unitOf } from '../board';
import { placeWords } from '../placeWords';
import { useCommand, type Command } from '../client/useCommand';
import { onFloor } from '../map/floors';
import { flightOf } from '../map/flight';
import { useMove } from '../map/hand/useMove';
import { useGhost } from '../map/useGhost';
import { Act, Refusal } from './Act';
import { AdvanceDie, EscapeDice, type OwnDice } from './AdvanceDie';
import { AiAction, AiSaid } from './AiAction';
import { LastAttack } from './fights/LastAttack';
import { useShortcuts } from '../map/shortcuts';
import { ControllerBadge, PanelHead } from './parts';
import { GhostWords, PlaceRefused, useChosen, useClosingUp, useCrowdedOut, useLetGo, usePlaceCommand } from './Placing';

/** What the units that the panel lists can do. */
interface Groups {
  waiting: UnitState[];
  arriving: UnitState[];
  inside: UnitState[];
  boarding: UnitState[];
}

/** `placing`: the unit whose advance is rolled; it has its move still to make. */
function grouped({ units }: GameState, placing: string | null): Groups {
  const standing = units.filter((unit) => !unit.inside && !unit.in_reserves);
  return {
    waiting: standing.filter((unit) => unit.movement_action_type === '' || unit.uuid === placing),
    arriving: units.filter((unit) => unit.in_reserves),
    inside: units.filter((unit) => unit.inside),
    boarding: standing.filter(
      (unit) => unit.movement_action_type !== '' && unit.uuid !== placing && unit.rides?.length,
    ),
  };
}

const inHand = ({ pending, target, select, want }: Table) => ({ pending, target, select, want });

/** Moving: each unit in its turn, by the map. */
export function MovementPanel() {
  const gameId = useGameId();
  const state = useGameState();
  const { pending, want } = useTable(inHand);
  const askOwnDice = useTable((table) => table.askOwnDice);
  const { request } = state;
  const controller = request?.controller ?? 'human';
  const human = controller === 'human' && request?.mine === true;
  const placing = usePlacing();
  const { waiting, arriving, inside, boarding } = grouped(state, placing);
  useEffect(
    () => () => {
      want(null);
      askOwnDice(null);
    },
    [want, askOwnDice],
  );
  useLetGo([...[...waiting, ...arriving, ...inside].map((unit) => unit.uuid), placing ?? '']);
  const end = useRef<HTMLButtonElement>(null);
  useShortcuts({ end: () => end.current?.focus() });
  return (
    <>
      <PanelHead title="Movement Phase">
        <span className="flex items-center gap-2">
          {state.current_army_name}
          <ControllerBadge controller={controller} />
        </span>
      </PanelHead>
      {controller === 'ai' && !pending && waiting.length > 0 && (
        <AiAction
          text="AI Move Next Unit"
          working="AI Moving..."
          call={() => aiMovement({ path: { game_id: gameId } })}
        />
      )}
      <AiSaid />
      <LastAttack />
      <h3 className="label text-soft">Units Awaiting Movement</h3>
      {waiting.length === 0 && <p className="text-soft">No units currently require movement.</p>}
      <UnitCards units={waiting} placing={placing} />
      {arriving.length > 0 && <h3 className="label text-soft">In Reserve</h3>}
      <UnitCards units={arriving} placing={placing} />
      {inside.length > 0 && <h3 className="label text-soft">In Transports</h3>}
      <UnitCards units={inside} placing={placing} />
      {boarding.length > 0 && <h3 className="label text-soft">Beside a Transport</h3>}
      <UnitCards units={boarding} placing={placing} />
      {human && <BeginKey units={[...waiting, ...arriving, ...inside]} placing={placing} />}
      <Act
        ref={end}
        disabled={waiting.length > 0}
        call={(number) => advancePhaseTime({ path: { game_id: gameId }, body: { number } })}>
        End Movement Phase
      </Act>
    </>
  );
}

function UnitCards({ units, placing }: { units: UnitState[]; placing: string | null }) {
  if (!units.length) return null;
  return (
    <ul className="flex flex-col gap-2">
      {units.map((unit) => (
        <li key={unit.uuid}>
          <UnitCard unit={unit} placing={placing === unit.uuid} />
        </li>
      ))}
    </ul>
  );
}

/** The unit whose advance is rolled and that has to be put down; the map takes it up at once. */
function usePlacing(): string | null {
  const state = useGameState();
  const { select, want } = useTable(inHand);
  const { request } = state;
  const unit = request?.kinds[0] === 'place' ? unitOf(state, request.unit_uuid) : null;
  const id = unit?.uuid ?? null;
  const mine = request?.controller === 'human' && request.mine;
  const limit = request?.limit ?? 0;
  useEffect(() => {
    if (!id || !mine) return;
    select(id);
    want({ kind: 'drag', unitId: id, limit });
  }, [id, mine, limit, select, want]);
  return id;
}

/** The key that takes a unit up: the selected one, or the first that waits. Nothing is sent by it. */
function BeginKey({ units, placing }: { units: readonly UnitState[]; placing: string | null }) {
  const state = useGameState();
  const { table } = useClient();
  const selected = useTable((now) => now.selectedId);
  const unit = units.find((each) => each.uuid === selected) ?? units[0];
  const own = unit !== undefined && placing === unit.uuid;
  useShortcuts({
    begin: unit && may(unit, own).waits ? () => beginMove(state, table.getState(), unit, own) : undefined,
  });
  return null;
}

const isOff = (unit: UnitState): boolean => unit.in_reserves || unit.inside !== undefined;

/** Whether it still has its move, and whether that can be an advance. */
function may(unit: UnitState, placing: boolean): { waits: boolean; can: boolean } {
  const waits = placing || unit.movement_action_type === '';
  return { waits, can: waits && !placing && !unit.engaged && !isOff(unit) && !unit.flies_off };
}

/** How far an aircraft flies. */
const flying = ({ marches }: UnitState) => ({ marches, limit: flightOf(marches)?.limit ?? 0 });

/** Takes the unit up on the map, from where it started. */
function beginMove(state: GameState, { select, want }: Table, unit: UnitState, placing: boolean): void {
  const limit = placing ? (state.request?.limit ?? 0) : unit.movement;
  const transport = unitOf(state, unit.inside?.uuid ?? null)?.location;
  select(unit.uuid);
  want(
    isOff(unit)
      ? { kind: 'place', unitId: unit.uuid, limit: null, about: transport && toPoint(transport) }
      : { kind: 'drag', unitId: unit.uuid, ...(flightOf(unit.marches) ? flying(unit) : { limit }) },
  );
}

function at(objectives: GameState['game_model']['objectives'], { location, inside }: UnitState): string {
  if (location) return `Stands ${placeWords(objectives, location)}`;
  return inside ? 'In a transport' : 'In reserve';
}

/** A unit that can act now. `placing`: its advance is rolled, and it has to be put down. */
const UnitCard = memo(function UnitCard({ unit, placing }: { unit: UnitState; placing: boolean }) {
  const objectives = useGameState((state) => state.game_model.objectives);
  const controller = useGameState(({ request }) => request?.controller);
  const mine = useGameState(({ request }) => request?.mine);
  const { pending, target, select, want } = useTable(inHand);
  const chosen = pending?.unitId === unit.uuid && !pending.correcting;
  // A unit that is selected again starts from where it stood: what was dragged so far is forgotten.
  const choose = () => {
    select(unit.uuid);
    if (pending) want(chosen ? pending : null);
  };
  const human = controller === 'human' && mine;
  return (
    <div className={cx('unit-card-open', chosen && 'border-lamp')} data-unit-card={unit.uuid}>
      <button
        type="button"
        className="flex min-h-9 w-full flex-wrap items-center justify-between gap-2 text-left coarse:min-h-11"
        onClick={choose}>
        <span id={nameId(unit)} className="font-semibold">
          {unit.name}
        </span>
        <span className="figure text-soft">
          {unit.marker && `${unit.marker} · `}
          {unit.movement}″
        </span>
      </button>
      <p className="figure text-sm text-soft">
        {at(objectives, unit)}
        {chosen && target && `; to ${placeWords(objectives, toSpot(target))}`}
        {unit.engaged && ' '}
        {unit.engaged && <Badge tone="bad">Engaged</Badge>}
      </p>
      {controller === 'ai' && <p className="text-soft">This unit will be moved by AI</p>}
      {human && (chosen ? <Dragging unit={unit} placing={placing} /> : <Types unit={unit} placing={placing} />)}
    </div>
  );
});

/** What its move is called on a button. */
function verb(unit: UnitState, placing: boolean): string {
  if (placing) return 'Place';
  if (unit.in_reserves) return 'Arrive';
  if (unit.inside) return 'Get out';
  if (unit.flies_off) return 'Fly ahead';
  return unit.engaged ? 'Fall Back' : 'Move';
}

/** Its name, which says whose its buttons are to who hears them one by one. */
const nameId = (unit: UnitState): string => `name-${unit.uuid}`;

/** What the unit can do: the types of movement, and getting in. */
function Types({ unit, placing }: { unit: UnitState; placing: boolean }) {
  const state = useGameState();
  const { table } = useClient();
  const selectedId = useTable((now) => now.selectedId);
  const command = useCommand();
  const move = useMove(command);
  const advance = useRef<HTMLButtonElement>(null);
  const { waits, can } = may(unit, placing);
  const of = { 'aria-describedby': nameId(unit) };
  const holds = waits && !placing && !isOff(unit) && !unit.flies_off;
  const selected = selectedId === unit.uuid;
  // Keys act for the selected unit alone, and none rolls dice: the one for an advance leads to its button.
  useShortcuts({
    advance: selected && can ? () => advance.current?.focus() : undefined,
    hold: selected && holds && !command.locked ? () => void move(unit.uuid, 'stationary') : undefined,
  });
  return (
    <div className="flex flex-wrap gap-2">
      {waits && (!unit.flies_off || flightOf(unit.marches)) && (
        <Button {...of} onClick={() => beginMove(state, table.getState(), unit, placing)}>
          {verb(unit, placing)}
        </Button>
      )}
      {can && <Advancing unit={unit} button={advance} command={command} />}
      {unit.flies_off && (
        <Button {...of} tone="quiet" disabled={command.locked} onClick={() => void move(unit.uuid, 'fly_off')}>
          Fly off the table
        </Button>
      )}
      {holds && (
        <Button {...of} tone="quiet" disabled={command.locked} onClick={() => void move(unit.uuid, 'stationary')}>
          Hold position
        </Button>
      )}
      {unit.rides?.map((each) => (
        <Button
          key={each.uuid}
          {...of}
          disabled={command.locked}
          onClick={() => void move(unit.uuid, 'move', { transport_uuid: each.uuid })}>
          Get into {each.name}
        </Button>
      ))}
      <Refusal of={command} />
    </div>
  );
}

interface AdvancingProps {
  unit: UnitState;
  button: RefObject<HTMLButtonElement | null>;
  command: Command;
}

/** An advance, whose die the site rolls or the player. */
function Advancing({ unit, button, command }: AdvancingProps) {
  const select = useTable((table) => table.select);
  const move = useMove(command);
  const advance = async (dice?: OwnDice): Promise<boolean> => {
    select(unit.uuid);
    return (await move(unit.uuid, 'advance', dice && { dice })) !== null;
  };
  return (
    <>
      <Button ref={button} aria-describedby={nameId(unit)} disabled={command.locked} onClick={() => void advance()}>
        Advance
      </Button>
      <AdvanceDie
        unit={unit}
        busy={command.locked}
        refusal={command.error}
        describedBy={nameId(unit)}
        onUse={advance}
      />
    </>
  );
}

/** A unit that is being dragged on the map. One whose advance is rolled has to be put down: it stays in hand. */
function Dragging({ unit, placing }: { unit: UnitState; placing: boolean }) {
  const want = useTable((table) => table.want);
  const { table } = useClient();
  const state = useGameState();
  const chosen = useChosen();
  const command = usePlaceCommand();
  const move = useMove(command);
  const ghost = useGhost(state);
  const how = ghost?.how(ghost.places) ?? (unit.engaged ? 'fall_back' : 'move');
  const type = placing ? 'advance' : how;
  const floor = onFloor(chosen?.floor ?? null);
  const put = async (dice?: OwnDice): Promise<boolean> => {
    if (!chosen) return false;
    const { location: new_location, ...where } = chosen;
    return (await move(unit.uuid, type, { new_location, ...where, ...(dice && { dice }) })) !== null;
  };
  const go = () => void put();
  const closingUp = useClosingUp();
  const closeUp = (new_location: [number, number]) =>
    closingUp(unit.uuid, () => move(unit.uuid, type, { new_location, ...floor }));
  const crowded = useCrowdedOut();
  const confirm = chosen && crowded ? () => void closeUp(chosen.location) : go;
  useShortcuts({ confirm: chosen && !command.locked ? confirm : undefined });
  return (
    <div className="flex flex-col gap-2">
      <GhostWords empty="Click and drag the unit on the map to move it" />
      <PlaceRefused onCloseUp={chosen ? () => void closeUp(chosen.location) : undefined} />
      <div className="flex flex-wrap gap-2">
        {chosen && (
          <Button tone="primary" busy={command.busy} disabled={command.locked} onClick={confirm}>
            Finalize Movement
          </Button>
        )}
        {chosen && !placing && type === 'advance' && !crowded && (
          <AdvanceDie unit={unit} busy={command.locked} refusal={command.error} onUse={put} />
        )}
        {chosen && type === 'fall_back' && !crowded && (
          <EscapeDice unit={unit} busy={command.locked} refusal={command.error} onUse={put} />
        )}
        {placing ? (
          chosen && (
            <Button tone="quiet" onClick={() => beginMove(state, table.getState(), unit, true)}>
              Back to where it stood
            </Button>
          )
        ) : (
          <Button tone="quiet" onClick={() => want(null)}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}
