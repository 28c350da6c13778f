import { useEffect, useRef, useState, type RefObject } from 'react';
import type { March } from '@/shared/api';
import { Button, LinkButton, MessagePlace } from '@/shared/ui';
import { useClient, useComputerActs, useGameId, useGameState, useTable } from '../client/context';
import { correctsPhoto, type Table } from '../client/table';
import { useSpokenQuestion } from '../list/spoken';
import { useHabits } from '../map/hand/habits';
import { riskWords } from '../map/hand/marches';
import { useAttack, type Attack } from '../map/hand/useAttack';
import { useRollOn } from '../map/hand/useRollOn';
import { useCharge } from '../map/hand/useCharge';
import { useRefusedThere } from '../map/inTheWay';
import { useGhost } from '../map/useGhost';
import { unitOf } from '../board';
import { Refusal } from '../panels/Act';
import { useCrowdedOut } from '../panels/Placing';
import { chargeChance, chargeNeeds } from '../panels/fights/charging';
import { oddsLine, useOdds } from '../panels/fights/useOdds';
import type { Command } from '../client/useCommand';
import { MayUse } from './MayUse';
import { measured } from './measured';
import { Missions } from './Missions';
import { Part } from './Part';
import { placeAsked, promptOf } from './prompt';
import { useGoOn } from './useGoOn';

/** How long a new question stands before the main button lets it be. */
const REST_MS = 700;

/** What the main button does now, and what is said beside it. */
interface Main {
  asked: string;
  /** What is said in its place to who sees no map. */
  spoken?: string;
  /** Empty where only the table itself can go on. */
  label: string;
  able: boolean;
  busy?: boolean;
  act: () => void;
  /** The page that it leads to instead. */
  to?: string;
  /** What was chosen on the map: with another, the button has the focus, so that Enter does it. */
  chosen?: string;
  letGo?: () => void;
  /** Where there are two ways on, the other one. */
  other?: { label: string; act: () => void };
  command: Command;
}

/** Always in view: what is asked, the missions, and the one button that goes on. It stands first in the page, for Tab. */
export function PromptLine() {
  const main = useMain();
  useRollOn();
  useSpokenQuestion(main.spoken ?? main.asked);
  const button = useRef<HTMLButtonElement>(null);
  useFocused(button, main.chosen ?? '');
  const { label, able, act, to, asked, letGo, other, command, busy = command.busy } = main;
  return (
    <section ref={keptClear} className="prompt-line" aria-label="What is asked" tabIndex={-1}>
      {to && (
        <LinkButton tone="primary" className="prompt-main min-h-11" to={to}>
          {label}
        </LinkButton>
      )}
      {label && !to && (
        <Button ref={button} tone="primary" className="prompt-main min-h-11" busy={busy} disabled={!able} onClick={act}>
          {label}
        </Button>
      )}
      {other && (
        <Button tone="primary" className="prompt-other min-h-11" disabled={!able || busy} onClick={other.act}>
          {other.label}
        </Button>
      )}
      <p className="prompt-asked">{asked}</p>
      <Part what="What may be used" silent>
        <MayUse />
      </Part>
      <MessagePlace className="prompt-message" said={asked} />
      {letGo ? (
        <Button tone="quiet" className="min-h-11" disabled={command.locked} onClick={letGo}>
          Let go
        </Button>
      ) : (
        !other && (
          <Part what="The missions" silent>
            <Missions />
          </Part>
        )
      )}
      {command.error && (
        <div className="prompt-refusal">
          <Refusal of={command} />
        </div>
      )}
    </section>
  );
}

/** What lies above the line on a phone keeps clear of it. */
const keptClear = (line: HTMLElement | null) => measured(line, '.game', '--asked');

/** A player who chooses in the panel or in a field goes on there: the next Enter would fire. */
const chosenElsewhere = (): boolean =>
  document.activeElement?.matches('input, select, textarea, .game-panel, .game-panel *') === true;

