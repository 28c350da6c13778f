import type { GameState } from '@/shared/api';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { json, serve } from '@/test/page';
import { GAME, NOW, client, onTable, request, showPanel } from '../staged.test-kit';
import { RUNNERS, tableState, unitAt } from '../table.test-kit';
import { PhasePanel } from './PhasePanel';

const CALLS = `/api/game/${GAME}`;
const FOES = unitAt('reeds', 'Reed Stalkers', 1, [24, 20]);
const off = { deployed: false, location: null };
const UNITS = [{ ...RUNNERS, ...off }, unitAt('bridge', 'Bridge Watch', 0, [0, 0], off), { ...FOES, ...off }];
const TO_DEPLOY = [
  [
    { uuid: 'runners', name: 'Torch Runners' },
    { uuid: 'bridge', name: 'Bridge Watch' },
  ],
  [{ uuid: 'reeds', name: 'Reed Stalkers' }],
];

type Parts = Parameters<typeof tableState>[0];
const before = (more: Parts = {}) =>
  tableState({ phase: 'deployment', units: UNITS, acting: [], asked: request(['roll']), ...more });
const zones = (more: Parts = {}) =>
  before({
    asked: request(['zone']),
    status: {
      rolls: [
        [4, 4],
        [5, 2],
      ],
      winner_army_uuid: 'army-0',
    },
    ...more,
  });
const setUp = (more: Parts = {}) =>
  before({
    asked: request(['deploy', 'reserve'], { units: ['runners', 'bridge'] }),
    acting: UNITS.slice(0, 2),
    status: { units_to_deploy: TO_DEPLOY, zones_chosen: true } as never,
    ...more,
  });
const ready = () => before({ asked: request(['advance']), status: { all_units_deployed: true, zones_chosen: true } });
const theirTurn: Parts = {
  asked: request(['deploy', 'reserve'], { army_uuid: 'army-1', army_name: 'Saltmarsh Host', units: ['reeds'] }),
  status: { units_to_deploy: TO_DEPLOY, current_army_uuid: 'army-1', current_army_name: 'Saltmarsh Host' } as never,
};
const AI: Parts = {
  controllers: ['ai', 'human'],
  asked: request(['deploy', 'reserve'], { controller: 'ai', units: ['runners'] }),
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string | RegExp) => userEvent.click(button(name));

/** Puts the pending unit down as a click on the map does. */
const place = (x: number, y: number) =>
  act(() =>
    onTable().aim(
      { x, y } as never,
      [
        { x: x - 1, y },
        { x: x + 1, y },
      ] as never,
    ),
  );

/** A server whose answers are awaited until they are let go. */
function held(path: string, answer: () => Response) {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((done) => {
    release = done;
  });
  const sent: unknown[] = [];
  serve({
    [path]: async (_, call) => {
      sent.push(JSON.parse((await call.text()) || 'null'));
      await gate;
      return answer();
    },
  });
  return {
    sent,
    release: () => {
      act(() => release());
    },
  };
}

describe('the roll', () => {
  // DEP-1, DEP-2, DEP-3, DEP-8
  test('is rolled half a second after the button is pressed, which says so meanwhile', async () => {
    const seen = serve({ [`${CALLS}/roll`]: () => json(zones()) });
    showPanel(<PhasePanel />, before());
    expect(screen.getByRole('heading', { name: 'Roll for Deployment Zone Selection' })).toBeVisible();
    vi.useFakeTimers();
    try {
      fireEvent.click(button('Roll for Deployment'));
      expect(button('Rolling...')).toBeDisabled();
      await act(() => vi.advanceTimersByTimeAsync(499));
      expect(seen.map((each) => each.path)).not.toContain(`${CALLS}/roll`);
      await act(() => vi.advanceTimersByTimeAsync(1));
    } finally {
      vi.useRealTimers();
    }
    await waitFor(() => expect(seen.map((each) => each.path)).toContain(`${CALLS}/roll`));
    expect(await screen.findByRole('heading', { name: 'Lantern Wardens Wins!' })).toBeVisible();
  });
});

