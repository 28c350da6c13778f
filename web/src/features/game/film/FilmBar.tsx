import { Die } from '@/features/dice-table';
import { IconButton, Select } from '@/shared/ui';
import { useGameState, useTable } from '../client/context';
import type { Beat, DiceRow } from './beats';
import './film.css';
import { PACES, usePace } from './pace';
import { shownBeat } from './reel';
import { useReel } from './useFilm';

/** The most dice of a row that are drawn; the rest is a number. */
const MOST_DICE = 12;

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

/** One's own dice that have just fallen, over the map. */
export function LastDice() {
  const film = useReel((reel) => reel.film);
  const beat = useReel(shownBeat);
  const close = useReel((reel) => reel.close);
  // What is aimed, or moved about, has the map to itself; the dice that sent it there are seen till then.
  const handful = useTable(
    ({ aimed, pending, target }) => aimed !== null || (pending !== null && (target !== null || pending.grip != null)),
  );
  if (!beat || film || !beat.rows.length || handful) return null;
  return (
    <section className="film" data-rare={beat.rare || undefined} aria-label="The last dice">
      <Said beat={beat} />
      <IconButton icon="close" label="Put the dice away" className="film-close" onClick={close} />
    </section>
  );
}

const Said = ({ beat }: { beat: Beat }) => (
  <div className="film-said">
    <p>{beat.text}</p>
    <Rows beat={beat} />
  </div>
);

function Rows({ beat }: { beat: Beat }) {
  if (!beat.rows.length) return null;
  return (
    <dl className="film-rows" key={beat.id}>
      {beat.rows.map((row) => (
        <div key={row.label}>
          <dt className="label">{row.label}</dt>
          <dd>
            <Dice row={row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Dice({ row: { dice, good } }: { row: DiceRow }) {
  const counted = dice.some((each) => each.success !== null);
  return (
    <>
      {dice.slice(0, MOST_DICE).map((each, index) => (
        <Die key={index} {...each} size={22} />
      ))}
      {dice.length > MOST_DICE && <span className="figure">+{dice.length - MOST_DICE}</span>}
      {counted && dice.length > 2 && (
        <span className="figure text-soft">
          {good} of {dice.length}
        </span>
      )}
    </>
  );
}

function Controls() {
  const { at, beats, paused, turn, step, pause, skip, close } = useReel();
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
