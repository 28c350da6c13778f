import type { Action, DiceMark } from '@/shared/battle-log';
import { Badge } from '@/shared/ui';

const DICE: Record<DiceMark, string> = { typed: 'own dice', camera: 'own dice, photo', unwitnessed: 'no witness' };

/** What is to be said of an entry beside its message: that it was taken back, and whose dice it came of. */
export function EntryMarks({ entry }: { entry: Action }) {
  return (
    <>
      {entry.undone && <Badge>taken back</Badge>}
      {entry.dice.map((mark) => (
        <Badge key={mark} tone="lamp">
          {DICE[mark]}
        </Badge>
      ))}
    </>
  );
}
