import { useKeysOn } from '@/shared/keysOn';
import { Button, Field, Select, Switch, useTheme } from '@/shared/ui';
import { useGameState } from '../client/context';
import { PACES, usePace } from '../film/pace';
import { useHints } from '../hints/hints';
import { useHabits } from '../map/hand/habits';
import { Group } from '../abilities/parts';
import { CoachGroup } from '../computer/CoachGroup';
import { ClockControls } from '../clock/ClockControls';
import { Leaving } from '../offers/Leaving';
import { useSounds } from '../sounds/soundStore';
import { play } from '../sounds/tones';
import { StopsGroup } from '../reactions/StopsGroup';
import { PanelHead } from './parts';
import { useContrast } from './contrast';

/** What this browser does with the game, and the clock that both players share. */
export function SettingsPanel() {
  const sounds = useSounds();
  const keys = useKeysOn();
  const state = useGameState();
  const { theme, toggle } = useTheme();
  const contrast = useContrast();
  const hints = useHints();
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
      {state.sides.length > 0 && <PaceGroup />}
      {state.sides.length > 0 && <StopsGroup />}
      {state.sides.length > 0 && <CoachGroup />}
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
        <HabitSwitches />
        <Switch
          label="Light theme"
          hint="A field map on paper instead of a lamp over a table."
          checked={theme === 'light'}
          onChange={toggle}
        />
        <Switch
          label="High contrast"
          hint="Stronger lines and text on plainer ground, in both themes."
          checked={contrast.more}
          onChange={contrast.turn}
        />
        <Button tone="plain" className="min-h-11" disabled={!hints.seen.length} onClick={hints.again}>
          Show the hints again
        </Button>
      </Group>
    </>
  );
}

/** How fast the enemy's turn is shown. */
function PaceGroup() {
  const { pace, choose } = usePace();
  return (
    <Group title="Pace">
      <Field
        label="The enemy’s turn"
        hint="As a film of moves, shots and dice, or at once; a card then says what happened.">
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
      </Field>
    </Group>
  );
}

/** How the map is played here. */
function HabitSwitches() {
  const habits = useHabits();
  return (
    <>
      <Switch
        label="Ask before a move is final"
        hint="A unit that is dragged on the map waits for Finalize Movement. Off, it has moved where it is dropped; Undo takes it back."
        checked={habits.askFirst}
        onChange={(on) => habits.turn('askFirst', on)}
      />
      <Switch
        label="Roll stage by stage"
        hint="Fire on the map declares the attacks and rolls no dice. Off, it rolls them all."
        checked={habits.stages}
        onChange={(on) => habits.turn('stages', on)}
      />
      <Switch
        label="Look ahead with a unit in hand"
        hint="While you drag or place a unit, the map shows what it would see and hurt, and what could hurt it there."
        checked={habits.ahead}
        onChange={(on) => habits.turn('ahead', on)}
      />
      <Switch
        label="The table as a list"
        hint="Units, distances, sight and actions in words, in place of the map; K or the button over the map changes it too."
        checked={habits.listed}
        onChange={(on) => habits.turn('listed', on)}
      />
      <Switch
        label="Show every step"
        hint="The main button stops at each beginning and end of a phase. Off, it goes on to where something can be done."
        checked={habits.everyStep}
        onChange={(on) => habits.turn('everyStep', on)}
      />
    </>
  );
}
