import { useState } from 'react';
import { allowCoach } from '@/shared/api';
import { warnBefore, warnsFrom } from '@/shared/api/callers';
import { Field, Select, Switch } from '@/shared/ui';
import { Group } from '../abilities/parts';
import { useGameId, useGameState } from '../client/context';
import { useCommand } from '../client/useCommand';
import { Refusal } from '../panels/Act';

const SHARES = [0, 5, 10, 20, 30];

/** Whether the computer may be asked what it would do, and whether it warns of costly choices. */
export function CoachGroup() {
  const path = { game_id: useGameId() };
  const { coach, game_model: model } = useGameState();
  const command = useCommand();
  const [warns, setWarns] = useState(warnsFrom);
  const people = model.armies.every((army) => army.controller === 'human');
  const change = (percent: number) => {
    warnBefore(percent);
    setWarns(percent);
  };
  return (
    <Group title="Coach">
      {people && (
        <>
          <Switch
            label="Both players may ask the coach"
            hint="The computer says what it would do. Your opponent has to agree; either of you can end it."
            checked={coach}
            disabled={command.locked}
            onChange={(on) => void command.run(() => allowCoach({ path, body: { on } }))}
          />
          <Refusal of={command} />
        </>
      )}
      <Field
        label="Warn me before a choice that loses"
        hint="The computer tries such a choice out first, which takes a second or two.">
        <Select value={warns} onChange={({ target }) => change(Number(target.value))}>
          {SHARES.map((each) => (
            <option key={each} value={each}>
              {each ? `more than ${each}% of my chance to win` : 'Never'}
            </option>
          ))}
        </Select>
      </Field>
    </Group>
  );
}
