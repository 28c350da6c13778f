import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { AwardRow, Statistics } from '@/shared/api';
import { makeBattle } from '@/test/fixtures/battle';
import { CLEAR_SIGHT, json, serve, signedIn, show } from '@/test/page';
import { LogsPage } from '@/app/pages/LogsPage';
import { certainty, chanceOf, signed, spreadsOff, together, verdict } from './chances';

const open = (path: string) =>
  show(path, { '/games/:gameId/logs': <LogsPage />, '/shared/:gameId/logs': <LogsPage /> });

const rolled = (dice: number, successes: number, expected: number, spread: number) => ({
  dice,
  successes,
  expected,
  spread,
});

const LUCK = { attack_damage: 14, attack_damage_expected: 11.4, luck: 2.6 };
const UNIT = {
  points: 90,
  models_slain: 2,
  models_lost: 0,
  models_remaining: 5,
  models_returned: 0,
  wounds_healed: 0,
  units_destroyed: 0,
  destroyed_in_round: null,
  attacks: 6,
  charges: 0,
  charges_made: 0,
};
const ARMY = {
  damage_dealt: 14,
  damage_taken: 9,
  models_slain: 6,
  models_lost: 4,
  models_returned: 0,
  wounds_healed: 0,
  units_destroyed: 1,
  points_destroyed: 90,
  abilities_used: 3,
  cp_spent: 2,
  achievements: [],
};

const STATISTICS: Statistics = {
  armies: [
    {
      ...ARMY,
      ...LUCK,
      army_uuid: 'army-lantern',
      name: 'Lantern Wardens',
      vp: 15,
      vp_primary: 10,
      vp_secondary: 5,
      vp_by_round: [0, 15],
      rounds: [
        { round: 1, primary: 0, secondary: 0 },
        { round: 2, primary: 10, secondary: 5 },
      ],
      rolls: { hit: rolled(60, 50, 36, 3.8), wound: rolled(50, 25, 25, 3.5), save: rolled(6, 5, 2, 1.15) },
      achievements: [{ code: 'victory', name: 'Field Won', points: 10, description: 'Win a battle.' }],
    },
    {
      ...ARMY,
      army_uuid: 'army-salt',
      name: 'Saltmarsh Host',
      vp: 5,
      vp_primary: 5,
      vp_secondary: 0,
      vp_by_round: [0, 5],
      damage_dealt: 9,
      damage_taken: 14,
      attack_damage: 9,
      attack_damage_expected: 10,
      luck: -1,
      rounds: [
        { round: 1, primary: 0, secondary: 0 },
        { round: 2, primary: 5, secondary: 0 },
      ],
      rolls: { hit: rolled(40, 20, 20, 3.2), wound: rolled(0, 0, 0, 0), save: rolled(0, 0, 0, 0) },
    },
  ],
  units: [
    {
      ...UNIT,
      ...LUCK,
      unit_uuid: 'u1',
      army_uuid: 'army-lantern',
      name: 'Shutter Scouts',
      damage_dealt: 3,
      damage_taken: 9,
      models_lost: 4,
      models_remaining: 1,
    },
    {
      ...UNIT,
      ...LUCK,
      unit_uuid: 'u2',
      army_uuid: 'army-lantern',
      name: 'Old Beacon',
      damage_dealt: 11,
      damage_taken: 0,
    },
    {
      ...UNIT,
      unit_uuid: 'u3',
      army_uuid: 'army-salt',
      name: 'Gull Flock',
      damage_dealt: 0,
      damage_taken: 14,
      attacks: 0,
      attack_damage: 0,
      attack_damage_expected: 0,
      luck: 0,
      destroyed_in_round: 2,
    },
  ],
};
const AWARDS: AwardRow[] = [
  {
    code: 'hardest',
    award: 'Hardest Hitters',
    unit_uuid: 'u2',
    unit_name: 'Old Beacon',
    army_uuid: 'army-lantern',
    reason: 'Dealt 11 wounds, the most.',
  },
];

async function openStatistics(
  more: object = { statistics: STATISTICS, awards: AWARDS },
  path = '/shared/demo/logs?view=statistics',
) {
  signedIn();
  const answer = { ...makeBattle({ rounds: 2 }), ...more };
  serve({
    '/api/sight': () => json(CLEAR_SIGHT),
    '/api/game/shared/demo/json': () => json(answer),
    '/api/game/g1/logs_json': () => json(answer),
  });
  const page = open(path);
  return { page, view: await screen.findByRole('region', { name: 'Match statistics' }) };
}

