import type { IconName } from '@/shared/ui';
import { readingText } from './reading';
import { SwitchLine } from './SwitchLine';
import type { Rolls } from './useRolls';

const NEXT = 'Waiting for the next roll.';

const WAITING: Readonly<Record<Rolls['waiting'], readonly [IconName, string]>> = {
  off: ['pause', 'Waiting for the camera.'],
  starting: ['search', 'Looking at the tray. Leave it as it is for a moment.'],
  roll: ['clock', 'Waiting for the roll.'],
  moving: ['refresh', 'Dice are moving. Waiting until they lie still.'],
  reaching: ['user', 'A hand is in the picture. Waiting until it is gone.'],
  rolled: ['dice', 'The dice lie still.'],
  same: ['minus', `Nothing has changed. ${NEXT}`],
  fewer: ['minus', `Dice were taken away. ${NEXT}`],
};

/** The switch that has rolls read without a press, and in one line what it waits for. */
export function ByItself({ rolls: { on, turn, waiting, reading } }: { rolls: Rolls }) {
  const [icon, line] = said(waiting, reading);
  return (
    <SwitchLine
      label="Read rolls by itself"
      hint="Switch it on over an empty tray: a roll is read when its dice have come to rest."
      on={on}
      turn={turn}
      name="Rolls"
      icon={icon}
      line={line}
    />
  );
}

function said(waiting: Rolls['waiting'], reading: Rolls['reading']): readonly [IconName, string] {
  if (reading === 'pending') return ['search', 'Reading the roll.'];
  const [icon, line] = WAITING[waiting];
  if (!reading) return [icon, line];
  const done = waiting === 'roll' || waiting === 'rolled';
  return [reading.problem ? 'close' : done ? 'check' : icon, `${readingText(reading)} ${done ? NEXT : line}`];
}
