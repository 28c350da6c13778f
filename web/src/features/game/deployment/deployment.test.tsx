import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { json, serve } from '@/test/page';
import { PhasePanel } from '../panels/PhasePanel';
import { GameMap } from '../shell/GameMap';
import { PromptLine } from '../shell/PromptLine';
import { client, GAME, onTable, request, showPanel } from '../staged.test-kit';
import { RUNNERS, tableState, unitAt, wideScreen } from '../table.test-kit';
import { deployFacts } from './facts';
import { FirstTurn } from './FirstTurn';

const CALLS = `/api/game/${GAME}`;
const off = { deployed: false, location: null };
const UNITS = [
  { ...RUNNERS, ...off },
  unitAt('bridge', 'Bridge Watch', 0, [0, 0], off),
  unitAt('reeds', 'Reed Stalkers', 1, [24, 20], off),
];
const TO_DEPLOY = [
  [
    { uuid: 'runners', name: 'Torch Runners' },
    { uuid: 'bridge', name: 'Bridge Watch' },
  ],
  [{ uuid: 'reeds', name: 'Reed Stalkers' }],
];
type Parts = NonNullable<Parameters<typeof tableState>[0]>;
const rolled = { rolls: [[2, 5]], winner_army_uuid: 'army-1' };
const before = (more: Parts = {}) => tableState({ phase: 'deployment', units: UNITS, acting: [], ...more });
const zones = (more: Parts = {}) =>
  before({ asked: request(['zone']), status: { rolls: [[6, 2]], winner_army_uuid: 'army-0' } as never, ...more });
const setUp = (more: Parts = {}) =>
  before({
    asked: request(['deploy', 'reserve'], { units: ['runners', 'bridge'] }),
    controllers: ['human', 'ai'],
    status: { units_to_deploy: TO_DEPLOY, zones_chosen: true, ...rolled } as never,
    ...more,
  });
const SAID = {
  description: 'Set up Reed Stalkers at (52.0, 20.0)',
  rationale: '',
  instructions: [],
} as never;

let sent: unknown[];
beforeEach(() => {
  wideScreen();
  sent = [];
  serve({
    '/api/sight': () => json({ rays: [], blocked: false }),
    [`${CALLS}/roll`]: async (_: unknown, call: Request) => {
      sent.push(await call.json());
      return json(zones());
    },
    [`${CALLS}/update_deployment`]: async (_: unknown, call: Request) => {
      sent.push(await call.json());
      return json(setUp());
    },
    [`${CALLS}/finalize_unit_deployment`]: async (_: unknown, call: Request) => {
      sent.push(await call.json());
      return json(setUp());
    },
  });
});
const whole = (state: Parameters<typeof showPanel>[1]) =>
  showPanel(
    <>
      <PromptLine />
      <GameMap />
      <PhasePanel />
    </>,
    state,
  );

describe('the main button before the battle', () => {
  test('is the first that Tab comes to, and G finds it: at the roll, at the zones, at the units', async () => {
    whole(before({ asked: request(['roll']) }));
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Roll the dice' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(sent).toEqual([{ stage: 'all', number: 7 }]));
    const west = await screen.findByRole('button', { name: 'West Bank' });
    act(() => west.blur());
    await userEvent.keyboard('g');
    expect(west).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'East Bank' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ selected_zone_index: 1 }));
    const next = await screen.findByRole('button', { name: 'Next unit' });
    await userEvent.keyboard('g');
    expect(next).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onTable().pending?.unitId).toBe('runners');
    expect(screen.getByText('Torch Runners: choose its place on the map.')).toBeVisible();
  });

  test("'Next unit' leads to the unit's card; a card that is pressed stays where it is", async () => {
    whole(setUp());
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
    const ledTo = () => scrolled.mock.contexts.map((each) => within(each as HTMLElement).getAllByRole('button')[0]);
    const card = (name: string) => screen.getByRole('button', { name });
    await userEvent.click(card('Bridge Watch'));
    expect(ledTo()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Next unit' }));
    expect(ledTo()).toEqual([card('Torch Runners')]);
    await userEvent.click(screen.getByRole('button', { name: 'Next unit' }));
    expect(ledTo()).toEqual([card('Torch Runners'), card('Bridge Watch')]);
    scrolled.mockRestore();
  });
});

