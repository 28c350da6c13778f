import { useKeysOn } from '@/shared/keysOn';
import { Switch, useTheme } from '@/shared/ui';
import { Group } from '../abilities/parts';
import { ClockControls } from '../clock/ClockControls';
import { useGame } from '../context';
import { Leaving } from '../offers/Leaving';
import { useSounds } from '../sounds/soundStore';
import { play } from '../sounds/tones';
import { PanelHead } from './parts';

/** What this browser does with the game, and the clock that both players share. */
export function SettingsPanel() {
  const sounds = useSounds();
  const keys = useKeysOn();
  const { state } = useGame();
  const { theme, toggle } = useTheme();
  const turn = (on: boolean) => {
    sounds.turn(on);
    if (on) play(['turn']);
  };
  return (
    <>
      <PanelHead title="Settings" />
      <Group title="Chess Clock">
        <ClockControls />
      </Group>
      {state.sides.length > 0 && (
        <Group title="Ending the battle early">
          <Leaving />
        </Group>
      )}
      <Group title="This browser">
        <Switch
          label="Sounds"
          hint="Short tones when it is your turn, when dice fall and when a unit is destroyed."
          checked={sounds.on}
          onChange={turn}
        />
        <Switch
          label="Single keys work"
          hint="Letters, digits and signs on the map, and the keys of the log viewer. Off, they do nothing; Tab, Enter and Escape always work."
          checked={keys.on}
          onChange={keys.setOn}
        />
        <Switch
          label="Light theme"
          hint="A field map on paper instead of a lamp over a table."
          checked={theme === 'light'}
          onChange={toggle}
        />
      </Group>
    </>
  );
}
