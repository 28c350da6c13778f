import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { answeredAs, getPreview, sentence, type ArmyState, type GameState, type UnitState } from '@/shared/api';
import { zPreview } from '@/shared/api/validators';
import { objectiveCalled } from '@/shared/battle-log';
import { Button } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { zoneName } from '../deployment/zones';
import { actionsOf } from '../map/hand/unitActions';
import { isInReach, isSoleTarget } from '../map/hand/targeting';
import { useActions } from '../map/hand/useActions';
import type { useHand } from '../map/hand/useHand';
import type { Ghost } from '../map/useGhost';
import { Refusal } from '../panels/Act';
import { terrainLine, zoneLine } from './groundWords';
import { nearestEnemies, objectiveLine, sightLines, unitLine } from './listWords';
import { SendByWords } from './SendByWords';
import './list.css';

type Hand = ReturnType<typeof useHand>;

interface TableListProps {
  ghost: Ghost | null;
  hand: Hand;
}

/** The table in words: units, objectives, zones and terrain; where they are, what units see, have done and can do. */
export function TableList({ ghost, hand }: TableListProps) {
  const state = useGameState();
  const { armies, objectives } = state.game_model;
  const root = useRef<HTMLElement>(null);
  useEffect(() => root.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={root} className="table-list" aria-label="The table as a list" tabIndex={0}>
      {ghost && <SendByWords key={ghost.unit.uuid} ghost={ghost} />}
      {armies.map((army) => (
        <ArmyList key={army.uuid} army={army} hand={hand} />
      ))}
      <section aria-label="Objectives">
        <h3 className="label">Objectives</h3>
        <ol>
          {objectives.map((objective, index) => (
            <li key={objective.uuid} className="list-unit">
              <p>
                <strong>{objectiveCalled(index, objective.name)}</strong>: {objectiveLine(state, objective)}
              </p>
            </li>
          ))}
        </ol>
      </section>
      <GroundList state={state} />
    </section>
  );
}

/** The zones and the terrain: what does not change while the battle is fought. */
function GroundList({ state }: { state: GameState }) {
  const { deployment_zones: zones, terrain } = state.map_data;
  return (
    <>
      <section aria-label="Zones">
        <h3 className="label">Zones</h3>
        <ul>
          {zones.map((zone, index) => (
            <li key={zone.name} className="list-unit">
              <p>
                <strong>{zoneName(state, index ? 1 : 0)}</strong>: {zoneLine(state, zone)}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="Terrain">
        <h3 className="label">Terrain</h3>
        <ul>
          {terrain.map((piece) => (
            <li key={`${piece.name} ${piece.coordinates.join()}`} className="list-unit">
              <p>
                <strong>{piece.name}</strong>: {terrainLine(piece)}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function ArmyList({ army, hand }: { army: ArmyState; hand: Hand }) {
  return (
    <section aria-label={army.name}>
      <h3 className="label">
        {army.name}: {army.vp} points
      </h3>
      <ul>
        {army.units.map((unit) => (
          <UnitRow key={unit.uuid} unit={unit} hand={hand} />
        ))}
      </ul>
    </section>
  );
}

function UnitRow({ unit, hand }: { unit: UnitState; hand: Hand }) {
  const state = useGameState();
  const [looks, setLooks] = useState(false);
  return (
    <li className="list-unit" data-list-unit={unit.uuid} tabIndex={-1}>
      <h4 className="font-semibold">{unit.name}</h4>
      <p>{unitLine(unit)}.</p>
      <p className="text-soft">{nearestEnemies(state, unit)}</p>
      <div className="flex flex-wrap gap-2">
        <Actions unit={unit} />
        <Targeting unit={unit} hand={hand} />
        {unit.location && unit.alive && (
          <Button tone="quiet" className="min-h-11" aria-expanded={looks} onClick={() => setLooks(!looks)}>
            What {unit.name} sees
          </Button>
        )}
      </div>
      {looks && <Sight unit={unit} />}
    </li>
  );
}

/** What its menu on the map offers, but for what the list says anyway. */
function Actions({ unit }: { unit: UnitState }) {
  const state = useGameState();
  const { act, command } = useActions(() => undefined);
  return (
    <>
      {actionsOf(state, unit.uuid)
        .filter(({ kind }) => kind !== 'why' && kind !== 'sheet')
        .map((action) => (
          <Button
            key={action.label}
            className="min-h-11"
            disabled={command.locked}
            aria-label={`${action.label}: ${unit.name}`}
            onClick={() => act(unit.uuid, action)}>
            {action.label}
          </Button>
        ))}
      <Refusal of={command} />
    </>
  );
}

/** Aims what is in hand at this unit. Firing, and the roll of a charge, wait for the main button. */
function Targeting({ unit, hand: { attack, charge, click } }: { unit: UnitState; hand: Hand }) {
  const aimed = attack ? isSoleTarget(attack.targets, unit.uuid) : charge?.target?.target_unit_uuid === unit.uuid;
  const able = attack
    ? isInReach(attack.unit, unit.uuid)
    : charge?.unit.targets.some((each) => each.in_range && each.target_unit_uuid === unit.uuid);
  if (!able) return null;
  if (aimed) return <p className="list-aimed">{attack ? 'Aimed at.' : 'To be charged.'}</p>;
  return (
    <Button className="min-h-11" onClick={() => click(unit.uuid)}>
      {attack ? 'Aim at' : 'Charge'} {unit.name}
    </Button>
  );
}

/** What a unit sees from where it stands, asked of the server. */
function Sight({ unit }: { unit: UnitState }) {
  const gameId = useGameId();
  const state = useGameState();
  const places = unit.miniatures.map(({ location }) => location ?? ([0, 0] as [number, number]));
  const { data, error } = useQuery({
    queryKey: ['sight-in-words', gameId, unit.uuid, state.number],
    queryFn: () =>
      answeredAs(zPreview, getPreview({ path: { game_id: gameId }, body: { unit_uuid: unit.uuid, places, how: '' } })),
    retry: false,
  });
  if (error) return <p role="status">{sentence(error)}</p>;
  if (!data) return <p role="status">Looking ...</p>;
  return (
    <ul role="status" className="list-sight">
      {sightLines(state, data).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
