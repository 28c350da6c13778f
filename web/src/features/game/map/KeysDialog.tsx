import { useKeysOn } from '@/shared/keysOn';
import { Checkbox, Dialog } from '@/shared/ui';

const KEYS: readonly (readonly [string, string])[] = [
  [
    'Arrow keys',
    'Move the ghost of a unit by half an inch; from a unit on the map, go to the next one; else pan the map',
  ],
  ['G', 'To the button that goes on'],
  ['N', 'Select the next unit that can act'],
  ['Shift and arrows', 'Move the ghost by a tenth of an inch'],
  ['Enter', 'On the ghost: put it down there, then finalize'],
  ['F', 'Put the unit in hand into the next formation, also while it is dragged'],
  ['[ and ]', 'Turn the formation of the unit in hand'],
  [', and .', 'Turn an oval or rectangular base in hand by 15°, with Shift by 5°; also Alt and the mouse wheel'],
  ['Page Up and Down', 'The floor that the unit in hand goes to, or that is looked at'],
  ['M', 'Move the selected unit, or set up the next one'],
  ['A', 'To the Advance button of the selected unit; Enter rolls'],
  ['H', 'Hold position with the selected unit'],
  ['E', 'To the button that ends the movement phase'],
  ['X', 'The menu of the selected unit; the menu key or a right click on any unit'],
  ['W', 'What can I do now, and why not'],
  ['R', 'Ruler: two places or units, from base edge to base edge'],
  ['S', 'Sight: what is seen from a place'],
  ['L', 'Show or hide ranges and lines of sight'],
  ['T', 'The enemy’s threat: what it could do at most in its next turn, square by square'],
  ['V', 'View the table from the other side'],
  ['K', 'The table as a list in words, or as a map again'],
  ['+ and −', 'Zoom in and out'],
  ['0', 'Fit the map'],
  ['U', 'To the button that takes the last choice back'],
  ['Esc', 'Let go: the tool, the ghost, the selection'],
  ['?', 'This list'],
];

/** The keys of the battlefield. */
export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { on, setOn } = useKeysOn();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keys"
      description="They work wherever no text is being typed.">
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
        {KEYS.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="map-key-cap">{key}</kbd>
            </dt>
            <dd className="text-soft">{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-t border-line pt-3">
        <Checkbox label="Single keys work" checked={on} onChange={setOn} />
      </div>
    </Dialog>
  );
}