describe('luck', () => {
  test('the chance of a deviation is that of the normal distribution', () => {
    for (const [off, share] of [
      [0, 1],
      [1, 0.3173],
      [-1.96, 0.05],
      [3, 0.0027],
    ] as const)
      expect(chanceOf(off)).toBeCloseTo(share, 4);
  });

  test('dice of several stages are taken together: sums and variances add', () => {
    expect(together([rolled(10, 5, 4, 3), rolled(20, 6, 9, 4)])).toEqual(rolled(30, 11, 13, 5));
    expect(spreadsOff(rolled(0, 0, 0, 0))).toBe(0);
  });

  test.each([
    [rolled(100, 50, 50, 5), 'as expected'],
    [rolled(100, 57, 50, 5), 'a little lucky'],
    [rolled(100, 38, 50, 5), 'very unlucky'],
    [rolled(6, 6, 2, 1.2), 'too few dice to tell'],
    [rolled(0, 0, 0, 0), 'no dice'],
  ])('%j is %s', (dice, words) => expect(verdict(dice)).toBe(words));

  test('how sure it is stands beside it, with the count of dice', () => {
    expect(certainty(rolled(100, 55, 50, 5))).toBe(
      '100 dice. Chance alone is at least this far off in 32 of 100 battles.',
    );
    expect(certainty(rolled(900, 520, 450, 15))).toBe(
      '900 dice. Chance alone is at least this far off in fewer than 1 battle of 100.',
    );
  });

  test('a difference has its sign unless it is nothing', () =>
    expect([1.62, -0.4, -0.01].map(signed)).toEqual(['+1.6', '−0.4', '0.0']));
});

