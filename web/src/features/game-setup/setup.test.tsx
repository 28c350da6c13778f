import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Changes, Prepared, SeatArmy } from '@/shared/api';
import { editableOf, ownPlan } from './boards';
import layouts from '@/test/fixtures/layouts.json';
import prepared from '@/test/fixtures/setup.json';
import { json, serve, signedIn, show } from '@/test/page';
import { GamePage } from '@/features/dashboard';

const open = (path: string) => show(path, { '/games/setup/:gameId': <GamePage />, '/game/:gameId': <GamePage /> });

// 'Start Game' leads to the table: the way there is tested here, and the table's own code need not be loaded for it.
vi.mock('@/features/game', () => ({ GameView: () => null, SharedGameView: () => null }));

const FRESH = prepared as Prepared;
const GAME = {
  game_id: 'g1',
  id: 'g1',
  game_name: 'The ford',
  description: 'At dusk',
  simulation: false,
  status: 'In progress',
  created: '2026-02-01T10:00:00Z',
  updated: '2026-02-01T10:00:00Z',
  role: 'owner',
  opponent: null,
  shared: false,
};
const ROSTER = {
  roster_id: 'r1',
  name: 'Border watch',
  faction: 'Ashen Wardens',
  detachment: '',
  system: 'Some Game',
  points: 240,
  units: 2,
  models: 8,
  playable: true,
  created: '2026-02-01T10:00:00Z',
};
const REFUSED = { detail: "Board and mission are the owner's to choose." };

let sent: Changes[];
let setup: Prepared;
let refuse: boolean;

/** The set-up as the server keeps it: a choice is kept, and what is missing follows from it. */
function kept(changes: Changes): Prepared {
  const armies = [changes.army_0, changes.army_1].map((army, side) => {
    const name =
      army &&
      ([...setup.options.samples, { id: 'r1', name: 'Border watch' }].find((each) => each.id === army.id)?.name ?? '');
    return army
      ? ({
          personality: 'standard',
          intensity: 3,
          level: 'classic',
          seconds: 0,
          fixed_missions: [],
          points: 990,
          name,
          leaders: setup.armies[side]?.leaders ?? [],
          ...army,
        } as SeatArmy)
      : (setup.armies[side] ?? null);
  });
  const readiness = setup.readiness.map((each, index) => ({
    ...each,
    ready: index === 0 || armies[index - 1] !== null,
  }));
  setup = {
    ...setup,
    chosen: changes.game ?? setup.chosen,
    armies,
    readiness,
    can_start: readiness.every((each) => each.ready),
  };
  return setup;
}

const agreedTo = (shown: Prepared): Prepared => ({
  ...shown,
  agreed: true,
  readiness: [...shown.readiness.slice(0, -1), { what: 'Agreement', ready: true, detail: 'Both players agree.' }],
});

interface SeatSeen {
  side: number;
  taken_by: string | null;
  mine: boolean;
}
const OTHER: SeatSeen[] = [
  { side: 0, taken_by: null, mine: false },
  { side: 1, taken_by: 'Bo', mine: true },
];

function server(
  seats: SeatSeen[] = [
    { side: 0, taken_by: null, mine: true },
    { side: 1, taken_by: null, mine: true },
  ],
  rosters: unknown[] = [],
) {
  return serve({
    '/api/game/g1': () => json({ ...GAME, seats }),
    '/api/rosters': () => json({ rosters }),
    '/api/layouts': () => json(layouts),
    '/api/game/g1/setup': async (_: string, request: Request) => {
      if (request.method !== 'PATCH') return json(setup);
      sent.push((await request.json()) as Changes);
      return refuse ? json(REFUSED, 403) : json(kept(sent.at(-1)!));
    },
    '/api/game/g1/setup/agreement': async (_: string, request: Request) => {
      const { terms } = (await request.json()) as { terms: string };
      if (terms !== setup.terms)
        return json({ detail: 'The set-up was changed just now. Look at it again, then go on.' }, 409);
      setup = agreedTo(setup);
      return json(setup);
    },
    '/api/game/g1/start': () => json({ url: '/game/g1/view?from_setup=1' }, 201),
  });
}

