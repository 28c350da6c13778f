import { useState } from 'react';
import type { Options, SeatArmy } from '@/shared/api';
import { Field, Select } from '@/shared/ui';
import { Segments } from './picks';

interface FixedMissionsProps {
  army: SeatArmy;
  options: Options;
  onChange: (uids: string[]) => void;
}

const DRAWN = { title: 'Drawn', hint: 'Two are drawn in each turn.' };
const LEFT_TO_THE_COMPUTER = {
  title: 'Computer chooses',
  hint: 'It settles on two for the whole battle, or has two drawn in each turn.',
};

/** Secondary missions drawn two a turn, or two of the player's choice for the whole battle. */
export function FixedMissions({ army, options, onChange }: FixedMissionsProps) {
  const fixed = army.fixed_missions ?? [];
  const [opened, setOpened] = useState(false);
  const open = army.controller === 'ai' ? LEFT_TO_THE_COMPUTER : DRAWN;
  const ways = [
    { value: 'drawn' as const, title: open.title },
    { value: 'fixed' as const, title: 'Fixed' },
  ];
  const way = opened || fixed.length ? 'fixed' : 'drawn';
  const choose = (wanted: 'drawn' | 'fixed') => {
    setOpened(wanted === 'fixed');
    if (wanted === 'drawn' && fixed.length) onChange([]);
  };
  const put = (place: number, uid: string) =>
    onChange([0, 1].map((each) => (each === place ? uid : (fixed[each] ?? ''))).filter(Boolean));
  return (
    <div className="flex flex-col gap-3">
      <Segments label="Secondary missions" choices={ways} value={way} onChange={choose} />
      {way === 'drawn' && <p className="text-sm text-soft">{open.hint}</p>}
      {way === 'fixed' &&
        [0, 1].map((place) => (
          <Field
            key={place}
            label={place === 0 ? 'First fixed mission' : 'Second fixed mission'}
            hint={
              place === fixed.length
                ? 'The battle can start once both are chosen.'
                : options.secondaries.find((each) => each.id === fixed[place])?.description
            }>
            <Select
              value={fixed[place] ?? ''}
              disabled={place > fixed.length}
              onChange={(event) => put(place, event.target.value)}>
              <option value="">Choose one</option>
              {options.secondaries
                .filter((each) => each.id === fixed[place] || !fixed.includes(each.id))
                .map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name}
                  </option>
                ))}
            </Select>
          </Field>
        ))}
    </div>
  );
}
