import {
  advancePhaseTime,
  answer,
  answeredAs,
  listAbilities,
  moveUnit,
  processRollStage,
  rollDice,
  selectUnit,
  startBattle,
  type GameState,
} from '@/shared/api';
import { zAbilities } from '@/shared/api/validators';
import { confirm } from '@/shared/ui';
import { useRef, useState } from 'react';
import { isCastable } from '../abilities/kinds';
import { turnOf } from '../client/autoplay';
import { useAutoplay, useClient, useGameId } from '../client/context';
import { useCommand, type Command } from '../client/useCommand';
import { useRemoval } from '../coherency/useRemoval';
import { useZoneChoice } from '../deployment/useZoneChoice';
import { resolvingNow } from '../panels/fights/attackRows';
import { speak } from '../list/spoken';
import { useHabits } from '../map/hand/habits';
import { aimingPhase } from '../map/hand/targeting';
import { useNextInHand } from '../map/hand/useNextInHand';
import { leftOver, listed, waiting, type LeftOver } from './leftOver';
import { momentKey } from './offered';
import { isEmpty, isTurnsEnd, type Step } from './prompt';

/** The most steps that one press goes on by: a turn has sixteen. */
const MOST = 20;

/** A unit stays where it is. */
const HELD = { movement_type: 'stationary', new_location: null } as const;

const QUESTIONS = {
  move: { title: 'Hold the others?', action: 'Hold them' },
  shoot: { title: 'Leave the shooting?', action: 'Leave it' },
  charge: { title: 'Leave the charging?', action: 'Leave it' },
};

const staying = (units: number): string =>
  units === 1 ? 'It stays where it is.' : `${units} units stay where they are.`;

/** By what it is known again what was let be: a move wherever the unit stands, a charge for the turn. */
const keyOf = ({ round, turn }: GameState['game_model'], what: LeftOver['what'], said: string): string =>
  what === 'charge' ? `${round}.${turn} ${said}` : said;

/** Asks before something is left undone that could score, shoot or charge, and names it; of what was let be once, no more. */
function useMayGoOn(): (state: GameState) => Promise<boolean> {
  const letBe = useRef(new Set<string>());
  return async (state) => {
    const left = leftOver(state);
    const key = (each: string): string => keyOf(state.game_model, left?.what ?? 'move', each);
    const said = left?.said.filter((each) => left.what === 'shoot' || !letBe.current.has(key(each))) ?? [];
    if (!left || !said.length) return true;
    const sure = await confirm({
      ...QUESTIONS[left.what],
      text: `${listed(said)}.${left.what === 'move' ? ` ${staying(waiting(state).length)}` : ''}`,
    });
    if (sure) left.said.forEach((each) => letBe.current.add(key(each)));
    return sure;
  };
}

/** Offers what may be used for nothing at this step, each once a turn; whether there is any. */
function useOffers(): (state: GameState) => Promise<boolean> {
  const { gameId, table } = useClient();
  const offered = useRef(new Set<string>());
  return async (state) => {
    const { game_model: model, current_army_uuid: army, request } = state;
    if (model.phase_time === 'end' || !request?.kinds.includes('use')) return false;
    const { abilities } = await answeredAs(zAbilities, listAbilities({ path: { game_id: gameId } }));
    const moment = `${model.round}.${model.turn}`;
    const fresh = abilities
      .filter((each) => each.overall_active && isCastable(each) && !each.meta.stratagem && !each.meta.cost)
      .filter((each) => each.location.army_uuid === army && !offered.current.has(`${moment} ${each.name}`));
    if (!fresh.length) return false;
    fresh.forEach(({ name }) => offered.current.add(`${moment} ${name}`));
    table.getState().offer({ moment: momentKey(state), ids: fresh.map((each) => each.id) });
    speak(`You may use ${listed([...new Set(fresh.map((each) => each.name))])}.`);
    return true;
  };
}

/** The phase of the attacks whose dice are due, if any are. */
function attackedIn(state: GameState | undefined): 'shooting' | 'combat' | null {
  const phase = state && resolvingNow(state) ? state.game_model.phase : null;
  return phase === 'shooting' || phase === 'combat' ? phase : null;
}

