import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { readBattleLog } from '@/shared/battle-log';
import { inches } from '@/shared/geometry';
import brokenOut from '@/test/fixtures/break-out.json';
import apart from '@/test/fixtures/coherency.json';
import recorded from '@/test/fixtures/turn.json';
import { GameClient } from '../client/client';
import { GameContext } from '../client/context';
import { gameState, request } from '../staged.test-kit';
import { beatsOf, type Beat } from './beats';
import { Film } from './FilmBar';
import { LastDice } from './LastDice';
import { createReel, holdsUp, shownBeat } from './reel';
import { stations, turnsBetween } from './useWalks';

/** A turn of the computer as the server logged it. */
const log = readBattleLog(recorded);
const actions = log.frames.flatMap((frame) => frame.actions);
const beats = beatsOf(actions);

test('the film shows what moved, rolled, was used or scored, each with its picture and its dice', () => {
  const shown = new Set(beats.map((each) => each.id));
  for (const each of actions.filter(({ type }) => type === 'combat' || type === 'charge')) {
    expect(shown).toContain(each.id);
    const beat = beats.find(({ id }) => id === each.id);
    expect(beat?.text).toBe(each.message);
    expect(beat?.graphics.length).toBeGreaterThan(0);
  }
  const stayed = actions.filter(({ message }) => / holds? (its|their) position/.test(message));
  for (const each of stayed) expect(shown).not.toContain(each.id);
  const charge = beats.find(({ rows }) => rows[0]?.label.startsWith('Charge'));
  expect(charge?.rows[0]?.dice).toHaveLength(2);
  for (const beat of beats.filter(({ walk }) => walk)) expect(beat.walk?.points.length).toBeGreaterThan(1);
});

test('a unit that falls back through enemies is shown with its dice and its losses', () => {
  const entries = readBattleLog(brokenOut.log).frames.flatMap((frame) => frame.actions);
  const beat = beatsOf(entries).at(-1)!;
  const unit = entries.at(-1)!.raw.unit_uuid;
  expect(beat.text).toBe('Break-out: Mudrunners 2, rolled 2, 5, 2 (3+), 2 slain: 2 × Mudrunner');
  expect(beat.rows.map(({ label, dice, good }) => [label, dice.map(({ face }) => face), good])).toEqual([
    ['Break-out 3+', [2, 5, 2], 1],
  ]);
  expect(beat.rare).toBe(true);
  expect(beat.tolls).toEqual([{ unit, killed: 2, damage: 2 }]);
});

test('who is removed for coherency is shown, with the toll', () => {
  const found = beatsOf(readBattleLog(apart).frames.flatMap((frame) => frame.actions));
  const removed = found.filter(({ text }) => text.includes('out of coherency'));
  expect(removed.map(({ tolls, graphics }) => [tolls.map(({ killed }) => killed), graphics.length])).toEqual([
    [[2], 1],
  ]);
});

test('an advance is shown with its die', () => {
  const [move] = actions.filter(({ type }) => type === 'movement');
  const advance = {
    ...move!,
    raw: {
      ...move!.raw,
      roll: 4,
      paths: [
        [
          [10, 10],
          [18, 10],
        ],
      ],
    },
  };
  expect(beatsOf([advance])[0]?.rows).toEqual([
    { label: 'Advance', dice: [{ face: 4, success: null, critical: false }], good: 0 },
  ]);
});

test('the computer waits while the film runs or stands still, and not where its rest is skipped or it is another’s turn', () => {
  const reel = createReel();
  const [one, two] = beats;
  if (!one || !two) throw new Error('The recording has too few beats.');
  reel.getState().feed([one], '2.1', true);
  expect(holdsUp(reel.getState())).toBe(true);
  reel.getState().next();
  expect(holdsUp(reel.getState())).toBe(false);
  expect(shownBeat(reel.getState())).toBe(one);
  reel.getState().feed([two], '2.1', true);
  expect(shownBeat(reel.getState())).toBe(two);
  reel.getState().step(-1);
  expect(shownBeat(reel.getState())).toBe(one);
  reel.getState().next();
  expect(holdsUp(reel.getState())).toBe(true);
  reel.getState().skip();
  expect([holdsUp(reel.getState()), shownBeat(reel.getState())]).toEqual([false, null]);
  reel.getState().feed([one], '2.1', true);
  expect(holdsUp(reel.getState())).toBe(false);
  reel.getState().feed([one, two], '2.2', false);
  expect([holdsUp(reel.getState()), shownBeat(reel.getState())]).toEqual([false, two]);
});

