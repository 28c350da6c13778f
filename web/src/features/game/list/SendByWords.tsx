import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { objectiveCalled } from '@/shared/battle-log';
import { inches, type Point } from '@/shared/geometry';
import { Button, Input, Select } from '@/shared/ui';
import { toPoint } from '../board';
import { useClient, useGameState, useTable } from '../client/context';
import { FormationBar } from '../map/FormationBar';
import { minus, plus } from '../map/ghost';
import { sendTo, type Ghost } from '../map/useGhost';

/** Somewhere that a unit can be sent to. */
interface Goal {
  label: string;
  at: Point;
}

const FAR = 100;
/** Inches by which a way is cut short until the unit may stand at its end. */
const STEP = 0.5;
/** Degrees to the sides that are tried at each length. */
const ASIDE = [0, 15, -15, 30, -30, 45, -45, 60, -60];
const WAYS: readonly (readonly [string, number, number])[] = [
  ['The top edge', 0, -FAR],
  ['The bottom edge', 0, FAR],
  ['The left edge', -FAR, 0],
  ['The right edge', FAR, 0],
];

/** Where the unit in hand can go: objectives, units, edges of the table. */
function useGoals(ghost: Ghost): Goal[] {
  const { objectives, armies } = useGameState().game_model;
  const units = armies.flatMap((army) => army.units).filter((unit) => unit.location && unit.uuid !== ghost.unit.uuid);
  const middle = ghost.middle(ghost.places);
  return [
    ...objectives.map(({ name, location }, index) => ({ label: objectiveCalled(index, name), at: toPoint(location) })),
    ...units.flatMap(({ name, location }) => (location ? [{ label: name, at: toPoint(location) }] : [])),
    ...WAYS.map(([label, x, y]) => ({ label, at: plus(middle, { x: inches(x), y: inches(y) }) })),
  ];
}

/** So many inches from a place towards another, and not beyond it. */
function towards(from: Point, to: Point, most: number): Point {
  const way = minus(to, from);
  const far = Math.hypot(way.x, way.y);
  const share = far > 0 ? Math.min(1, most / far) : 0;
  return plus(from, { x: inches(way.x * share), y: inches(way.y * share) });
}

/** Where the unit may stand so many inches towards a place at most: straight on, else a little aside, else less far; where it
 * may stand nowhere there, as far as was asked. */
function standing(ghost: Ghost, to: Point, most: number): Point[] {
  const from = ghost.middle(ghost.starts);
  const gone = (far: number, degrees: number) =>
    ghost.shifted(ghost.starts, minus(towards(from, turned(from, to, degrees), far), from), null);
  for (let far = most; far > 0; far -= STEP) {
    const free = ASIDE.map((degrees) => gone(far, degrees)).find((places) => ghost.judge(places).state !== 'bad');
    if (free) return free;
  }
  return gone(most, 0);
}

/** A place turned about another. */
function turned(about: Point, place: Point, degrees: number): Point {
  const [angle, way] = [(degrees * Math.PI) / 180, minus(place, about)];
  return plus(about, {
    x: inches(way.x * Math.cos(angle) - way.y * Math.sin(angle)),
    y: inches(way.x * Math.sin(angle) + way.y * Math.cos(angle)),
  });
}

/** Moves the unit in hand by words: towards something by so many inches; or to inches from the left and the top. */
export function SendByWords({ ghost }: { ghost: Ghost }) {
  const client = useClient();
  const { target, refused } = useTable();
  const { want } = client.table.getState();
  const { state, figure, word } = ghost.judge(ghost.places);
  const middle = ghost.middle(ghost.places);
  const root = useRef<HTMLElement>(null);
  useTakenUp(root);
  return (
    <section
      ref={root}
      className="list-send"
      aria-label={`Where ${ghost.unit.name} goes`}
      data-list-unit={ghost.unit.uuid}>
      <h3 className="label">Where {ghost.unit.name} goes</h3>
      {ghost.starts.length > 0 ? <Towards ghost={ghost} /> : <At ghost={ghost} />}
      <FormationBar ghost={ghost} />
      <p role="status" className="figure" data-bad={state === 'bad' || refused !== null || undefined}>
        {refused
          ? `Not there: ${refused.error}`
          : target
            ? `Its middle: ${middle.x.toFixed(1)}″ from the left, ${middle.y.toFixed(1)}″ from the top. ${[figure, word].filter(Boolean).join(', ')}`
            : 'Not sent anywhere yet.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          className="min-h-11"
          disabled={!target}
          onClick={() => void client.shortcuts.act('confirm')}>
          Put it down there
        </Button>
        <Button tone="quiet" className="min-h-11" onClick={() => want(null)}>
          Let go of it
        </Button>
      </div>
    </section>
  );
}

/** A unit that is taken up in the list has the focus on where it goes. */
function useTakenUp(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement: now } = document;
    if (now === document.body || now?.closest('.table-list'))
      root.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, [root]);
}

function Towards({ ghost }: { ghost: Ghost }) {
  const goals = useGoals(ghost);
  const [chosen, setChosen] = useState(0);
  const [most, setMost] = useState(ghost.pending.marches?.[0]?.limit ?? ghost.pending.limit ?? 0);
  const id = useId();
  const send = () => {
    const goal = goals[chosen];
    if (!goal) return;
    ghost.commit(standing(ghost, goal.at, most), false);
  };
  return (
    <div className="list-fields">
      <label htmlFor={`${id}to`}>Towards</label>
      <Select id={`${id}to`} value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
        {goals.map(({ label }, index) => (
          <option key={index} value={index}>
            {label}
          </option>
        ))}
      </Select>
      <Inches id={`${id}far`} label="Inches" value={most} onChange={setMost} />
      <Button className="min-h-11" onClick={send}>
        Send it there
      </Button>
    </div>
  );
}

function At({ ghost }: { ghost: Ghost }) {
  const now = ghost.middle(ghost.places);
  const [x, setX] = useState(Math.round(now.x));
  const [y, setY] = useState(Math.round(now.y));
  const id = useId();
  return (
    <div className="list-fields">
      <Inches id={`${id}x`} label="Inches from the left" value={x} onChange={setX} />
      <Inches id={`${id}y`} label="Inches from the top" value={y} onChange={setY} />
      <Button className="min-h-11" onClick={() => sendTo(ghost, { x: inches(x), y: inches(y) }, false)}>
        Send it there
      </Button>
    </div>
  );
}

interface InchesProps {
  id: string;
  label: string;
  value: number;
  onChange: (value: number) => void;
}

function Inches({ id, label, value, onChange }: InchesProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type="number"
        min={0}
        max={60}
        step={0.1}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </>
  );
}
