import { useState } from 'react';
import { setClock } from '@/shared/api';
import { CLOCK_MINUTES } from '@/shared/clock';
import { Button, confirm, Field, Select } from '@/shared/ui';
import { useGame } from '../context';
import { ClockFace } from './ClockFace';

const USUAL: number = 90;

/** Starts, pauses and stops the chess clock of the game; whoever only watches sees it. */
export function ClockControls() {
  const { gameId, state, run, busy } = useGame();
  const [minutes, setMinutes] = useState(USUAL);
  const { clock, request } = state;
  const tell = (what: 'start' | 'pause' | 'resume' | 'stop') => void run(() => setClock({ path: { game_id: gameId }, body: { do: what, minutes } }));
  const stop = async () => {
    if (await confirm({ title: 'Stop the clock?', text: 'The times of both players are gone then.', action: 'Stop Clock', danger: true })) tell('stop');
  };
  if (!clock && !request) return <p className="text-soft">The battle is over.</p>;
  const mine = state.sides.length > 0 && request !== null;
  return (
    <>
      {!clock && <p className="text-soft">Each player has so much time for the whole battle and pays while it is theirs to answer. The computer's armies pay nothing; when time is up, it is told and nothing else happens.</p>}
      {clock && <ul className="flex flex-col gap-2">{state.game_model.armies.map((army) => <li key={army.uuid} className="flex items-center justify-between gap-3"><span>{army.name}</span><ClockFace army={army} /></li>)}</ul>}
      {mine && !clock && (
        <div className="flex flex-wrap items-end gap-2">
          <Field label="Minutes each"><Select value={minutes} onChange={(event) => setMinutes(Number(event.target.value))}>{CLOCK_MINUTES.map((each) => <option key={each} value={each}>{each}</option>)}</Select></Field>
          <Button icon="clock" className="min-h-11" busy={busy} onClick={() => tell('start')}>Start Clock</Button>
        </div>
      )}
      {mine && clock && (
        <div className="flex flex-wrap gap-2">
          {clock.paused ? <Button icon="play" tone="primary" className="min-h-11" busy={busy} onClick={() => tell('resume')}>Resume Clock</Button> : <Button icon="pause" className="min-h-11" busy={busy} onClick={() => tell('pause')}>Pause Clock</Button>}
          <Button tone="quiet" className="min-h-11" disabled={busy} onClick={() => void stop()}>Stop Clock</Button>
        </div>
      )}
    </>
  );
}
