import { Icon, Switch, type IconName } from '@/shared/ui';
import { readingText } from './reading';
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
    <div className="flex flex-col gap-1">
      <Switch
        label="Read throws by itself"
        hint={on ? undefined : 'Switch it on over an empty tray: a throw is read when its dice have come to rest.'}
        checked={on}
        onChange={turn}
      />
      {on && (
        <p role="status" aria-label="Throws" className="flex min-h-6 items-start gap-2 text-soft">
          <span className="mt-0.5 shrink-0">
            <Icon name={icon} />
          </span>
          {line}
        </p>
      )}
    </div>
  );
}

function said(waiting: Throws['waiting'], reading: Throws['reading']): readonly [IconName, string] {
  if (reading === 'pending') return ['search', 'Reading the throw.'];
  const [icon, line] = WAITING[waiting];
  if (!reading) return [icon, line];
  const done = waiting === 'throw' || waiting === 'thrown';
  return [reading.problem ? 'close' : done ? 'check' : icon, `${readingText(reading)} ${done ? NEXT : line}`];
}
