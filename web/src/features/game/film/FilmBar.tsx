import { IconButton, Select } from '@/shared/ui';
import { useClient, useGameState } from '../client/context';
import { isChargeRollOpen } from '../reactions/rolls';
import type { Beat } from './beats';
import { Rows } from './Rows';
import { SoFar } from './SoFar';
import './film.css';
import { PACES, usePace } from './pace';
import { shownBeat } from './reel';
import { useReel } from './useFilm';

/** The enemy's turn step by step, beside the map that shows it: a sentence, its dice as dice, and the controls. */
export function Film() {
  const film = useReel((reel) => reel.film);
  const beat = useReel(shownBeat);
  if (!beat || !film) return null;
  return (
    <section className="film" data-film aria-label="The film of the turn">
      <Said beat={beat} />
      <Controls />
    </section>
  );
}

function Said({ beat }: { beat: Beat }) {
  const last = useReel(({ beats }) => beats.at(-1) === beat);
  const open = useGameState(isChargeRollOpen);
  return (
    <div className="film-said">
      <p>
        {beat.text}
        {open && last && beat.short && <SoFar />}
      </p>
      <Rows beat={beat} />
    </div>
  );
}

function Controls() {
  // Not all of the film: that it has come to its end is nothing to draw, which a whole picture would be for.
  const { step, pause, skip, close } = useClient().reel.getState();
  const at = useReel((reel) => reel.at);
  const paused = useReel((reel) => reel.paused);
  const beats = useReel((reel) => reel.beats);
  const turn = useReel((reel) => reel.turn);
  const { pace, choose } = usePace();
  const over = useGameState((state) => turn !== `${state.game_model.round}.${state.game_model.turn}`);
  const onward = () => (at >= beats.length - 1 ? pause(false) : step(1));
  return (
    <div className="film-controls">
      <IconButton icon="back" label="The step before" disabled={at <= 0} onClick={() => step(-1)} />
      <IconButton
        icon={paused ? 'play' : 'pause'}
        label={paused ? 'Play the film' : 'Pause the film'}
        onClick={() => pause(!paused)}
      />
      <IconButton icon="next" label="The next step" disabled={at >= beats.length - 1 && !paused} onClick={onward} />
      <span className="figure text-soft" aria-hidden="true">
        {at + 1}/{beats.length}
      </span>
      <label>
        <span className="sr-only">Pace of the film</span>
        <Select
          value={pace}
          onChange={({ target }) => {
            const chosen = PACES.find((each) => each.value === target.value);
            if (chosen) choose(chosen.value);
          }}>
          {PACES.map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </Select>
      </label>
      <button type="button" className="film-skip label" onClick={over ? close : skip}>
        {over ? 'Close' : 'Skip'}
      </button>
    </div>
  );
}
