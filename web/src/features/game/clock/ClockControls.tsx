import { useState } from 'react';
import { setClock } from '@/shared/api';
import { CLOCK_MINUTES } from '@/shared/clock';
import { Button, confirm, Field, Select } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { Refusal } from '../panels/Act';
import { useCommand, type Command } from '../client/useCommand';
import { ClockFace } from './ClockFace';

const USUAL: number = 90;

/** Starts, pauses and stops the chess clock of the game; a spectator only sees it. */
export function ClockControls() {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const [minutes, setMinutes] = useState(USUAL);
  const { clock, request } = state;
  const send = (what: 'start' | 'pause' | 'resume' | 'stop') =>
    void command.run(() => setClock({ path: { game_id: gameId }, body: { do: what, minutes } }));
  if (!clock && !request) return <p className="text-soft">The battle is over.</p>;
  const mine = state.sides.length > 0 && request !== null;
  return (
    <>
      {!clock && (
        <p className="text-soft">
          Each player has this much time for the whole battle; it runs while they have to decide. The computer uses no
          time. Against another person, you both have to agree to every change of the clock. A player who runs out of
          time may lose: the other can claim the battle.
        </p>
      )}
      {clock && (
        <ul className="flex flex-col gap-2">
          {state.game_model.armies.map((army) => (
            <li key={army.uuid} className="flex items-center justify-between gap-3">
              <span>{army.name}</span>
              <ClockFace army={army} />
            </li>
          ))}
        </ul>
      )}
      {mine && !clock && <Begin command={command} onSend={send} minutes={minutes} onMinutes={setMinutes} />}
      {mine && clock && <Control command={command} onSend={send} paused={clock.paused} />}
      <Refusal of={command} />
    </>
  );
}

function Control({ command, onSend, paused }: ButtonsProps & { paused: boolean }) {
  const stop = async () => {
    const sure = await confirm({
      title: 'Stop the clock?',
      text: 'The times of both players are gone then.',
      action: 'Stop Clock',
      danger: true,
    });
    if (sure) onSend('stop');
  };
  return (
    <div className="flex flex-wrap gap-2">
      {paused ? (
        <Button
          icon="play"
          tone="primary"
          className="min-h-11"
          busy={command.busy}
          disabled={command.locked}
          onClick={() => onSend('resume')}>
          Resume Clock
        </Button>
      ) : (
        <Button
          icon="pause"
          className="min-h-11"
          busy={command.busy}
          disabled={command.locked}
          onClick={() => onSend('pause')}>
          Pause Clock
        </Button>
      )}
      <Button tone="quiet" className="min-h-11" disabled={command.locked} onClick={() => void stop()}>
        Stop Clock
      </Button>
    </div>
  );
}

interface ButtonsProps {
  command: Command;
  onSend: (what: 'start' | 'pause' | 'resume' | 'stop') => void;
}

function Begin({
  command,
  onSend,
  minutes,
  onMinutes,
}: ButtonsProps & { minutes: number; onMinutes: (minutes: number) => void }) {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label="Minutes each">
        <Select value={minutes} onChange={(event) => onMinutes(Number(event.target.value))}>
          {CLOCK_MINUTES.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        icon="clock"
        className="min-h-11"
        busy={command.busy}
        disabled={command.locked}
        onClick={() => onSend('start')}>
        Start Clock
      </Button>
    </div>
  );
}
