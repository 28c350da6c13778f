import { useState } from 'react';
import { Die } from '@/features/dice-table';
import {
  activateAbility,
  selectAbility,
  type ShownQuestion,
  type QuestionOffer,
  type SpareDie,
  type AnswerWay,
} from '@/shared/api';
import { Badge, cx } from '@/shared/ui';
import { useGameId } from '../client/context';
import type { GameCall } from '../client/calls';
import { Act } from '../panels/Act';
import { changeWords, percent } from './words';

interface OfferCardProps {
  offer: QuestionOffer;
  question: ShownQuestion;
  /** A way to use it is looked at. */
  onLight: (way: AnswerWay | null) => void;
}

/** A reaction that may be used: what it costs and leaves, its unit and target, and what it would change. */
export function OfferCard({ offer, question, onLight }: OfferCardProps) {
  const gameId = useGameId();
  const [picked, setPicked] = useState(0);
  const [pickedDie, setDie] = useState(0);
  const [pickedChoice, setChoice] = useState(0);
  const choice = offer.choices?.[pickedChoice];
  const way = offer.ways[picked];
  const die = question.spare[pickedDie];
  const left = question.command_points - offer.cost;
  const use: GameCall = (number) => (choice ? select(choice.uuid, number) : activate(number));
  const select = (selected: string, number?: number) =>
    selectAbility({
      path: { game_id: gameId },
      body: {
        parent_ability_id: offer.ability_uuid,
        selected_ability_uuid: selected,
        target_uuids: [...(way?.uuids ?? [])],
        number,
      },
    });
  const activate = (number?: number) =>
    activateAbility({
      path: { game_id: gameId },
      body: {
        ability_id: offer.ability_uuid,
        target_uuids: die ? [die.unit_uuid] : [...(way?.uuids ?? [])],
        number,
        ...(die && { die: { volley: die.volley, die: die.die } }),
      },
    });
  const pick = (index: number) => {
    setPicked(index);
    onLight(offer.ways[index] ?? null);
  };
  return (
    <article aria-label={offer.name} className="unit-card-open">
      <p className="flex flex-wrap items-center gap-2">
        <span className="flex-1 font-semibold">{offer.name}</span>
        <Badge tone="lamp">{offer.cost} CP</Badge>
        <span className="figure text-sm text-soft">{left >= 0 ? `leaves ${left}` : 'too few'}</span>
      </p>
      {/* On a phone the button comes first: the button must be in sight as soon as it is offered. */}
      <p className="text-sm text-soft max-[599px]:order-last">{offer.description}</p>
      {question.spare.length > 0 ? (
        <Dice dice={question.spare} picked={pickedDie} onPick={setDie} />
      ) : (
        <Ways ways={offer.ways} picked={picked} name={offer.name} onPick={pick} />
      )}
      {offer.choices && <Choices choices={offer.choices} picked={pickedChoice} name={offer.name} onPick={setChoice} />}
      <Act className="min-h-11" disabled={left < 0} call={use}>
        Use {offer.name}
      </Act>
    </article>
  );
}

const whoWords = ({ unit, target, distance }: AnswerWay): string =>
  unit && target
    ? `${unit.name} at ${target.name}${distance === null ? '' : `, ${distance.toFixed(1)}″`}`
    : ((target ?? unit)?.name ?? '');

interface WaysProps {
  ways: readonly AnswerWay[];
  picked: number;
  name: string;
  onPick: (index: number) => void;
}

/** By which unit and at which: that which changes most stands first. */
function Ways({ ways, picked, name, onPick }: WaysProps) {
  const [only] = ways;
  if (ways.length === 1 && only)
    return (
      <p className="flex flex-wrap justify-between gap-x-3">
        <span>{whoWords(only)}</span>
        <span className="figure text-soft">{changeWords(only)}</span>
      </p>
    );
  return (
    <div role="group" aria-label={`${name}: unit`} className="flex flex-col gap-1">
      {ways.map((way, index) => (
        <button
          key={index}
          type="button"
          className="unit-card reaction-way"
          aria-pressed={index === picked}
          onClick={() => onPick(index)}>
          <span>{whoWords(way)}</span>
          <span className="figure text-soft">{changeWords(way)}</span>
        </button>
      ))}
    </div>
  );
}

interface ChoicesProps {
  choices: NonNullable<QuestionOffer['choices']>;
  picked: number;
  name: string;
  onPick: (index: number) => void;
}

/** Which of several things it is used for. */
function Choices({ choices, picked, name, onPick }: ChoicesProps) {
  return (
    <div role="group" aria-label={`${name}: which`} className="flex flex-col gap-1">
      {choices.map((choice, index) => (
        <button
          key={choice.uuid}
          type="button"
          className="unit-card reaction-way"
          aria-pressed={index === picked}
          onClick={() => onPick(index)}>
          <span>{choice.name}</span>
          <span className="text-sm text-soft">{choice.description}</span>
        </button>
      ))}
    </div>
  );
}

interface DiceProps {
  dice: readonly SpareDie[];
  picked: number;
  onPick: (index: number) => void;
}

/** The dice of an attack that may be rerolled, the best to reroll first. */
function Dice({ dice, picked, onPick }: DiceProps) {
  const die = dice[picked];
  return (
    <>
      <div role="group" aria-label="The die to reroll" className="flex flex-wrap gap-1">
        {dice.map((each, index) => (
          <button
            key={`${each.volley}-${each.die}`}
            type="button"
            className={cx('die-key', picked === index && 'die-key-chosen')}
            aria-pressed={picked === index}
            aria-label={`${each.face}, ${each.weapon_name} at ${each.target_unit_name}`}
            onClick={() => onPick(index)}>
            <Die face={each.face} success={each.success} size={28} />
          </button>
        ))}
      </div>
      {die && (
        <p className="figure text-soft">
          {die.weapon_name}:{' '}
          {die.success
            ? 'nothing to gain.'
            : `better in ${percent(die.chance)}, ${die.wounds.toFixed(1)} wounds on average.`}
        </p>
      )}
    </>
  );
}
