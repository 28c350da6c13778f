import { useEffect, useState } from 'react';
import { sentence, type Difference, type GameState } from '@/shared/api';
import { Badge, Button, cx, Input, Notice, Select, type BadgeTone } from '@/shared/ui';
import { useGameState, useTable } from '../client/context';
import { unitOf } from '../board';
import { facesOf } from '../panels/fights/typedFaces';
import { Correcting, useCorrecting } from './Correcting';
import { Picking, usePickingFor } from './Picking';
import { usePicking } from './pickedModels';
import { printedName } from './Results';
import { useAccept, useDifferences, type Acceptance, type ByHand, type How } from './useDifferences';
import { usePhotos } from './usePhotos';

const KINDS: Record<Difference['kind'], readonly [word: string, tone: BadgeTone]> = {
  moved: ['Moved', 'lamp'],
  'set-up': ['Set up', 'lamp'],
  'not-found': ['Not found', 'bad'],
  'too-few': ['Some not found', 'bad'],
  'too-many': ['Casualties', 'bad'],
  unknown: ['Unexpected', 'bad'],
  outdated: ['Not compared', 'plain'],
  same: ['As it stood', 'good'],
};

const counted = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`);

/** The table against the battle: what the photo shows elsewhere, one line a unit, to be taken over or put right. */
export function Differences() {
  const { data, error, isFetching, refetch } = useDifferences();
  if (error) return <Notice text={sentence(error)} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return null;
  if (data.unread) return <UnreadTable why={data.unread} />;
  return <OpenDifferences key={data.image_id} imageId={data.image_id} proposals={data.proposals} />;
}

/** A photo of which nothing could be read says nothing of the table. */
function UnreadTable({ why }: { why: string }) {
  return (
    <section aria-label="Table and battle" className="differences">
      <h2 className="label text-soft">Table and battle</h2>
      <Notice text={`Nothing was read from this photo. ${why}`} />
      <ShootAgain />
    </section>
  );
}

function ShootAgain() {
  const { usable, stage, takePhoto } = usePhotos();
  return (
    <Button icon="camera" disabled={!usable || stage !== 'idle'} onClick={takePhoto}>
      Shoot again
    </Button>
  );
}

function OpenDifferences({ imageId, proposals }: { imageId: string; proposals: readonly Difference[] }) {
  const of = (kind: Difference['kind']) => proposals.filter((each) => each.kind === kind);
  const outdated = of('outdated');
  const same = of('same').length;
  const open = proposals.filter(({ kind }) => kind !== 'same' && kind !== 'outdated');
  const state = useGameState();
  const { accept, busy, refused } = useAccept(imageId);
  const [hows, setHows] = useState<Readonly<Record<string, How>>>({});
  const [rolled, setRolled] = useState<Readonly<Record<string, string>>>({});
  const acceptance = (difference: Difference): Acceptance => {
    const how = hows[difference.unit_uuid] ?? usualHow(state, difference);
    const faces = takesDice(state, difference, how) ? facesOf(rolled[difference.unit_uuid] ?? '') : [];
    return { difference, how, ...(faces.length > 0 && { faces }) };
  };
  // the numbers of miniatures are those of this photo
  useEffect(() => () => usePicking.getState().end(), []);
  const ready = open.filter((each) => each.acceptable);
  return (
    <section aria-label="Table and battle" className="differences" data-waiting={open.length > 0 || undefined}>
      <h2 className="label text-soft">Table and battle</h2>
      <Verdict open={open.length} outdated={outdated.length} />
      <ul className="flex flex-col gap-2">
        {open.map((each, index) => (
          <DifferenceItem
            key={each.unit_uuid || index}
            difference={each}
            how={acceptance(each).how}
            onHow={(how) => setHows({ ...hows, [each.unit_uuid]: how })}
            rolled={rolled[each.unit_uuid] ?? ''}
            onRolled={(faces) => setRolled({ ...rolled, [each.unit_uuid]: faces })}
            busy={busy}
            refused={refused[each.unit_uuid] ?? ''}
            onAccept={(byHand) => accept([{ ...acceptance(each), ...(byHand && { byHand }) }])}
          />
        ))}
      </ul>
      {same > 0 && (
        <p className="text-sm text-soft">
          {counted(same, 'unit stands', 'units stand')} where the battle has {same === 1 ? 'it' : 'them'}.
        </p>
      )}
      {outdated.length > 0 && <Outdated units={outdated} />}
      <div className="flex flex-wrap gap-2">
        {ready.length > 1 && (
          <Button tone="primary" icon="check" busy={busy} onClick={() => void accept(ready.map(acceptance))}>
            Accept all {ready.length}
          </Button>
        )}
        {(open.length > 0 || outdated.length > 0) && <ShootAgain />}
      </div>
    </section>
  );
}

/** Whether the battle waits for the table; units that the photo says nothing of are left out. */
function Verdict({ open, outdated }: { open: number; outdated: number }) {
  if (open > 0) {
    const where = counted(open, 'place', 'places');
    return <Notice tone="info" text={`The battle waits: the table differs from it in ${where}.`} />;
  }
  const stands = outdated
    ? 'Nothing else on the table differs from the battle.'
    : 'The table stands as the battle knows it.';
  return <Notice tone="good" text={stands} />;
}

/** Units that the battle changed after the photo was read. */
function Outdated({ units }: { units: readonly Difference[] }) {
  const them = units.length === 1 ? 'it' : 'them';
  return (
    <p className="text-sm text-soft">
      Not compared, since the battle has gone on with {them}: {units.map((each) => each.unit_name).join(', ')}. A new
      photo shows {them}.
    </p>
  );
}

/** A unit that is elsewhere and has no move: the battle would take no place of it. */
const isStuck = ({ kind, acceptable }: Difference): boolean => kind === 'moved' && !acceptable;

const canChooseHow = (state: GameState, difference: Difference): boolean =>
  difference.kind === 'moved' && !isStuck(difference) && state.request?.kinds.includes('move') === true;

/** Whether a move of the unit may take dice that its player rolled on the table: its advance, or tests as it falls back. */
const takesDice = (state: GameState, difference: Difference, how: How): boolean =>
  how !== 'move' && state.dice.own_dice && canChooseHow(state, difference);

/** How a unit most likely got where the photo shows it. */
function usualHow(state: GameState, { unit_uuid, moved, limit }: Difference): How {
  if (state.request?.kinds[0] === 'place') return 'advance';
  if (unitOf(state, unit_uuid)?.engaged) return 'fall_back';
  return isTooFar(moved, limit) ? 'advance' : 'move';
}

/** Beyond what a photo may show of a unit that kept its limit: it is not read better than that. */
const FORGIVEN = 0.35;
const isTooFar = (moved: number | null, limit: number | null): boolean =>
  moved !== null && limit !== null && moved > limit + FORGIVEN;

interface ItemProps {
  difference: Difference;
  how: How;
  onHow: (how: How) => void;
  /** The own dice of its move, as they were typed. */
  rolled: string;
  onRolled: (faces: string) => void;
  busy: boolean;
  /** Why the battle refused it; empty where it did not. */
  refused: string;
  onAccept: (byHand?: ByHand) => Promise<boolean>;
}

function DifferenceItem({ difference, how, onHow, rolled, onRolled, busy, refused, onAccept }: ItemProps) {
  const state = useGameState();
  const correcting = useCorrecting(difference);
  const picking = usePickingFor(difference);
  const { kind, message, unit_uuid: id, unit_name: name, transponder, moved, limit } = difference;
  const [word, tone] = KINDS[kind];
  const marker = unitOf(state, id)?.marker ?? printedName(transponder);
  return (
    <li
      className={cx('difference', (correcting.on || picking.on) && 'border-lamp')}
      data-kind={kind}
      aria-label={name || word}>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{word}</Badge>
        {name && <strong>{name}</strong>}
        {marker && <span className="figure text-soft">{marker}</span>}
      </p>
      <p className="text-sm">{message}</p>
      {isTooFar(moved, limit) && (
        <p className="text-sm text-bad">{((moved ?? 0) - (limit ?? 0)).toFixed(1)} inches too far for a move.</p>
      )}
      {refused && (
        <p className="text-sm text-bad" role="alert">
          The battle refused: {refused}
        </p>
      )}
      {correcting.on && <Correcting correcting={correcting} busy={busy} onAccept={onAccept} />}
      {picking.on && <Picking picking={picking} busy={busy} onAccept={onAccept} />}
      {id && !correcting.on && !picking.on && (
        <Answers
          difference={difference}
          how={how}
          onHow={onHow}
          rolled={rolled}
          onRolled={onRolled}
          busy={busy}
          onAccept={() => void onAccept()}
          onCorrect={() => {
            picking.end();
            correcting.begin();
          }}
          onPick={
            picking.possible
              ? () => {
                  correcting.end();
                  picking.begin();
                }
              : null
          }
        />
      )}
    </li>
  );
}

interface AnswersProps extends Pick<ItemProps, 'difference' | 'how' | 'onHow' | 'rolled' | 'onRolled' | 'busy'> {
  onAccept: () => void;
  onCorrect: () => void;
  /** Null where the photo shows no miniature. */
  onPick: (() => void) | null;
}

/** What is asked of own dice: an advance's die and its reroll, with a blank between them, or those of who falls back. */
const DICE_OF = {
  advance: { label: (name: string) => `Own die of ${name}'s advance`, short: 'Own die', most: 3 },
  fall_back: { label: (name: string) => `Own dice of ${name}'s break-out tests`, short: 'Own dice', most: 120 },
};

