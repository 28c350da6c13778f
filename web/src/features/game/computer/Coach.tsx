import { useEffect, useRef, useState } from 'react';
import { answeredAs, askCoach, sentence, type AdviceState, type CoachState } from '@/shared/api';
import { zCoachState } from '@/shared/api/validators';
import { Button, Notice } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { Drawn } from './Drawn';

/** 'Ask for advice': the computer's best choices for what is asked of this player, with what they may come to. */
export function Coach() {
  const gameId = useGameId();
  const { coach, request, number } = useGameState();
  const [advice, setAdvice] = useState<CoachState | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (advice || problem) section.current?.scrollIntoView({ block: 'nearest' });
  }, [advice, problem]);
  if (!coach || !request?.mine || request.controller !== 'human') return null;
  const ask = async () => {
    setBusy(true);
    setProblem('');
    try {
      setAdvice(await answeredAs(zCoachState, askCoach({ path: { game_id: gameId }, body: { number } })));
    } catch (error) {
      setProblem(sentence(error));
    } finally {
      setBusy(false);
    }
  };
  const shown = advice?.number === number ? advice.advice : null;
  return (
    <section ref={section} aria-label="Coach" className="flex flex-col gap-2">
      <Button tone="quiet" icon="search" className="min-h-11 self-start" busy={busy} onClick={() => void ask()}>
        Ask for advice
      </Button>
      {problem && <Notice text={problem} />}
      {shown && <Advice advice={shown} />}
      {shown?.length === 0 && <p className="text-soft">There is nothing to choose here.</p>}
    </section>
  );
}

/** What trials of it came to, as it is read. */
const cameTo = ({ expected, risk }: AdviceState): string => `${expected} ${risk}`;

/** The best choices, the best first; where trials tell none apart, that is said once for all of them. */
function Advice({ advice }: { advice: readonly AdviceState[] }) {
  const [first] = advice;
  const alike = first && advice.length > 1 && advice.every((each) => cameTo(each) === cameTo(first)) ? first : null;
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      {alike && (
        <p>
          These come to the same, so choose as you like. {alike.expected} {alike.risk}
        </p>
      )}
      <ol className="flex flex-col gap-3">
        {advice.map((each, index) => (
          <Advised key={index} advice={each} place={index + 1} alike={alike !== null} />
        ))}
      </ol>
    </div>
  );
}

function Advised({ advice, place, alike }: { advice: AdviceState; place: number; alike: boolean }) {
  return (
    <li className="ai-said">
      <p className="font-semibold">
        {place}. {advice.description}
      </p>
      {advice.rationale && <p className="text-sm text-soft">{advice.rationale}</p>}
      {!alike && advice.expected && <p className="text-sm">{advice.expected}</p>}
      {!alike && <p className="text-sm">{advice.risk}</p>}
      <Drawn marks={advice.marks} />
    </li>
  );
}
