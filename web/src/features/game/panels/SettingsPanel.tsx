import { Switch, useTheme } from '@/shared/ui';
import { Group } from '../abilities/parts';
import { ClockControls } from '../clock/ClockControls';
import { useSounds } from '../sounds/soundStore';
import { play } from '../sounds/tones';
import { PanelHead } from './parts';

/** What this browser does with the game, and the clock that both players share. */
export function SettingsPanel() {
  const sounds = useSounds();
  const { theme, toggle } = useTheme();
  const turn = (on: boolean) => {
    sounds.turn(on);
    if (on) play(['turn']);
  };
  return (
    <>
      <PanelHead title="Settings" />
      <Group title="Chess Clock"><ClockControls /></Group>
      <Group title="This browser">
        <Switch label="Sounds" hint="Short tones when it is your turn, when dice fall and when a unit is destroyed." checked={sounds.on} onChange={turn} />
        <Switch label="Light theme" hint="A field map on paper instead of a lamp over a table." checked={theme === 'light'} onChange={toggle} />
      </Group>
    </>
  );
}
