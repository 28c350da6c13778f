import { useEffect, useState } from 'react';
import { Die } from '@/features/dice-table';
import {
  sentence,
  type ShownQuestion as Asked,
  type QuestionOffer,
  type QuestionDice,
  type AnswerWay,
} from '@/shared/api';
import { Notice, Skeleton } from '@/shared/ui';
import { useGameState, useTable } from '../client/context';
import { AskLess } from './AskLess';
import { OfferCard } from './OfferCard';
import { useQuestion } from './useQuestion';
import { diceWords } from './words';
import './reactions.css';

/** What may be used on what happened, as the server finds it. */
export function Question() {
  const question = useQuestion();
  if (question.error)
    return (
      <Notice text={sentence(question.error)} onRetry={() => void question.refetch()} busy={question.isFetching} />
    );
  if (question.data === undefined) return <Skeleton className="h-28" />;
  if (!question.data?.offers.length) return <p className="text-soft">Nothing can be used on this.</p>;
  return <Answers question={question.data} />;
}

function Answers({ question }: { question: Asked }) {
  const [lit, setLit] = useState<AnswerWay | null>(question.offers[0]?.ways[0] ?? null);
  useLit(question, lit);
  return (
    <>
      {question.enemies.length > 0 && (
        <p>
          {question.own.length > 0 ? 'Against ' : 'It was '}
          <strong>{question.enemies.map((each) => each.name).join(', ')}</strong>.
        </p>
      )}
      {question.dice && <Rolled dice={question.dice} />}
      <p className="text-soft max-[599px]:order-last">{question.otherwise}</p>
      <ul className="flex flex-col gap-2">
        {question.offers.map((offer: QuestionOffer) => (
          <li key={offer.ability_uuid}>
            <OfferCard offer={offer} question={question} onLight={setLit} />
          </li>
        ))}
      </ul>
      <AskLess offers={question.offers} />
    </>
  );
}

/** The dice that the question is about, with what they came to. */
function Rolled({ dice }: { dice: QuestionDice }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="flex gap-1">
        {dice.faces.map((face, index) => (
          <Die key={index} face={face} success={dice.success} size={32} />
        ))}
      </span>
      <span className="figure">{diceWords(dice)}</span>
    </p>
  );
}

/** Highlights the units concerned on the map, with a line from the one that would act to its target. */
function useLit(question: Asked, way: AnswerWay | null): void {
  const { involve, mark } = useTable();
  const { phase } = useGameState().game_model;
  useEffect(() => {
    const named = [...question.own, ...question.enemies, way?.unit, way?.target];
    involve(named.flatMap((each) => (each ? [each.uuid] : [])));
    const kind = way?.measure === 'charge' ? 'charge' : phase === 'combat' ? 'combat' : 'shooting';
    mark(way?.unit && way.target ? { unitId: way.unit.uuid, circles: [], targets: [way.target.uuid], kind } : null);
    return () => {
      involve([]);
      mark(null);
    };
  }, [question, way, phase, involve, mark]);
}