const army = (name: 'Blue army' | 'Red army') => within(screen.getByRole('region', { name }));
const radio = (name: 'Blue army' | 'Red army', label: RegExp) => army(name).getByRole('radio', { name: label });

beforeEach(() => {
  sent = [];
  setup = FRESH;
  refuse = false;
  signedIn();
});

describe('the set-up of a game', () => {
  // OPEN-2, OPEN-81, NAV-43, NAV-44
  test.each(['/games/setup/g1', '/game/g1'])('%s starts only when both armies are chosen', async (path) => {
    server();
    const { router } = open(path);
    const start = await screen.findByRole('button', { name: 'Start Game' });
    expect(start).toBeDisabled();
    const choose = 'Choose a sample army or one of your rosters.';
    expect(start).toHaveAccessibleDescription(`Blue army: ${choose} Red army: ${choose}`);
    await userEvent.click(screen.getByRole('button', { name: 'Take sample armies' }));
    await waitFor(() => expect(start).toBeEnabled());
    expect(sent).toEqual([
      {
        army_0: { source: 'sample', id: 'vow-1000', player: 'Ada', controller: 'human' },
        army_1: { source: 'sample', id: 'fen-1000', player: 'Computer', controller: 'ai' },
      },
    ]);
    expect(localStorage.getItem('ai-plays')).toBe('always');
    await userEvent.click(start);
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe('/game/g1/view?from_setup=1'),
    );
  });

  test('who commands the second army is said before it is chosen, for the computer, and for a person', async () => {
    server();
    open('/games/setup/g1');
    const red = await screen.findByRole('region', { name: 'Red army' });
    expect(red).toHaveTextContent(/Nobody yet.*Choose an army for it, and the computer plays it against you\./);
    await userEvent.click(screen.getByRole('button', { name: 'Take sample armies' }));
    await waitFor(() => expect(red).toHaveTextContent(/The computer.*The computer plays this army against you\./));
    expect(red).not.toHaveTextContent('you command this army too');
    expect(screen.getByRole('region', { name: 'Blue army' })).toHaveTextContent('You');
    await userEvent.click(radio('Red army', /^Human$/));
    await waitFor(() => expect(red).toHaveTextContent('Until somebody takes the seat, you command this army too.'));
  });

  test('Quick start begins the battle with sample armies', async () => {
    server();
    const { router } = open('/games/setup/g1');
    await userEvent.click(await screen.findByRole('button', { name: 'Quick start' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/game/g1/view'));
    expect(sent.map((each) => [each.army_0?.id, each.army_1?.id])).toEqual([['vow-1000', 'fen-1000']]);
  });

  test('nobody chooses any more for a player who has just taken a seat', async () => {
    server([
      { side: 0, taken_by: null, mine: true },
      { side: 1, taken_by: 'Bo', mine: false },
    ]);
    open('/games/setup/g1');
    await screen.findByRole('button', { name: 'Start Game' });
    expect(army('Blue army').getAllByRole('radio')).not.toHaveLength(0);
    expect(army('Red army').queryAllByRole('radio')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Quick start' })).toBeNull();
  });

  // OPEN-52
  test('the computer has a personality and an intensity from 1 to 5', async () => {
    server();
    open('/games/setup/g1');
    await userEvent.click(await screen.findByRole('button', { name: 'Take sample armies' }));
    const personality = await army('Red army').findByLabelText('Personality');
    expect([...personality.querySelectorAll('option')].map((each) => each.textContent)).toEqual([
      'Standard',
      'Aggressive',
      'Cautious',
      'Defender',
    ]);
    expect(within(army('Red army').getByRole('group', { name: 'Intensity' })).getAllByRole('radio')).toHaveLength(5);
    await userEvent.selectOptions(personality, 'Aggressive');
    await userEvent.click(radio('Red army', /^5$/));
    await waitFor(() =>
      expect(sent.at(-1)?.army_1).toMatchObject({ personality: 'aggressive', intensity: 5, id: 'fen-1000' }),
    );
    expect(army('Blue army').queryByLabelText('Personality')).toBeNull();
    expect(personality).toHaveAccessibleDescription('Closes in and fights at every chance.');
  });

  test('how strong the computer plays is chosen openly, with what was measured, and how long it thinks', async () => {
    server();
    open('/games/setup/g1');
    await userEvent.click(await screen.findByRole('button', { name: 'Take sample armies' }));
    const level = await army('Red army').findByLabelText('Level');
    expect(level).toHaveAccessibleDescription(/Won 80% of 200 battles against recruit \(95% interval 74 to 85%\)/);
    expect(army('Red army').queryByLabelText('Thinking a turn')).toBeNull();
    await userEvent.selectOptions(level, 'Strongest');
    await userEvent.selectOptions(await army('Red army').findByLabelText('Thinking a turn'), '10 s');
    await waitFor(() => expect(sent.at(-1)?.army_1).toMatchObject({ level: 'strongest', seconds: 10 }));
  });

  // OPEN-41
  test('an uploaded roster can be chosen, one that cannot be played not', async () => {
    server(undefined, [ROSTER, { ...ROSTER, roster_id: 'r2', name: 'Odd lot', playable: false }]);
    open('/games/setup/g1');
    const blue = within(await screen.findByRole('region', { name: 'Blue army' }));
    // List builders call every list the same: the faction distinguishes them.
    expect(await blue.findByText('Your roster · Ashen Wardens · 240 points · 2 units')).toBeVisible();
    await userEvent.click(await blue.findByRole('radio', { name: /^Border watch/ }));
    await waitFor(() =>
      expect(sent).toEqual([{ army_0: { source: 'roster', id: 'r1', player: 'Ada', controller: 'human' } }]),
    );
    expect(radio('Blue army', /^Odd lot/)).toBeDisabled();
  });

  test('the roster in the address is the first army, once', async () => {
    server(undefined, [ROSTER]);
    open('/games/setup/g1?roster=r1');
    await waitFor(() => expect(radio('Blue army', /^Border watch/)).toBeChecked());
    expect(sent).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Take a sample army' }));
    await waitFor(() =>
      expect(sent[1]).toEqual({ army_1: { source: 'sample', id: 'fen-1000', player: 'Computer', controller: 'ai' } }),
    );
  });

  // OPEN-69
  test('board, mission, mode and clock are kept as they are chosen, each board drawn', async () => {
    server();
    open('/games/setup/g1');
    await userEvent.click(await screen.findByRole('radio', { name: 'Long Dyke' }));
    expect(
      await screen.findByRole('img', { name: /^Long Dyke: \d+ pieces of terrain, \d objectives$/ }),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: /^The Far Bank/ }));
    await userEvent.click(screen.getByRole('radio', { name: 'Physical' }));
    await waitFor(() =>
      expect(sent.at(-1)).toEqual({
        game: { mode: 'physical', layout: 'long-dyke', mission: 'the-far-bank', board: null },
      }),
    );
    await userEvent.selectOptions(screen.getByLabelText('Chess clock'), '75 minutes each');
    await waitFor(() => expect(sent.at(-1)?.game?.clock_minutes).toBe(75));
    expect(screen.getByText(/^It runs from the start of the game/)).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Chess clock'), 'None');
    await waitFor(() => expect(sent.at(-1)?.game?.clock_minutes).toBeNull());
  });

  test('in a game with the computer an army may begin ahead, which is said in words', async () => {
    server();
    open('/games/setup/g1');
    expect(await screen.findByRole('radio', { name: 'Long Dyke' })).toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Head start' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Take sample armies' }));
    const start = within(await screen.findByRole('group', { name: 'Head start' }));
    expect(start.getByRole('radio', { name: 'None' })).toBeChecked();
    expect(screen.queryByRole('group', { name: 'Victory points ahead' })).toBeNull();
    await userEvent.click(start.getByRole('radio', { name: 'Blue army' }));
    await waitFor(() => expect(sent.at(-1)?.game?.head_start).toEqual({ side: 0, points: 10 }));
    expect(screen.getByText(/^The Gate Guard begins 10 victory points ahead\. They count in the score/)).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: '+20' }));
    await waitFor(() => expect(sent.at(-1)?.game?.head_start).toEqual({ side: 0, points: 20 }));
    await userEvent.click(radio('Red army', /^Human$/));
    expect(await screen.findByText(/^Only against the computer, or another player/)).toBeVisible();
    await userEvent.click(start.getByRole('radio', { name: 'None' }));
    await waitFor(() => expect(sent.at(-1)?.game?.head_start).toBeNull());
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Head start' })).toBeNull());
  });

  test('an army may begin ahead of another person’s, whose player agrees to it', async () => {
    kept({ army_0: { id: 'vow-1000' }, army_1: { id: 'fen-1000' } });
    setup = { ...setup, sides: [0] };
    server(OTHER.map((seat) => ({ ...seat, mine: seat.side === 0 })));
    open('/games/setup/g1');
    const start = within(await screen.findByRole('group', { name: 'Head start' }));
    await userEvent.click(start.getByRole('radio', { name: 'Red army' }));
    await waitFor(() => expect(sent.at(-1)?.game?.head_start).toEqual({ side: 1, points: 10 }));
    expect(screen.getByText(/begins 10 victory points ahead\. They count in the score/)).toBeVisible();
  });

  test('an opponent and a begun game read who begins ahead', async () => {
    kept({ army_0: { id: 'vow-1000', player: 'Ada' }, army_1: { id: 'fen-1000', controller: 'ai' } });
    setup = { ...setup, begun: true, chosen: { ...setup.chosen, head_start: { side: 1, points: 15 } } };
    server();
    open('/game/g1');
    expect(await screen.findByText(/begins 15 victory points ahead\.$/)).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  test('fixed missions are two, and go when they are drawn again', async () => {
    server();
    open('/games/setup/g1');
    await userEvent.click(await screen.findByRole('button', { name: 'Take sample armies' }));
    expect(await army('Blue army').findByText('Two are drawn in each turn.')).toBeVisible();
    expect(radio('Red army', /^Computer chooses$/)).toBeChecked();
    expect(army('Red army').getByText(/^It settles on two for the whole battle, or has two drawn/)).toBeVisible();
    await userEvent.click(await army('Blue army').findByRole('radio', { name: 'Fixed' }));
    expect(army('Blue army').getByLabelText('Second fixed mission')).toBeDisabled();
    const [first, second] = FRESH.options.secondaries;
    await userEvent.selectOptions(army('Blue army').getByLabelText('First fixed mission'), first!.name);
    expect(army('Blue army').getByLabelText('Second fixed mission')).toHaveAccessibleDescription(
      'The battle can start once both are chosen.',
    );
    await userEvent.selectOptions(army('Blue army').getByLabelText('Second fixed mission'), second!.name);
    await waitFor(() => expect(sent.at(-1)?.army_0?.fixed_missions).toEqual([first!.id, second!.id]));
    await userEvent.click(radio('Blue army', /^Drawn$/));
    await waitFor(() => expect(sent.at(-1)?.army_0?.fixed_missions).toEqual([]));
  });

  test('a refusal stands at its army, takes the choice back, and can be tried again', async () => {
    server();
    open('/games/setup/g1');
    refuse = true;
    await userEvent.click(await screen.findByRole('radio', { name: 'Long Dyke' }));
    const alert = await within(screen.getByRole('region', { name: 'Battlefield' })).findByRole('alert');
    expect(alert).toHaveTextContent(REFUSED.detail);
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Broken Stair' })).toBeChecked());
    refuse = false;
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Long Dyke' })).toBeChecked());
  });

  test('an opponent agrees to the set-up on the screen, and again after a change', async () => {
    const armies = kept({ army_0: { id: 'vow-1000' }, army_1: { id: 'fen-1000' } });
    const row = { what: 'Agreement', ready: false, detail: 'Look through the set-up, then agree to it.' };
    setup = {
      ...armies,
      owner: false,
      sides: [1],
      agreed: false,
      can_agree: true,
      readiness: [...armies.readiness, row],
    };
    server(OTHER);
    open('/games/setup/g1');
    const agree = await screen.findByRole('button', { name: 'Agree to the set-up' });
    expect(agree).toHaveAccessibleDescription('Agreement: Look through the set-up, then agree to it.');
    const changed = { ...row, detail: 'The chess clock has changed since you agreed.' };
    setup = { ...setup, terms: 'another', readiness: [...armies.readiness, changed] };
    await userEvent.click(agree);
    expect(await screen.findByText('The set-up was changed just now. Look at it again, then go on.')).toBeVisible();
    expect(await screen.findByText('The chess clock has changed since you agreed.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Agree to the set-up' }));
    expect(await screen.findByText("You agree. The game's owner starts it.")).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Agree to the set-up' })).toBeNull();
  });

  test('nobody agrees before both armies are chosen', async () => {
    const row = { what: 'Agreement', ready: false, detail: 'Once everything is chosen.' };
    setup = { ...FRESH, owner: false, sides: [1], agreed: false, readiness: [...FRESH.readiness, row] };
    server(OTHER);
    open('/games/setup/g1');
    expect(await screen.findByRole('button', { name: 'Agree to the set-up' })).toBeDisabled();
  });

  test('an opponent chooses the own army only, and waits for the owner', async () => {
    setup = { ...FRESH, owner: false, sides: [1], agreed: true, chosen: { ...FRESH.chosen, clock_minutes: 60 } };
    server(OTHER);
    open('/games/setup/g1');
    expect(await screen.findByText("You agree. The game's owner starts it.")).toBeInTheDocument();
    expect(army('Blue army').getByText('No army chosen yet.')).toBeInTheDocument();
    expect(screen.getByText('60 minutes each')).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'Long Dyke' })).toBeNull();
    await userEvent.click(radio('Red army', /^The Gate Guard/));
    await waitFor(() =>
      expect(sent).toEqual([{ army_1: { source: 'sample', id: 'vow-1000', player: 'Ada', controller: 'human' } }]),
    );
  });

  test('a game that has begun leads back to the table and can be changed no more', async () => {
    kept({ army_0: { id: 'vow-1000', player: 'Ada' }, army_1: { id: 'fen-1000', controller: 'ai' } });
    setup = { ...setup, begun: true, can_start: false };
    server();
    open('/game/g1');
    expect(await screen.findByRole('link', { name: 'Back to the table' })).toHaveAttribute('href', '/game/g1/view');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Start Game' })).toBeNull();
    expect(army('Red army').getByText(/the computer, classic, standard/)).toBeInTheDocument();
  });

  // OPEN-69
  test('the board is edited: a piece moved by keys, one added, flagged and named; a refusal keeps the editor open', async () => {
    server();
    open('/games/setup/g1');
    await userEvent.click(await screen.findByText('Edit board'));
    const editor = within(screen.getByLabelText('Board editor'));
    const first = FRESH.chosen.layout && layouts.layouts.find((each) => each.id === FRESH.chosen.layout)!.terrain[0]!;
    if (!first) throw new Error('The board has no terrain.');
    editor.getByLabelText(new RegExp(`^${first.name}, at`)).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await userEvent.click(editor.getByText('Add terrain'));
    const form = within(editor.getByLabelText(/^Terrain \d+$/));
    const name = form.getByLabelText('Name');
    fireEvent.change(name, { target: { value: 'Old Mill' } });
    await userEvent.click(editor.getByLabelText('Blocks sight'));
    await userEvent.click(editor.getByLabelText('Walls on every side'));
    await userEvent.selectOptions(editor.getByLabelText('Upper floors'), 'Two');
    await userEvent.click(editor.getByText('Add a corner'));
    refuse = true;
    await userEvent.click(editor.getByText('Save board'));
    expect(await editor.findByRole('alert')).toHaveTextContent(REFUSED.detail);
    refuse = false;
    await userEvent.click(editor.getByText('Save board'));
    await waitFor(() => expect(screen.queryByLabelText('Board editor')).toBeNull());
    const board = sent.at(-1)!.game!.board!;
    const [x, y] = first.coordinates[0]!;
    expect(board.terrain[0]!.coordinates[0]).toEqual([x! + 0.5, y! + 0.5]);
    expect(board.terrain.at(-1)).toMatchObject({
      name: 'Old Mill',
      obscuring: true,
      coordinates: [
        [27, 19],
        [30, 19],
        [33, 19],
        [33, 25],
        [27, 25],
      ],
    });
    expect(board.terrain.at(-1)!.walls).toHaveLength(4);
    expect(board.terrain.at(-1)!.floors).toEqual([3, 6]);
    expect(
      editableOf(ownPlan({ ...board, terrain: [{ ...board.terrain[0]!, floors: [4] }] })).terrain[0]!.floors,
    ).toEqual([4]);
    expect(board.zones).toHaveLength(2);
    await userEvent.click(await screen.findByText(/^Back to (?!the table)/));
    await waitFor(() => expect(sent.at(-1)!.game!.board).toBeNull());
  });

  test('a leader joins a unit, once, but for one that may stand beside it; another army has other leaders', async () => {
    server();
    kept({ army_0: { id: 'vow-1000', player: 'Ada' } });
    setup.armies[0]!.leaders = [
      {
        leader: 0,
        name: 'Bell Herald',
        units: [
          { unit: 2, name: 'Wick Guard 1' },
          { unit: 3, name: 'Wick Guard 2' },
        ],
        beside: [],
      },
      { leader: 1, name: 'Tide Caller', units: [{ unit: 3, name: 'Wick Guard 2' }], beside: [] },
      { leader: 4, name: 'Bell Ringer', units: [{ unit: 3, name: 'Wick Guard 2' }], beside: [0] },
    ];
    open('/games/setup/g1');
    const herald = await screen.findByLabelText('Bell Herald joins');
    expect([...herald.querySelectorAll('option')].map((each) => each.textContent)).toEqual([
      'Nobody yet',
      'Wick Guard 1',
      'Wick Guard 2',
    ]);
    await userEvent.selectOptions(herald, 'Wick Guard 2');
    await waitFor(() => expect(sent.at(-1)?.army_0?.joined).toEqual([{ leader: 0, unit: 3 }]));
    await waitFor(() =>
      expect(
        [...screen.getByLabelText('Tide Caller joins').querySelectorAll('option')].map((each) => each.textContent),
      ).toEqual(['Nobody yet']),
    );
    const ringer = screen.getByLabelText('Bell Ringer joins');
    await userEvent.selectOptions(ringer, 'Wick Guard 2');
    await waitFor(() =>
      expect(sent.at(-1)?.army_0?.joined).toEqual([
        { leader: 0, unit: 3 },
        { leader: 4, unit: 3 },
      ]),
    );
    await userEvent.click(army('Blue army').getAllByRole('radio')[1]!);
    // The server takes over what the roster's file has attached.
    await waitFor(() => expect(sent.at(-1)?.army_0?.joined).toBeNull());
  });
});