test.each([
  ['the roll', before({ asked: request(['roll'], { mine: false, army_name: 'Saltmarsh Host' }) })],
  ['the start', { ...ready(), request: request(['advance'], { mine: false, army_name: 'Saltmarsh Host' }) }],
])('%s of another player is waited for: there is no button that would be refused', (_, state) => {
  showPanel(<PhasePanel />, state);
  expect(screen.getByText('Waiting for Saltmarsh Host.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Roll for Deployment|Start Battle)$/ })).toBeNull();
});

describe('the zone', () => {
  // DEP-4, DEP-7, DEP-9, DEP-10, DEP-11, DEP-12
  test("each army's roll is shown, ties too, and the winner is asked for a zone", () => {
    showPanel(<PhasePanel />, zones());
    expect(screen.getByRole('heading', { name: 'Lantern Wardens Wins!' })).toBeVisible();
    const rolls = within(screen.getByRole('list', { name: 'Deployment rolls' })).getAllByRole('listitem');
    expect(
      rolls.map((row) => [
        row.firstChild!.textContent,
        ...[...row.querySelectorAll('[data-face]')].map((die) => die.getAttribute('data-face')),
      ]),
    ).toEqual([
      ['Lantern Wardens', '4', '5'],
      ['Saltmarsh Host', '4', '2'],
    ]);
    expect(screen.getByText('Select your deployment zone:')).toBeVisible();
    expect(button('Blue Zone')).toBeEnabled();
    expect(button('Red Zone')).toBeEnabled();
  });

  // DEP-13, DEP-14, DEP-15
  test.each([
    [0, 'Blue Zone'],
    [1, 'Red Zone'],
  ] as const)('choosing zone %d posts it once, and the choice is announced', async (index, name) => {
    const call = held(`${CALLS}/update_deployment`, () => json(setUp()));
    const state = zones();
    showPanel(<PhasePanel />, state);
    await press(name);
    expect(button('Blue Zone')).toBeDisabled();
    expect(button('Red Zone')).toBeDisabled();
    await press(name);
    call.release();
    expect(
      await screen.findByText(`Deployment zones have been assigned! Lantern Wardens selected the ${name}`),
    ).toBeVisible();
    expect(call.sent).toEqual([
      {
        selecting_army_uuid: 'army-0',
        deployment_zones: state.map_data.deployment_zones,
        selected_zone_index: index,
        number: 7,
      },
    ]);
    expect(screen.queryByRole('button', { name })).toBeNull();
  });

  // DEP-16
  test('after a failure the reason is shown and the buttons can be pressed again', async () => {
    serve({ [`${CALLS}/update_deployment`]: () => json({ detail: 'The server is restarting.' }, 500) });
    showPanel(<PhasePanel />, zones());
    await press('Red Zone');
    expect(await screen.findByText('The server is restarting.')).toBeVisible();
    expect(button('Red Zone')).toBeEnabled();
    expect(button('Blue Zone')).toBeEnabled();
  });
});

describe('setting units up', () => {
  // DEP-17, DEP-18, DEP-19, DEP-22
  test('the army whose turn it is, who commands it, and a card a unit for each army', () => {
    showPanel(<PhasePanel />, setUp());
    expect(screen.getByRole('heading', { name: 'Units to Deploy' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Units to Deploy' }).parentElement).toHaveTextContent(
      'Lantern WardensHuman',
    );
    const cards = (name: string) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('button')
        .map((each) => each.firstChild?.textContent);
    expect(cards('Lantern Wardens')).toEqual(['Torch Runners', 'Bridge Watch']);
    expect(cards('Saltmarsh Host')).toEqual(['Reed Stalkers']);
  });

  test('on a real table each card has the number of its printed transponder', () => {
    showPanel(
      <PhasePanel />,
      setUp({ units: UNITS.map((unit, index) => ({ ...unit, marker: `T0${index + 1}` })), model: { digital: false } }),
    );
    const cards = within(screen.getByRole('region', { name: 'Lantern Wardens' })).getAllByRole('button');
    expect(cards.map((each) => each.firstChild?.textContent)).toEqual(['Torch Runners T01', 'Bridge Watch T02']);
  });

  // DEP-19, DEP-20, DEP-21
  test('an army of the computer is set up by its button', async () => {
    const call = held(`${CALLS}/ai_deployment`, () => json(setUp()));
    showPanel(<PhasePanel />, setUp(AI));
    expect(screen.getByRole('heading', { name: 'Units to Deploy' }).parentElement).toHaveTextContent('AI');
    for (const name of ['Torch Runners', 'Bridge Watch', 'Reed Stalkers']) expect(button(name)).toBeDisabled();
    await press('AI Deploy Next Unit');
    expect(button('AI Deploying...')).toBeDisabled();
    call.release();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^AI Deploy/ })).toBeNull());
  });

  // DEP-20, AI-4: a person's army has no such button.
  test('an army of a person is not', () => {
    showPanel(<PhasePanel />, setUp());
    expect(screen.queryByRole('button', { name: /^AI Deploy/ })).toBeNull();
  });

  test("one's own units are set up by the computer, one after the other, until one stops it", async () => {
    const answers = [setUp({ more: { number: 8 } }), setUp({ more: { number: 9 } })];
    const seen = serve({ [`${CALLS}/deploy_for_me`]: () => json(answers.shift() ?? setUp({ more: { number: 10 } })) });
    showPanel(<PhasePanel />, setUp());
    await press('Set up the rest for me');
    await waitFor(() => expect(seen.length).toBeGreaterThan(1));
    await press('Stop setting up for me');
    expect(button('Set up the rest for me')).toBeVisible();
  });

  test('a unit that it keeps in reserve is named, at once and for as long as units are set up', async () => {
    const kept = setUp({
      units: UNITS.map((each, index) => (index ? each : { ...each, in_reserves: true })),
      more: { number: 8, version: '8.a' },
    });
    serve({ [`${CALLS}/deploy_for_me`]: () => json(kept) });
    showPanel(<PhasePanel />, setUp());
    expect(screen.queryByText(/reserve, to arrive/)).toBeNull();
    await press('Set up the rest for me');
    expect(await screen.findByText('Kept in reserve, to arrive in a later turn: Torch Runners.')).toBeVisible();
    expect(screen.getByText('In reserve, to arrive in a later turn: Torch Runners.')).toBeVisible();
  });

  test('where the computer cannot set a unit up it stops and says why', async () => {
    serve({
      [`${CALLS}/deploy_for_me`]: () => json({ detail: 'The computer found no legal answer.', code: 'no-answer' }, 422),
    });
    showPanel(<PhasePanel />, setUp());
    await press('Set up the rest for me');
    expect(await screen.findByText('The computer found no legal answer.')).toBeVisible();
    expect(button('Set up the rest for me')).toBeVisible();
  });

  // DEP-24, DEP-25
  test('only units of the current army that are not set up yet can be selected', async () => {
    const left = [[TO_DEPLOY[0]![1]], TO_DEPLOY[1]];
    showPanel(<PhasePanel />, setUp({ status: { units_to_deploy: left } as never }));
    await press('Reed Stalkers');
    expect(button('Reed Stalkers')).toBeDisabled();
    expect(onTable().pending).toBeNull();
    expect(screen.queryByRole('button', { name: 'Torch Runners' })).toBeNull();
    await press('Bridge Watch');
    expect(button('Bridge Watch')).toHaveAttribute('aria-pressed', 'true');
    expect(onTable().pending?.unitId).toBe('bridge');
  });

  // DEP-29, DEP-30, DEP-32, DEP-33, DEP-34
  test('a unit is placed, described, and finalized', async () => {
    const call = held(`${CALLS}/finalize_unit_deployment`, () => json(setUp(theirTurn)));
    showPanel(<PhasePanel />, setUp());
    await press('Torch Runners');
    expect(screen.getByText('Click on the map to place the unit')).toBeVisible();
    expect(button('Finalize Deployment')).toBeDisabled();
    place(6, 20);
    expect(screen.getByText(/^Unit location: \(6\.0, 20\.0\)/)).toBeVisible();
    await press('Finalize Deployment');
    call.release();
    // DEP-36: the other army's turn.
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Units to Deploy' }).parentElement).toHaveTextContent(
        'Saltmarsh Host',
      ),
    );
    expect(call.sent).toEqual([
      {
        unit_uuid: 'runners',
        location: [6, 20],
        places: [
          [5, 20],
          [7, 20],
        ],
        in_reserves: false,
        number: 7,
      },
    ]);
    expect(button('Torch Runners')).toBeDisabled();
    expect(button('Reed Stalkers')).toBeEnabled();
  });

  // DEP-26, DEP-27, DEP-28, DEP-33
  test('reserves take the place away, and need none', async () => {
    const call = held(`${CALLS}/finalize_unit_deployment`, () => json(setUp(theirTurn)));
    showPanel(<PhasePanel />, setUp());
    await press('Torch Runners');
    place(6, 20);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Place in Reserves' }));
    expect(screen.getByText('Unit will be placed in reserves')).toBeVisible();
    expect(screen.queryByText(/^Unit location/)).toBeNull();
    expect(onTable().target).toBeNull();
    await press('Finalize Deployment');
    call.release();
    await waitFor(() =>
      expect(call.sent).toEqual([{ unit_uuid: 'runners', location: null, in_reserves: true, number: 7 }]),
    );
  });

  // DEP-23, DEP-37
  test('an army with nothing left says so, and the status is asked for again after 100 ms', async () => {
    const status = { units_to_deploy: [[], TO_DEPLOY[1]!] } as never;
    const fresh: Partial<GameState['deployment_status']> = {
      ...setUp(theirTurn).deployment_status,
      units_to_deploy: [[], TO_DEPLOY[1]] as never,
    };
    const seen = serve({ [`${CALLS}/deployment_status`]: () => json(fresh) });
    vi.useFakeTimers({ shouldAdvanceTime: false });
    try {
      showPanel(<PhasePanel />, setUp({ status }));
      expect(
        within(screen.getByRole('region', { name: 'Lantern Wardens' })).getByText('No units remaining to deploy'),
      ).toBeVisible();
      await act(() => vi.advanceTimersByTimeAsync(99));
      expect(seen).toHaveLength(0);
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(seen.map((each) => `${each.method} ${each.path}`)).toEqual([`GET ${CALLS}/deployment_status`]);
      await act(() => vi.advanceTimersByTimeAsync(50));
      expect(screen.getByRole('heading', { name: 'Units to Deploy' }).parentElement).toHaveTextContent(
        'Saltmarsh Host',
      );
    } finally {
      vi.useRealTimers();
    }
  });

  // DEP-35
  test('the status is asked for by hand', async () => {
    const seen = serve({ [`${CALLS}/deployment_status`]: () => json(setUp().deployment_status) });
    showPanel(<PhasePanel />, setUp());
    await press('Torch Runners');
    await press('Refresh Status');
    await waitFor(() =>
      expect(seen.map((each) => `${each.method} ${each.path}`)).toEqual([`GET ${CALLS}/deployment_status`]),
    );
  });
});