/** What can be said to a difference: that it is so, how it came about, or what it is in truth. */
const HOWS: readonly How[] = ['move', 'advance', 'fall_back'];

function Answers({ difference, how, onHow, rolled, onRolled, busy, onAccept, onCorrect, onPick }: AnswersProps) {
  const state = useGameState();
  const select = useTable((table) => table.select);
  const { unit_uuid: id, unit_name: name, acceptable } = difference;
  const stuck = isStuck(difference);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {canChooseHow(state, difference) && (
        <Select
          aria-label={`How ${name} moved`}
          className="w-auto"
          value={how}
          onChange={({ target }) => onHow(HOWS.find((each) => each === target.value) ?? 'move')}>
          <option value="move">Move</option>
          <option value="advance">Advance</option>
          <option value="fall_back">Fall back</option>
        </Select>
      )}
      {how !== 'move' && takesDice(state, difference, how) && (
        <Input
          aria-label={DICE_OF[how].label(name)}
          className="w-24"
          inputMode="numeric"
          autoComplete="off"
          maxLength={DICE_OF[how].most}
          placeholder={DICE_OF[how].short}
          value={rolled}
          onChange={({ target }) => onRolled(target.value.replace(/[^\d ]/g, ''))}
        />
      )}
      {acceptable && (
        <Button icon="check" busy={busy} aria-label={`Accept ${name}`} onClick={onAccept}>
          Accept
        </Button>
      )}
      {!stuck && (
        <Button tone="quiet" icon="move" aria-label={`Correct ${name}`} onClick={onCorrect}>
          Correct
        </Button>
      )}
      {onPick && !stuck && (
        <Button tone="quiet" icon="pin" aria-label={`Pick the miniatures of ${name}`} onClick={onPick}>
          Pick
        </Button>
      )}
      <Button tone="quiet" icon="target" aria-label={`Show ${name} on the map`} onClick={() => select(id)}>
        Show
      </Button>
    </div>
  );
}
