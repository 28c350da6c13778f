import { useState } from 'react';
import { Die } from '@/features/dice-table';
import { Button, Field, IconButton, Input } from '@/shared/ui';
import { facesOf } from './typedFaces';

interface TypedDiceProps {
  /** Faces that the roll takes, where that is known beforehand. */
  due: number | null;
  /** The dice that come first, and say how many others there are: 'D6+3'; else ''. */
  first?: string;
  /** Which die is whose. */
  order?: string;
  /** They are of several weapons. */
  several?: boolean;
  busy: boolean;
  /** Rolls with these faces; whether they were taken. */
  onUse: (faces: number[]) => Promise<boolean>;
}

const FACES = [1, 2, 3, 4, 5, 6];
const MOST = 600;

/** Which dice are to be typed, in which order. */
function wanted({ due, first = '', order = 'in the order of the table', several }: TypedDiceProps): string {
  if (due === null && several)
    return "Weapon by weapon in the order of the table: the dice for its number of attacks, then one for each attack, then the weapon's rerolled ones.";
  if (first)
    return `First the dice for the number of attacks (${first}), then one for each attack; rerolled ones last.`;
  if (due === null)
    return 'In the order of the table; rerolled ones last. If the number is wrong, you are told how many it takes.';
  return `${due === 1 ? '1 die' : `${due} dice, ${order}`}; rerolled ones last.`;
}

/** Dice that were rolled on a real table: typed as digits, or tapped face by face. */
export function TypedDice(props: TypedDiceProps) {
  const { due, busy, onUse } = props;
  const [typed, setTyped] = useState('');
  const faces = facesOf(typed);
  const wrong = faces.find((face) => face < 1 || face > 6);
  const missing = due !== null && faces.length < due ? `${due - faces.length} of ${due} still to type.` : '';
  const use = async () => {
    if (await onUse(faces)) setTyped('');
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void use();
      }}>
      <Field
        label="Faces of your own dice"
        error={wrong === undefined ? null : `A die cannot show ${wrong}.`}
        hint={wanted(props)}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxLength={MOST}
          value={typed}
          placeholder="3 5 5 1"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-1" role="group" aria-label="Add a die">
        {FACES.map((face) => (
          <button
            key={face}
            type="button"
            className="die-key"
            aria-label={`Add a ${face}`}
            onClick={() => setTyped(`${typed}${face}`)}>
            <Die face={face} success={null} size={28} />
          </button>
        ))}
        <IconButton
          icon="back"
          label="Take the last die away"
          className="size-11"
          disabled={!faces.length}
          onClick={() => setTyped(typed.trimEnd().slice(0, -1))}
        />
      </div>
      <p className="figure text-sm text-soft" role="status">
        {faces.length} typed. {missing}
      </p>
      <Button type="submit" tone="primary" icon="dice" busy={busy} disabled={!faces.length || wrong !== undefined}>
        Use these dice
      </Button>
    </form>
  );
}