test('a unit that scouts once the last one is set up can be dragged at once, also where the socket was faster than the answer', async () => {
  const scouts = before({
    asked: { ...request(['place'], { units: ['runners'] }), why: 'scouts', unit_uuid: 'runners', limit: 6 },
    units: [RUNNERS],
    acting: [RUNNERS],
    status: { all_units_deployed: true, zones_chosen: true },
    more: { number: 8 },
  });
  const call = held(`${CALLS}/finalize_unit_deployment`, () => json(scouts));
  showPanel(
    <PhasePanel />,
    setUp({ status: { units_to_deploy: [[TO_DEPLOY[0]![1]], []], zones_chosen: true } as never }),
  );
  await press('Bridge Watch');
  place(6, 30);
  await press('Finalize Deployment');
  act(() => {
    client().show(scouts);
  });
  expect(await screen.findByRole('heading', { name: 'Scouts' })).toBeVisible();
  call.release();
  await waitFor(() => expect(client().sending).toBe(false));
  await act(
    () =>
      new Promise((done) => {
        setTimeout(done, 0);
      }),
  );
  expect(onTable().pending).toEqual({ kind: 'drag', unitId: 'runners', limit: 6 });
  place(8, 20);
  expect(button('Finalize Movement')).toBeEnabled();
});