/** The button has the focus as soon as something is chosen on the map, or something else. */
function useFocused(button: RefObject<HTMLButtonElement | null>, chosen: string): void {
  const before = useRef(chosen);
  useEffect(() => {
    if (chosen && chosen !== before.current && !chosenElsewhere()) button.current?.focus({ preventScroll: true });
    before.current = chosen;
  }, [button, chosen]);
}

/** What is in hand comes first; else what the rules ask. */
function useMain(): Main {
  const shots = useShots();
  const charge = usePlannedCharge();
  const placing = usePlacing();
  const due = useDue();
  return placing ?? shots ?? charge ?? due;
}

/** What a unit that was sent to a place does there. */
const HERE: Readonly<Record<March['how'], string>> = {
  move: 'Move here',
  advance: 'Advance here',
  fall_back: 'Fall back here',
};

const inHand = ({ pending, target, reserved, risk, want }: Table) => ({ pending, target, reserved, risk, want });

function usePlacing(): Main | null {
  const { shortcuts } = useClient();
  const { pending, target, reserved, want } = useTable(inHand);
  const { command } = useGoOn();
  const crowded = useCrowdedOut();
  const { bad, ...words } = useStanding(crowded);
  const state = useGameState();
  const ghost = useGhost(state);
  const how = ghost?.how(ghost.places);
  const act = () => void shortcuts.act('confirm');
  if (pending && reserved) {
    const name = unitOf(state, pending.unitId)?.name ?? 'The unit';
    return { asked: `${name}: starts in reserve.`, label: 'Into reserve', able: !command.locked, act, command };
  }
  if (!pending || !target) return null;
  const letGo = pending.tapped ? () => want(null) : undefined;
  const label = crowded
    ? 'Get out near there'
    : correctsPhoto(pending)
      ? 'Accept as corrected'
      : (pending.tapped && how && HERE[how]) || 'Put it down';
  return { ...words, label, able: !command.locked && (!bad || crowded), act, command, ...(letGo && { letGo }) };
}

/** How the unit in hand stands where it was let go, and why it cannot stay there, if it cannot. */
function useStanding(crowded: boolean): { asked: string; spoken?: string; bad: boolean } {
  const ghost = useGhost(useGameState());
  const risk = useTable((table) => riskWords(table.risk));
  const refused = useTable((table) => table.refused);
  const there = useRefusedThere();
  if (!ghost) return { asked: '', bad: false };
  const { state, figure, word } = ghost.judge(ghost.places);
  if (crowded)
    return { asked: `${ghost.unit.name}: no room there in this formation. It gets out as near as it can.`, bad: true };
  if (state === 'bad')
    return {
      asked: `${ghost.unit.name} cannot stand there: ${word.charAt(0).toLowerCase()}${word.slice(1)}. Drag it elsewhere.`,
      bad: true,
    };
  if (refused) {
    // On the map the measure stands alone; here the sentence may have said it.
    const said = ['Not there', ...(refused.error.includes(refused.measure) ? [refused.measure] : [])];
    const more = there.split(' · ').filter((each) => !said.includes(each));
    return { asked: [refused.error, ...more.map((each) => `${each}.`), 'Drag it elsewhere.'].join(' '), bad: true };
  }
  if (correctsPhoto(ghost.pending))
    return { asked: `${ghost.unit.name}: drag each miniature to where it stands on the table.`, bad: false };
  const asked = `${ghost.unit.name}${figure && `, ${figure}`}: ${risk ? `${risk}. Put it down` : 'put it down'}, or drag it on.`;
  return { asked, spoken: [asked, word && `${word}.`].filter(Boolean).join(' '), bad: false };
}

