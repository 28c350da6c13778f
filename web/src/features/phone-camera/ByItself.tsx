import type { IconName } from '@/shared/ui';
import { readingText } from './reading';
import { SwitchLine } from './SwitchLine';
import type { Throws } from './useThrows';

const NEXT = 'Waiting for the next throw.';

const WAITING: Readonly<Record<Throws['waiting'], readonly [IconName, string]>> = {
  off: ['pause', 'Waiting for the camera.'],
  starting: ['search', 'Looking at the tray. Leave it as it is for a moment.'],
  throw: ['clock', 'Waiting for the throw.'],
  moving: ['refresh', 'Dice are moving. Waiting until they lie still.'],
  reaching: ['user', 'A hand is in the picture. Waiting until it is gone.'],
  thrown: ['dice', 'The dice lie still.'],
  same: ['minus', `Nothing has changed. ${NEXT}`],
  fewer: ['minus', `Dice were taken away. ${NEXT}`],
};

/** The switch that has throws read without a press, and in one line what it waits for. */
export function ByItself({ throws: { on, turn, waiting, reading } }: { throws: Throws }) {
  const [icon, line] = said(waiting, reading);
  return (
    <SwitchLine
      label="Read throws by itself"
      hint="Switch it on over an empty tray: a throw is read when its dice have come to rest."
      on={on}
      turn={turn}
      name="Throws"
      icon={icon}
      line={line}
    />
  );
}

function said(waiting: Throws['waiting'], reading: Throws['reading']): readonly [IconName, string] {
  if (reading === 'pending') return ['search', 'Reading the throw.'];
  const [icon, line] = WAITING[waiting];
  if (!reading) return [icon, line];
  const done = waiting === 'throw' || waiting === 'thrown';
  return [reading.problem ? 'close' : done ? 'check' : icon, `${readingText(reading)} ${done ? NEXT : line}`];
}