describe('the statistics view', () => {
  // SITE-7, OPEN-43
  test.each(['/shared/demo/logs?view=statistics', '/games/g1/logs?view=statistics'])(
    '%s compares the armies',
    async (path) => {
      const { view } = await openStatistics(undefined, path);
      expect(within(view).getByRole('row', { name: '15 Victory points 5' })).toBeInTheDocument();
      expect(within(view).getByRole('row', { name: '14 Wounds dealt 9' })).toBeInTheDocument();
      const rounds = within(within(view).getByRole('list', { name: 'Victory points by round' })).getAllByRole(
        'listitem',
      );
      expect(rounds[1]).toHaveTextContent('Lantern Wardens: 15 points, 10 primary and 5 secondary');
      expect(rounds[1]).toHaveTextContent('Saltmarsh Host: 5 points, 5 primary and 0 secondary');
    },
  );

  const COURSE: NonNullable<Statistics['course']> = {
    turns: [
      { round: 1, turn: 1, army_uuid: 'army-lantern', chance: 0.5 },
      { round: 1, turn: 2, army_uuid: 'army-salt', chance: 0.45 },
      { round: 2, turn: 1, army_uuid: 'army-lantern', chance: 0.412 },
      { round: 2, turn: 2, army_uuid: 'army-salt', chance: 0.874 },
    ],
    end: 1,
    turning_point: {
      round: 2,
      turn: 1,
      army_uuid: 'army-lantern',
      gained_by: 'army-lantern',
      before: 0.412,
      after: 0.874,
    },
  };

  test('the chance to win is shown turn by turn, and its turning point is named', async () => {
    const { view } = await openStatistics({ statistics: { ...STATISTICS, course: COURSE }, awards: AWARDS });
    const turns = within(view).getByRole('list', { name: 'The chance of Lantern Wardens to win, turn by turn' });
    expect(
      within(turns)
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual([
      'Round 1, turn of Lantern Wardens: 50%',
      'Round 1, turn of Saltmarsh Host: 45%',
      'Round 2, turn of Lantern Wardens: 41%',
      'Round 2, turn of Saltmarsh Host: 87%',
      'At the end: 100%',
    ]);
    expect(
      within(view).getByText(
        'Turning point: round 2, the turn of Lantern Wardens. The chance of Lantern Wardens rose from 41% to 87%.',
      ),
    ).toBeInTheDocument();
    const line = view.querySelector('.course-line')!.getAttribute('d')!;
    expect(line.match(/[ML]/g)).toHaveLength(5);
    const [from, to] = view.querySelector('.course-turn')!.getAttribute('d')!.slice(1).split('L');
    expect(line).toContain(`L${from}L${to}`);
  });

  test('a battle that was given up has no end, and one without a turning point says so', async () => {
    const flat = { ...COURSE, end: null, turning_point: null };
    const { view } = await openStatistics({ statistics: { ...STATISTICS, course: flat }, awards: AWARDS });
    expect(within(view).queryByText(/^At the end/)).toBeNull();
    expect(within(view).getByText(/^No single turn changed the chance/)).toBeInTheDocument();
    expect(view.querySelector('.course-turn')).toBeNull();
  });

  test('a battle that is still fought shows no chance to win', async () => {
    const { view } = await openStatistics();
    expect(within(view).queryByRole('heading', { name: 'Chance to win' })).toBeNull();
  });

  test('a head start stands in a line of its own, where there is one', async () => {
    const [blue, red] = STATISTICS.armies;
    const ahead = { ...STATISTICS, armies: [blue, { ...red!, vp: 15, head_start: 10 }] };
    const { view } = await openStatistics({ statistics: ahead, awards: AWARDS });
    expect(within(view).getByRole('row', { name: '0 Head start 10' })).toBeInTheDocument();
    expect(within(view).getByRole('row', { name: '15 Victory points 15' })).toBeInTheDocument();
  });

  test('points given by hand stand in a line of their own and in their round, where there are any', async () => {
    const [blue, red] = STATISTICS.armies;
    const rounds = red!.rounds.map((each, at) => (at ? each : { ...each, by_hand: 3 }));
    const given = { ...STATISTICS, armies: [blue, { ...red!, vp: red!.vp + 3, by_hand: 3, rounds }] };
    const { view } = await openStatistics({ statistics: given, awards: AWARDS });
    expect(within(view).getByRole('row', { name: '0 Points given by hand 3' })).toBeInTheDocument();
    const first = within(within(view).getByRole('list', { name: 'Victory points by round' })).getAllByRole(
      'listitem',
    )[0]!;
    const { primary, secondary } = red!.rounds[0]!;
    expect(first).toHaveTextContent(
      `${primary + secondary + 3} points, ${primary} primary and ${secondary} secondary, 3 by hand`,
    );
    expect(within(within(view).getByRole('list', { name: 'Legend' })).getByText('By hand')).toBeInTheDocument();
  });

  test('points taken away by hand make no column higher than its chart', async () => {
    const [blue, red] = STATISTICS.armies;
    const rounds = red!.rounds.map((each) => ({ ...each, primary: 20, secondary: 0, by_hand: -15 }));
    const given = {
      ...STATISTICS,
      armies: [
        { ...blue, rounds: [] },
        { ...red!, by_hand: -15, rounds },
      ],
    };
    const { view } = await openStatistics({ statistics: given, awards: AWARDS });
    const columns = within(view).getByRole('list', { name: 'Victory points by round' });
    const heights = [...columns.querySelectorAll<HTMLElement>('i')].map((each) => parseFloat(each.style.height));
    expect(Math.max(...heights)).toBe(100);
  });

  test('units stand by what they dealt, with what they took, their luck and their fate', async () => {
    const { view } = await openStatistics();
    const rows = within(within(view).getByRole('table', { name: 'Lantern Wardens' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((each) => within(each).getByRole('rowheader').textContent)).toEqual([
      'Old BeaconUnscathed',
      'Shutter Scouts1 left, 4 lost',
    ]);
    expect(
      within(rows[1]!)
        .getAllByRole('cell')
        .map((each) => each.textContent),
    ).toEqual(['3', '9', '+2.6']);
    expect(within(view).getByRole('row', { name: /^Gull Flock/ })).toHaveTextContent(
      'Gull FlockDestroyed in round 2014–no attacks',
    );
  });

  test("each army's dice are shown against their chances, and how sure that is", async () => {
    const { view } = await openStatistics();
    const dice = within(view).getByRole('region', { name: 'Dice of Lantern Wardens' });
    const [all, hits, , saves] = within(dice).getAllByRole('listitem');
    expect(all).toHaveTextContent(/80 rolled, 63.0 expected.*Very lucky.*116 dice/);
    expect(hits).toHaveTextContent(/50 rolled, 36.0 expected.*Very lucky.*60 dice/);
    expect(saves).toHaveTextContent(/Too few dice to tell/);
    expect(dice).toHaveTextContent('Its attacks did 14 wounds; their dice were worth 11.4 (+2.6).');
    expect(dice).not.toHaveTextContent('outside of attacks');
  });

  // OPEN-42
  test('achievements and awards stand with their reasons', async () => {
    const { view } = await openStatistics();
    const honours = within(view).getByRole('region', { name: 'Honours of Lantern Wardens' });
    expect(honours).toHaveTextContent('10 pointsField WonWin a battle.');
    expect(honours).toHaveTextContent('Old Beacon · Hardest HittersDealt 11 wounds, the most.');
    expect(within(view).getByRole('region', { name: 'Honours of Saltmarsh Host' })).toHaveTextContent(
      /None in this battle.*None in this battle/,
    );
  });

  test('while the battle is fought there are no honours yet', async () => {
    const armies = STATISTICS.armies.map((army) => ({ ...army, achievements: [] }));
    const { view } = await openStatistics({ statistics: { ...STATISTICS, armies }, awards: [] });
    expect(view).toHaveTextContent('Achievements and awards are given when the battle is over.');
  });

  test('a timeline that was uploaded has none, and the view says what would have', async () => {
    const { view } = await openStatistics({ statistics: null });
    expect(within(view).getByRole('heading', { name: 'No statistics for this battle' })).toBeInTheDocument();
    expect(within(view).getByRole('link', { name: 'Upload a battle log' })).toHaveAttribute('href', '/logs');
  });

  test('a link goes there from the timeline, and back to where it stood', async () => {
    const user = userEvent.setup();
    await openStatistics(undefined, '/shared/demo/logs?view=statistics');
    await user.click(screen.getByRole('link', { name: 'Timeline' }));
    expect(await screen.findByRole('group', { name: /Battle map/ })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Match statistics' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Statistics' }));
    expect(await screen.findByRole('region', { name: 'Match statistics' })).toBeInTheDocument();
  });
});