/** What is answered without naming a place or a unit. */
const GIVEN = { place: 'place', stay: 'place', pass: 'pass' } as const;

/** Where going on stops: a turn is not over by a button that said something else. */
const stops = (state: GameState, ends: boolean): boolean => !isEmpty(state) || (!ends && isTurnsEnd(state));

/** The units that wait for their move, aircraft last, which do not stay where they are. */
const inOrder = (state: GameState) =>
  waiting(state).toSorted((a, b) => Number(a.flies_off === true) - Number(b.flies_off === true));

/** Has all units that wait hold their position; of an aircraft the answer says what it can do instead. */
function useHold(command: Command): (state: GameState) => Promise<boolean> {
  const gameId = useGameId();
  return async (state) => {
    for (const { uuid } of inOrder(state)) {
      const done = await command.run((number) =>
        moveUnit({ path: { game_id: gameId }, body: { ...HELD, unit_uuid: uuid, number } }),
      );
      if (done?.state.request?.kinds[0] !== 'move' && done?.state.request?.kinds[0] !== 'end') return false;
    }
    return true;
  };
}

/** What the main button does, step by step; `label` is what it read. */
export function useGoOn(): { command: Command; going: boolean; act: (step: Step, label?: string) => void } {
  const client = useClient();
  const command = useCommand();
  const everyStep = useHabits((habits) => habits.everyStep);
  const begin = useAutoplay((autoplay) => autoplay.begin);
  const offers = useOffers();
  const mayGoOn = useMayGoOn();
  const takeNext = useNextInHand(command);
  const zones = useZoneChoice(command);
  const removal = useRemoval(command);
  const [going, setGoing] = useState(false);
  const path = { game_id: useGameId() };
  const advance = async () =>
    (await command.run((number) => advancePhaseTime({ path, body: { number } })))?.state ?? null;
  const hold = useHold(command);
  const onward = async (ends: boolean) => {
    const { state } = client;
    if (!state || !(await mayGoOn(state)) || !(await hold(state))) return;
    let now = await advance();
    for (let steps = 0; now && !everyStep && !stops(now, ends) && steps < MOST; steps += 1) {
      if (await offers(now).catch(() => false)) return;
      now = await advance();
    }
    if (now && now.game_model.phase !== 'combat' && !everyStep) takeNext(now);
  };

  const roll = () => {
    const phase = attackedIn(client.state);
    return command.run((number) =>
      phase
        ? processRollStage({ path: { ...path, phase }, body: { stage: 'all', number } })
        : rollDice({ path, body: { stage: 'all', number } }),
    );
  };

  const give = (kind: keyof typeof GIVEN) =>
    command.run((number) => answer({ path, body: { answer: { choice: GIVEN[kind] }, number } }));

  const act = (step: Step, label = ''): void => {
    if (going) return;
    const phase = client.state && aimingPhase(client.state);
    if (step.kind === 'take') client.shortcuts.actSoon('begin');
    else if (step.kind === 'zone') void zones.choose(step.zone);
    else if (step.kind === 'advance') {
      setGoing(true);
      void client.presses.as(label, () => onward(step.ends)).finally(() => setGoing(false));
    } else if (step.kind === 'roll') void roll();
    else if (step.kind === 'place' || step.kind === 'stay' || step.kind === 'pass') void give(step.kind);
    else if (step.kind === 'stand')
      void command.run((number) => moveUnit({ path, body: { ...HELD, unit_uuid: step.unitId, number } }));
    else if (step.kind === 'remove') removal.go();
    else if (step.kind === 'start') void command.run((number) => startBattle({ path, body: { number } }));
    else if (step.kind === 'computer') begin(client.state ? turnOf(client.state) : '');
    else if (step.kind === 'pick' && phase)
      void command.run((number) => selectUnit({ path: { ...path, phase }, body: { unit_uuid: step.unitId, number } }));
  };
  return { command, going, act };
}