function useShots(): Main | null {
  const state = useGameState();
  const aimed = useTable((table) => table.aimed);
  const attack = useAttack();
  const odds = useOdds(attack?.aims ?? []);
  if (!attack) return null;
  const { unit, phase, targets, ready, fire, letGo, command } = attack;
  const names = targets.map((uuid) => unitOf(state, uuid)?.name ?? '').join(', ');
  const words = odds.data?.targets.map(oddsLine).join('; ');
  return {
    asked: shotsAsked(attack, words ?? names),
    label: `${phase === 'shooting' ? 'Fire at' : 'Strike at'} ${names || '…'}`,
    able: ready,
    act: fire,
    chosen: aimed?.unitId === unit.uuid ? `${unit.uuid} ${targets.join(' ')}` : '',
    letGo,
    command,
  };
}

/** What the shots are expected to do; else what is to be chosen first, for the button stands grey so long. */
function shotsAsked({ unit, aims, lacks }: Attack, expected: string): string {
  if (lacks) return `${unit.name}: ${lacks} Choose it in the panel, or click an enemy.`;
  return aims.length ? `${unit.name} at ${expected}` : `${unit.name}: choose an enemy in reach.`;
}

function usePlannedCharge(): Main | null {
  const charge = useCharge();
  if (!charge) return null;
  const { unit, target, chosen, go, letGo, command } = charge;
  if (!target)
    return { asked: `${unit.unit_name}: choose the enemy to charge.`, label: '', able: false, act: go, letGo, command };
  return {
    asked: `${unit.unit_name}, ${target.distance.toFixed(1)}″ away: ${chargeNeeds(target.needed, unit.charge_bonus)}: ${chargeChance(target.needed, unit.charge_bonus)}%`,
    label: `Charge at ${target.target_unit_name}`,
    able: !command.locked,
    act: go,
    chosen: chosen ? target.target_unit_uuid : '',
    letGo,
    command,
  };
}

function useDue(): Main {
  const gameId = useGameId();
  const state = useGameState();
  const { command, going, act } = useGoOn();
  const rolling = useTable((table) => table.rolling);
  const acts = useComputerActs();
  const { asked, label, step, other } = promptOf(
    state,
    useHabits((habits) => habits.everyStep),
  );
  const placing = usePlaced();
  const rested = useRested(step?.kind === 'pass' ? state.number : 0);
  const playing = step?.kind === 'computer' && acts;
  if (playing || !step)
    return {
      asked: playing ? `${state.request?.army_name ?? ''}: the computer plays.` : asked,
      label: '',
      able: false,
      act: () => undefined,
      command,
    };
  // A question may come while what was begun on the map is rolled on.
  const waits = step.kind !== 'computer' && step.kind !== 'pass';
  const busy = going || (rolling !== null && waits) || command.busy;
  return {
    asked: placing || asked,
    label,
    able: rested && !command.locked,
    busy,
    act: () => act(step, label),
    ...(step.kind === 'report' && { to: `/games/${gameId}/logs` }),
    ...(other && { other: { label: other.label, act: () => act(other.step, other.label) } }),
    command,
  };
}

/** What is asked of a unit that has no place yet, or none that it may move to, or what it risks; empty where there is none. */
function usePlaced(): string {
  const state = useGameState();
  const { pending, risk: escape } = useTable(inHand);
  const risk = riskWords(escape);
  const unit = pending && !pending.correcting && unitOf(state, pending.unitId);
  if (!unit) return '';
  if (risk) return `${unit.name}, falling back: ${risk}.`;
  if (pending.direct) return '';
  if (state.request?.kinds[0] === 'place' && state.request.unit_uuid === unit.uuid) return placeAsked(state, unit.name);
  return `${unit.name}: choose its place on the map.`;
}

/** A question is not answered by a press that was meant for what stood there before. */
function useRested(question: number): boolean {
  const [seen, setSeen] = useState(0);
  useEffect(() => {
    const timer = window.setTimeout(() => setSeen(question), REST_MS);
    return () => window.clearTimeout(timer);
  }, [question]);
  return question === 0 || seen === question;
}