test('a unit that starts in reserve needs no place: the line says so, and the main button does it', async () => {
  whole(setUp());
  await userEvent.click(screen.getByRole('button', { name: 'Next unit' }));
  expect(document.querySelector('.ghost')).not.toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Place in Reserves' }));
  expect(screen.getByText('Torch Runners: starts in reserve.')).toBeVisible();
  expect(screen.queryByText('Choose a place, or drag the unit.')).toBeNull();
  expect(document.querySelector('.ghost')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Into reserve' }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ unit_uuid: 'runners', in_reserves: true }));
});

describe('the zones on the map', () => {
  test.each([
    ['a click', (zone: Element) => fireEvent.click(zone)],
    ['Enter', (zone: Element) => fireEvent.keyDown(zone, { key: 'Enter' })],
  ])('%s chooses one', async (_, press) => {
    whole(zones());
    press(screen.getByRole('button', { name: 'Choose East Bank' }));
    await waitFor(() => expect(sent).toMatchObject([{ selected_zone_index: 1, selecting_army_uuid: 'army-0' }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Choose East Bank' })).toBeNull());
  });

  test.each([
    ['the computer', { controller: 'ai' } as const],
    ['another player', { mine: false }],
  ])('are no buttons while %s chooses', (_, more) => {
    whole(zones({ asked: request(['zone'], more) }));
    expect(screen.queryByRole('button', { name: /^Choose / })).toBeNull();
  });

  test('what is refused is said', async () => {
    serve({
      '/api/sight': () => json({ rays: [], blocked: false }),
      [`${CALLS}/update_deployment`]: () => json({ detail: 'The server is restarting.' }, 500),
    });
    whole(zones());
    fireEvent.click(screen.getByRole('button', { name: 'Choose West Bank' }));
    expect(await screen.findByText('The server is restarting.')).toBeVisible();
  });
});

describe('the roll for the zones', () => {
  test('says who won it, with dice, and what was taken, for as long as units are set up', () => {
    whole(setUp());
    const roll = screen.getByRole('group', { name: 'The roll for the zones' });
    expect(
      within(roll)
        .getAllByRole('img')
        .map((die) => die.getAttribute('aria-label')),
    ).toEqual(['2, failure', '5, success']);
    expect(roll).toHaveTextContent('Saltmarsh Host won the roll, 5 to 2, and took East Bank.');
    expect(screen.getByText(/^Saltmarsh Host won the roll, 5 to 2, and took East Bank\. Set up a unit/)).toBeVisible();
  });

  test('is no longer asked about once a unit stands', () => {
    const units = [{ ...RUNNERS }, ...UNITS.slice(1)];
    whole(setUp({ units }));
    expect(screen.getByText('Set up a unit: choose it, then its place.')).toBeVisible();
    expect(screen.getByRole('group', { name: 'The roll for the zones' })).toBeVisible();
  });
});

describe('the units to deploy', () => {
  const places = () =>
    ['Torch Runners', 'What the computer did', 'Reed Stalkers', 'The AI plays by itself'].map((name) => {
      const found = screen.queryByRole('button', { name }) ?? screen.queryByLabelText(name) ?? screen.getByText(name);
      return { name, found };
    });

  test('come before what the computer did and the switch of its play', () => {
    whole(setUp());
    act(() => client().table.getState().say(SAID));
    const order = places();
    for (const [index, each] of order.slice(1).entries())
      expect(
        order[index]!.found.compareDocumentPosition(each.found) & Node.DOCUMENT_POSITION_FOLLOWING,
        `${each.name} comes after ${order[index]!.name}`,
      ).toBeTruthy();
  });

  test('nothing comes or goes above them when it is the turn of the computer, which has a place of its own', () => {
    whole(setUp());
    const panel = screen.getByRole('region', { name: 'Lantern Wardens' }).parentElement!;
    const above = () => {
      const all = [...panel.children];
      return all.slice(
        0,
        all.findIndex((each) => each.getAttribute('aria-label') === 'Lantern Wardens'),
      ).length;
    };
    const mine = above();
    act(() => client().table.getState().say(SAID));
    act(() =>
      client().show({ ...setUp({ asked: request(['deploy'], { controller: 'ai', mine: false }) }), number: 8 }),
    );
    expect(above()).toBe(mine);
  });

  test('the player who has the second army finds its units first', () => {
    whole(setUp({ controllers: ['ai', 'human'] }));
    const [first] = screen.getAllByRole('region', { name: /Lantern Wardens|Saltmarsh Host/ });
    expect(first).toHaveAccessibleName('Saltmarsh Host');
  });

  test('a card says what helps to choose', () => {
    const units = [
      {
        ...UNITS[0]!,
        alive_count: 5,
        movement: 6,
        points: 90,
        keywords: ['Infantry', 'Battleline', 'Lantern Wardens'],
        abilities: [
          { name: 'Infiltrators', description: '', by_hand: false },
          { name: 'Stealth lanterns', description: '', by_hand: true },
        ],
      },
      ...UNITS.slice(1),
    ];
    whole(setUp({ units }));
    const card = screen.getByRole('button', { name: 'Torch Runners' });
    expect(card).toHaveAccessibleDescription('5 miniatures · moves 6″ · 90 points Battleline, Infantry Infiltrators');
  });
});

test('facts of one hero: one miniature, its kinds in order, each rule once', () => {
  const hero = {
    ...RUNNERS,
    alive_count: 1,
    movement: 12,
    points: 1,
    keywords: ['FLY', 'INFANTRY', 'CHARACTER', 'Deep Strike'],
    abilities: [{ name: 'Deep Strike', description: '', by_hand: false }],
  };
  expect(deployFacts(hero)).toEqual({
    figures: '1 miniature · moves 12″ · 1 point',
    kind: 'Character, Infantry, Fly',
    rules: ['Deep strike'],
  });
});

test('who goes first is shown with the dice for the whole first turn, and to the second until it moves', () => {
  const first_turn = {
    army_uuid: 'army-1',
    rolls: [
      [3, 3],
      [2, 4],
    ],
  };
  const at = (phase: string, turn: number) =>
    tableState({ phase, status: { first_turn }, model: { round: 1, turn } } as never);
  const { client } = showPanel(<FirstTurn />, at('movement', 1));
  const roll = within(screen.getByRole('group', { name: 'The roll for the first turn' }));
  const name = at('movement', 1).game_model.armies[1].name;
  expect(roll.getByText(`${name} goes first, 4 to 2.`)).toBeVisible();
  act(() => client.show({ ...at('command', 2), number: 90 }));
  expect(screen.getByText(/goes first/)).toBeVisible();
  act(() => client.show({ ...at('movement', 2), number: 91 }));
  expect(screen.queryByText(/goes first/)).toBeNull();
});
