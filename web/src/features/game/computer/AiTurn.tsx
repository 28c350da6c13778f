import { memo } from 'react';
import { Badge, Button, Notice, Progress, Switch } from '@/shared/ui';
import { useAutoplay, useGameState, useLocked } from '../client/context';
import { computerIsDue, turnOf } from '../client/autoplay';

/** The computer that plays by itself: its whole turn at once, paused and cancelled; or always. There for everybody with a seat. */
export function AiTurn() {
  const state = useGameState();
  const armies = state.game_model.armies.filter((army) => army.controller === 'ai');
  if (!armies.length || !state.sides.length || !state.request) return null;
  return (
    <section aria-label="The computer's play" className="ai-turn">
      <Play />
      <Always />
    </section>
  );
}

/** Drawn only when it changes: React writes a switch again whenever it draws one. */
const Always = memo(function Always() {
  const on = useAutoplay(({ mode }) => mode === 'always');
  const always = useAutoplay((autoplay) => autoplay.always);
  return <Switch label="The AI plays by itself" checked={on} onChange={always} />;
});

function Play() {
  const state = useGameState();
  const locked = useLocked();
  const { mode, paused, steps, last, thought, problem, begin, pause, cancel } = useAutoplay();
  const turns = state.game_model.armies.find((army) => army.uuid === state.current_army_uuid)?.controller === 'ai';
  if (mode === 'buttons') {
    if (!computerIsDue(state) && !turns) return null;
    return (
      <>
        {problem && <Notice text={problem} />}
        <Button tone="plain" icon="play" className="min-h-11" disabled={locked} onClick={() => begin(turnOf(state))}>
          AI Plays Its Whole Turn
        </Button>
      </>
    );
  }
  if (mode === 'always' && !paused && !computerIsDue(state)) return null;
  return (
    <>
      {problem && <Notice text={problem} />}
      <p className="flex flex-wrap items-center gap-2">
        {/* Its single steps are not said: the table says what came of a phase. */}
        <span role="status">
          <Badge tone={paused ? 'plain' : 'lamp'} icon={paused ? 'pause' : 'play'}>
            {paused ? 'AI paused' : computerIsDue(state) ? 'AI plays' : 'AI waits for you'}
          </Badge>
        </span>
        <span className="min-w-0 flex-1 text-soft">{last}</span>
        {steps > 0 && <span className="figure text-faint">{steps === 1 ? '1 step' : `${steps} steps`}</span>}
      </p>
      {thought && (
        <Progress
          value={thought.wanted ? thought.trials / thought.wanted : 0}
          label={`It compares its plans: ${thought.trials} of ${thought.wanted} trials`}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button className="min-h-11" icon={paused ? 'play' : 'pause'} onClick={() => pause(!paused)}>
          {paused ? 'Go on' : 'Pause'}
        </Button>
        {mode === 'turn' && (
          <Button tone="quiet" className="min-h-11" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </>
  );
}
