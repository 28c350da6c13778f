import { useMemo, useState } from 'react';
import { Die } from '@/features/dice-table';
import { Badge, Button, IconButton } from '@/shared/ui';
import { useDueRoll } from './dueRoll';
import { FACES, isHigh, percent } from './found';
import { areShared, guessed, inTurn, NO_SHARES, sharesOf, type Shares } from './shares';
import { useColours } from './useColours';
import type { ShownDice, ShownDie } from './useShownDice';
import { letterOf, ownerName, WhoseDice } from './WhoseDice';

/** The weapons that roll together, and whose each die is: as somebody said, else as is most likely. */
function useOwners(dice: readonly ShownDie[], source: string | null): { shares: Shares; owners: (number | null)[] } {
  const given = useDueRoll((store) => store.roll?.shares);
  const shares = useMemo(() => (given ? sharesOf(given) : NO_SHARES), [given]);
  const boxes = dice.flatMap(({ found }) => (found && shares.names.length ? [found.box] : []));
  const colours = useColours(source, boxes);
  const likely = guessed(dice.length, shares, colours);
  return { shares, owners: dice.map(({ owner }, index) => (owner === undefined ? (likely[index] ?? null) : owner)) };
}

interface FoundDiceProps {
  /** The photo. */
  source: string | null;
  shown: ShownDice;
  /** They have answered a roll already. */
  again: boolean;
  onUsed: () => void;
}

/** The dice that were read, each to be put right, and the way to answer the roll that is due with them. */
export function FoundDice({ source, shown, again, onUsed }: FoundDiceProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { dice } = shown;
  const { shares, owners } = useOwners(dice, source);
  const faces = dice.map(({ face }) => face);
  const shared = areShared(owners, shares);
  const swapped = owners.map((owner) => (owner === null ? null : 1 - owner));
  const change = (face: number) => (chosen === null ? shown.add(face) : shown.say(chosen, face));
  const remove = () => {
    if (chosen !== null) shown.remove(chosen);
    setChosen(null);
  };
  return (
    <section aria-label="Dice that were read" className="flex flex-col gap-3">
      <ul className="flex flex-wrap gap-1">
        {dice.map((die, index) => (
          <DieItem
            key={index}
            die={die}
            number={index + 1}
            shares={shares}
            owner={owners[index] ?? null}
            chosen={chosen === index}
            onPick={() => setChosen(chosen === index ? null : index)}
          />
        ))}
      </ul>
      {shares.names.length > 0 && (
        <WhoseDice
          shares={shares}
          owners={owners}
          chosen={chosen}
          onOwner={(owner) => shown.give(new Map([...owners.entries(), [chosen ?? -1, owner]]))}
          onSwap={() => shown.give(new Map(swapped.entries()))}
        />
      )}
      <Faces chosen={chosen} onFace={change} onRemove={remove} />
      <p className="text-sm text-soft">
        {chosen === null
          ? 'Pick a die to put it right, or tap a face to add one.'
          : `Tap what die ${chosen + 1} shows.`}
      </p>
      <UseDice
        faces={shared ? inTurn(faces, owners, shares) : faces}
        shared={shared}
        doubtful={dice.filter(({ asked }) => asked).length}
        again={again}
        onUsed={onUsed}
      />
    </section>
  );
}

interface DieItemProps {
  die: ShownDie;
  number: number;
  shares: Shares;
  owner: number | null;
  chosen: boolean;
  onPick: () => void;
}

function DieItem({ die: { face, score, asked }, number, shares, owner, chosen, onPick }: DieItemProps) {
  const several = shares.names.length > 0;
  const whose = several ? `, ${ownerName(owner, shares)}` : '';
  return (
    <li className="flex flex-col items-center gap-1">
      <button
        type="button"
        className={chosen ? 'die-key die-key-chosen' : 'die-key'}
        aria-pressed={chosen}
        aria-label={`Die ${number} shows ${face}${whose}`}
        onClick={onPick}>
        <Die face={face} success={null} size={28} />
      </button>
      {several && <span className="figure text-sm">{letterOf(owner)}</span>}
      {asked ? <Badge tone="lamp">doubtful</Badge> : <Sure score={score} />}
    </li>
  );
}

interface FacesProps {
  chosen: number | null;
  onFace: (face: number) => void;
  onRemove: () => void;
}

function Faces({ chosen, onFace, onRemove }: FacesProps) {
  return (
    <div
      className="flex flex-wrap gap-1"
      role="group"
      aria-label={chosen === null ? 'Add a die' : `Put die ${chosen + 1} right`}>
      {FACES.map((face) => (
        <button
          key={face}
          type="button"
          className="die-key"
          aria-label={chosen === null ? `Add a ${face}` : `It shows ${face}`}
          onClick={() => onFace(face)}>
          <Die face={face} success={null} size={22} />
        </button>
      ))}
      <IconButton
        icon="trash"
        label="Take this die away"
        className="size-11"
        disabled={chosen === null}
        onClick={onRemove}
      />
    </div>
  );
}

function Sure({ score }: { score: number | null }) {
  if (score === null) return <span className="text-xs text-soft">by hand</span>;
  return (
    <>
      <span className="figure text-xs text-soft">{percent(score)}</span>
      {isHigh(score) && <Badge tone="good">high confidence</Badge>}
    </>
  );
}

const dice = (count: number): string => (count === 1 ? '1 die' : `${count} dice`);

interface UseDiceProps {
  faces: number[];
  /** Each weapon that rolls has its dice. */
  shared: boolean;
  /** How many nobody has said yet. */
  doubtful: number;
  again: boolean;
  onUsed: () => void;
}

/** Answers the roll that is due; where the count does not fit, says so first. */
function UseDice({ faces, shared, doubtful, again, onUsed }: UseDiceProps) {
  const roll = useDueRoll((store) => store.roll);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  if (!roll)
    return (
      <p className="text-soft" role="status">
        {dice(faces.length)}. No roll of yours is due now.
      </p>
    );
  const fits = !doubtful && shared && faces.length > 0 && (roll.count === null || faces.length >= roll.count);
  const use = async () => {
    setBusy(true);
    const taken = await roll.use(faces);
    setBusy(false);
    setRefused(!taken);
    if (taken) onUsed();
  };
  return (
    <>
      <p className="figure text-sm text-soft" role="status">
        {countLine(faces.length, roll.count, shared)}
      </p>
      {again && (
        <p className="text-sm" role="note">
          These dice have answered a roll already. Roll again, and take a new photo of the tray; otherwise they count as
          typed in.
        </p>
      )}
      {refused && (
        <p className="text-bad text-sm" role="alert">
          {roll.refusal || 'The roll did not take these dice. Try it again.'}
        </p>
      )}
      <Button
        tone={again ? 'quiet' : 'primary'}
        icon="dice"
        className="min-h-11"
        busy={busy}
        disabled={!fits}
        onClick={() => void use()}>
        {again ? 'Use these dice once more' : 'Use these dice'}
      </Button>
    </>
  );
}

function countLine(count: number, due: number | null, shared: boolean): string {
  if (!shared && (due === null || count >= due))
    return `${dice(count)} in the tray, but some weapon has too many or too few: give each its own number of dice.`;
  if (due === null || count === due) return `${dice(count)} in the tray.`;
  if (count < due) return `${dice(count)} in the tray, but the roll takes ${due}: ${due - count} still missing.`;
  return `${dice(count)} in the tray, but the roll takes ${due}: the others are for re-rolls. Take away what does not belong.`;
}