test('a turn that is shown again is not taken away by what comes late or is one’s own, and gives way to the enemy', () => {
  const reel = createReel();
  const late = beats.slice(0, 1);
  reel.getState().again(beats);
  reel.getState().feed(late, '1.2', false);
  expect([reel.getState().film, reel.getState().beats]).toEqual([true, beats]);
  reel.getState().step(1);
  reel.getState().feed(late, '1.2', false);
  expect(reel.getState().beats).toBe(beats);
  reel.getState().feed(late, '2.1', true);
  expect(reel.getState().beats).toEqual(late);
  reel.getState().again(beats);
  reel.getState().close();
  reel.getState().feed(late, '1.2', false);
  expect([reel.getState().film, reel.getState().beats]).toEqual([false, late]);
});

test('a unit walks round corners, begins and ends slowly, and then stands', () => {
  const way = [
    { x: inches(0), y: inches(0) },
    { x: inches(3), y: inches(0) },
    { x: inches(3), y: inches(1) },
  ];
  const led = stations(way, 0.25);
  const [first, middle, end, last] = [led[0], led[8], led[16], led[17]];
  expect([first, middle, end, last]).toEqual([
    { transform: 'translate(-30.00px, -10.00px)', offset: 0 },
    { transform: 'translate(-10.00px, -10.00px)', offset: 0.125 },
    { transform: 'translate(0.00px, 0.00px)', offset: 0.25 },
    { transform: 'translate(0.00px, 0.00px)', offset: 1 },
  ]);
  expect(stations([], 0.25)).toEqual([]);
});

test('dice of one’s own attack lie over the map until they are put away; the film has arrows and a pace', async () => {
  const client = new GameClient('ford');
  client.show(gameState({ phase: 'shooting', asked: request(['shoot', 'end']) }));
  render(
    <GameContext value={client}>
      <LastDice />
      <Film />
    </GameContext>,
  );
  const rolled = beats.filter(({ rows }) => rows.length > 0);
  act(() => client.reel.getState().keep(rolled, () => true, false));
  expect(screen.getByRole('region', { name: 'The last dice' })).toBeVisible();
  expect(screen.queryByRole('img')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Dice of the last roll' }));
  expect(screen.getAllByRole('img').length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: 'Put the dice away' }));
  expect(screen.queryByRole('region')).toBeNull();

  act(() => client.reel.getState().again(rolled));
  expect(screen.getByText(rolled[0]?.text ?? '')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'The next step' }));
  expect(screen.getByText(rolled[1]?.text ?? '')).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Pace of the film' }), 'Fast');
  expect(localStorage.getItem('film-pace')).toBe('fast');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region')).toBeNull();
});

test('of a charge that falls short is said that it may still be rerolled, as long as it may', async () => {
  const charge = beats.find(({ short }) => short)!;
  const client = new GameClient('ford');
  const asked = request(['use', 'pass'], { why: 'rolled', stage: 'charge' });
  client.show(gameState({ phase: 'charge', asked }));
  render(
    <GameContext value={client}>
      <LastDice />
    </GameContext>,
  );
  act(() => client.reel.getState().keep([charge], () => true, false));
  const card = screen.getByRole('region', { name: 'The last dice' });
  expect(card).toHaveTextContent(/: rolled .* \(so far: the roll may still be changed\)/);
  act(() => client.show({ ...gameState({ phase: 'charge', asked: request(['charge', 'end']) }), number: 8 }));
  expect(card).not.toHaveTextContent('so far');
});

test('the same is said of the opponent’s charge while they decide, in the film and over the map', () => {
  const charge = beats.find(({ short }) => short)!;
  const client = new GameClient('ford');
  const deciding = gameState({ phase: 'charge', asked: request(['pass'], { mine: false }) });
  client.show(deciding);
  render(
    <GameContext value={client}>
      <LastDice />
      <Film />
    </GameContext>,
  );
  act(() => client.reel.getState().keep([charge], () => false, false));
  expect(screen.getByRole('region', { name: 'The last dice' })).toHaveTextContent('so far');
  act(() => client.reel.getState().feed([charge], '1.1', true));
  const film = screen.getByRole('region', { name: 'The film of the turn' });
  expect(film).toHaveTextContent(/: rolled .* \(so far: the roll may still be changed\)/);
  act(() => client.show({ ...deciding, request: request(['charge', 'end'], { mine: false }), number: 8 }));
  expect(film).not.toHaveTextContent('so far');
});