// DEP-38, DEP-39, DEP-40, DEP-41
test('when everything is set up the battle is started', async () => {
  const call = held(`${CALLS}/advance_phase`, () =>
    json(tableState({ phase: 'command', asked: request(['advance']), model: { phase_time: 'beginning' } })),
  );
  showPanel(<PhasePanel />, ready());
  expect(screen.getByRole('heading', { name: 'All Units Deployed!' })).toBeVisible();
  expect(screen.getByText('Ready to begin the battle.')).toBeVisible();
  await press('Start Battle');
  call.release();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'All Units Deployed!' })).toBeNull());
  expect(call.sent).toEqual([{ number: 7 }]);
});

test('who may still have leaders join chooses which, and says when the set-up is done', async () => {
  const all = ready();
  serve({
    [`${CALLS}/abilities`]: () => json({ abilities: [], game_state: NOW }),
    [`${CALLS}/stratagems`]: () => json({ stratagems: [] }),
  });
  const asked = request(['advance', 'use'], { army_name: 'Saltmarsh Host', why: 'set-up' });
  showPanel(<PhasePanel />, { ...all, request: asked });
  expect(
    screen.getByText('Leaders of Saltmarsh Host may still join units. The battle begins after that.'),
  ).toBeVisible();
  expect(button('Set-up Done')).toBeEnabled();
  expect(await screen.findByText('No active castable abilities available')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start Battle' })).toBeNull();
});
