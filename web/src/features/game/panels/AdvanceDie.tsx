import { useEffect, useRef } from 'react';
import type { UnitState } from '@/shared/api';
import { Button, useMediaQuery } from '@/shared/ui';
import { useGameState, useTable } from '../client/context';
import { useOfferRoll } from '../dice-tray';
import { advanceIsRolled, lostOn } from '../map/hand/marches';
import { TypedDice } from './fights/TypedDice';

export interface OwnDice {
  faces: number[];
  source: 'typed' | 'camera';
}

interface MoveDiceProps {
  unit: UnitState;
  busy: boolean;
  /** Why the last dice were not taken. */
  refusal: string;
  /** Whose buttons these are, by the id of its name. */
  describedBy?: string;
  /** Moves with these dice; whether they were taken. */
  onUse: (dice: OwnDice) => Promise<boolean>;
}

/** The advance die of who rolls on a real table: typed, tapped or photographed. Nothing where the game has no own dice. */
export function AdvanceDie(props: MoveDiceProps) {
  const own = useGameState(({ dice }) => dice.own_dice) && advanceIsRolled(props.unit.marches);
  if (!own) return null;
  return (
    <MoveDice {...props} due={1} label="Own die" said={`${props.unit.name} advances by the die that you rolled.`} />
  );
}

/** The dice of miniatures that test as their unit falls back. Nothing where none is tested, or without own dice. */
export function EscapeDice(props: MoveDiceProps) {
  const own = useGameState(({ dice }) => dice.own_dice);
  const risk = useTable((table) => table.risk);
  if (!own || !risk) return null;
  const { tested } = risk;
  const on = lostOn(risk.lost_on);
  const said =
    tested === 1
      ? `One miniature of ${props.unit.name} tests with the die that you rolled: one is lost on ${on}.`
      : `${tested} miniatures of ${props.unit.name} test with the dice that you rolled: one is lost for each roll of ${on}.`;
  return <MoveDice {...props} due={tested} label={tested === 1 ? 'Own die' : 'Own dice'} said={said} />;
}

interface AskedProps extends MoveDiceProps {
  due: number;
  label: string;
  said: string;
}

/** Own dice of a move, by a button here or by the unit's menu. */
function MoveDice({ unit, busy, refusal, describedBy, onUse, due, label, said }: AskedProps) {
  const open = useTable((table) => table.ownDiceOf === unit.uuid);
  const ask = useTable((table) => table.askOwnDice);
  const form = useRef<HTMLDivElement>(null);
  // A keyboard that comes up would cover the faces that a finger taps.
  const touch = useMediaQuery('(pointer: coarse)');
  useEffect(() => {
    if (!open) return;
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector<HTMLElement>(touch ? 'button' : 'input')?.focus({ preventScroll: true });
  }, [open, touch]);
  const use = async (dice: OwnDice): Promise<boolean> => {
    const taken = await onUse(dice);
    if (taken) ask(null);
    return taken;
  };
  useOfferRoll(open ? { count: due, use: (faces) => use({ faces, source: 'camera' }), refusal } : null);
  return (
    <>
      <Button
        tone="quiet"
        aria-expanded={open}
        aria-describedby={describedBy}
        onClick={() => ask(open ? null : unit.uuid)}>
        {label}
      </Button>
      {open && (
        <div ref={form} className="order-1 flex w-full flex-col gap-1">
          <p className="text-sm text-soft">{said}</p>
          <TypedDice
            due={due}
            order="one for each miniature"
            busy={busy}
            onUse={(faces) => use({ faces, source: 'typed' })}
          />
        </div>
      )}
    </>
  );
}