test('on a phone only the last of what others rolled lies over the map, until all of it is asked for', async () => {
  const [first, second] = beats.filter(({ rows }) => rows.length > 0);
  if (!first || !second) throw new Error('The recording has too few rolls.');
  const client = new GameClient('ford');
  const enemy = gameState({ phase: 'charge', asked: request(['charge', 'end'], { mine: false }) });
  client.show(enemy);
  const { rerender } = render(
    <GameContext value={client}>
      <LastDice />
    </GameContext>,
  );
  act(() => client.reel.getState().keep([first, second], () => false, false));
  const card = screen.getByRole('region', { name: 'The last dice' });
  expect(card).toHaveTextContent(second.brief);
  expect(card).not.toHaveTextContent(first.brief);
  await userEvent.click(screen.getByRole('button', { name: 'Dice of the last roll' }));
  expect(card).toHaveTextContent(first.text);

  // What one's own dice did stays beside what was rolled since.
  const own = gameState({ phase: 'charge', asked: request(['charge', 'end']) });
  own.game_model.armies[0].units[0]!.name = first.actor;
  const mine = new GameClient('ford');
  mine.show(own);
  rerender(
    <GameContext value={mine}>
      <LastDice />
    </GameContext>,
  );
  act(() => mine.reel.getState().keep([first, second], (beat) => beat === first, false));
  expect(screen.getByRole('region', { name: 'The last dice' })).toHaveTextContent(first.brief);
});

test('on a phone long results are cut to what came of them, until all of it is asked for', async () => {
  const [attack] = beats.filter(({ rows }) => rows.length > 0);
  const text =
    'Plinth Strider shoots Mudrunners 2: 8 attacks, 10 hits with 3 extra hits (Sustained Hits 1), 7 wounds, 6 slain; Heron Lancers: 1 attack, no hits. Mudrunners 2 are destroyed';
  const brief = 'Plinth Strider shoots Mudrunners 2: 6 slain; Heron Lancers: no hits. Mudrunners 2 are destroyed';
  const client = new GameClient('ford');
  client.show(gameState({ phase: 'shooting', asked: request(['shoot', 'end']) }));
  render(
    <GameContext value={client}>
      <LastDice />
    </GameContext>,
  );
  act(() => client.reel.getState().keep([{ ...attack!, text, brief, besides: '6 unsaved' }], () => true, false));
  const said = screen.getByRole('region').querySelector('.last-dice-said')!;
  expect(said.textContent).toBe(brief);
  await userEvent.click(screen.getByRole('button', { name: 'Dice of the last roll' }));
  expect(said).toHaveTextContent(`${text} (6 unsaved)`);
});

test('bases turn the shorter way as their unit walks; round ones and those that face as they did do not', () => {
  expect([...turnsBetween([undefined, 350, 90, 10], [undefined, 20, 90, 350])]).toEqual([
    [1, -30],
    [3, 20],
  ]);
});

test('what one’s own attacks did stays in view, with what was rolled since, until there is something newer', () => {
  const reel = createReel();
  const { keep } = reel.getState();
  const [shot, answered, again, last] = beats.filter(({ rows }) => rows.length > 0);
  if (!shot || !answered || !again || !last) throw new Error('The recording has too few rolls.');
  const still = beats.filter(({ rows }) => !rows.length);
  const kept = () => reel.getState().kept.map(({ id }) => id);
  const own =
    (...of: Beat[]) =>
    (beat: Beat): boolean =>
      of.includes(beat);
  keep([shot, ...still], own(shot), false);
  expect(kept()).toEqual([shot.id]);
  keep([answered, ...still], own(shot), false);
  expect(kept()).toEqual([shot.id, answered.id]);
  keep([answered], own(shot), true);
  expect(kept()).toEqual([shot.id, answered.id]);
  keep([again, last], own(shot, again), false);
  expect(kept()).toEqual([again.id, last.id]);
  keep([shot, answered], own(shot), true);
  expect(kept()).toEqual([shot.id]);
});

test('beside the sentence of an attack stands how many saves failed, and the damage that it leaves out', () => {
  const shot = actions.find(({ type, message }) => type === 'combat' && /^[^;]+ slain/.test(message))!;
  const save = (roll: number) => ({ save_roll: { needed: '3+', roll, success: roll >= 3 } });
  const besides = (killed: number, rolls: readonly number[], others: object[] = []) => {
    const dice_logs = [{ weapon_name: 'Reed Bow', attacks: rolls.map(save) }];
    const target = { unit_name: 'Longshadow', total_damage_taken: 4, models_killed: killed, dice_logs };
    return beatsOf([{ ...shot, raw: { ...shot.raw, targets: [target, ...others] } }])[0]?.besides;
  };
  expect(besides(1, [2, 5, 1])).toBe('2 unsaved, 4 damage');
  expect(besides(0, [5])).toBe('none unsaved');
  expect(besides(0, [])).toBe('');
  // The last of several targets is not taken for the one that it is about.
  const other = { unit_name: 'Kestrel Riders', total_damage_taken: 0, models_killed: 0, dice_logs: [] };
  expect(besides(1, [2], [other])).toBe('1 unsaved, 4 damage in all');
});
