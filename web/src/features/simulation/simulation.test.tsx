import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import layouts from '@/test/fixtures/layouts.json';
import prepared from '@/test/fixtures/setup.json';
import done from '@/test/fixtures/simulation.json';
import { json, serve, signedIn, show } from '@/test/page';
import { NewSimPage } from '.';
import { secondsLeft, timeLeft } from './useSimulation';

const open = (path: string) => show(path, { '/games/new_sim': <NewSimPage /> });

let sent: unknown;
const job = (more: Record<string, unknown>) => json({ ...done, job_id: 'j1', ...more });

function server(status: () => Response, start = () => json({ job_id: 'j1' }, 202), most = 10_000) {
  return serve({
    '/api/options': () => json(prepared.options),
    '/api/layouts': () => json(layouts),
    '/api/rosters': () => json({ rosters: [] }),
    '/api/simulations': async (_: string, request: Request) => {
      if (request.method === 'GET') return json({ most_battles: most });
      sent = await request.json();
      return start();
    },
    '/api/simulations/j1': status,
    '/api/jobs/j1/cancel': () => job({ state: 'cancelled' }),
  });
}

beforeEach(() => {
  sent = undefined;
  signedIn();
});

describe('a simulation', () => {
  test('says which army is meant where both have one name', async () => {
    server(() => job({ result: { ...done.result, armies: ['The Gate Guard', 'The Gate Guard'] } }));
    open('/games/new_sim?job=j1');
    const won = 'The Gate Guard (blue) won 4, The Gate Guard (red) won 2, 0 drawn';
    expect(await screen.findByRole('img', { name: won })).toBeInTheDocument();
    expect(screen.getByRole('figure', { name: 'The Gate Guard (blue) wins' })).toBeInTheDocument();
  });

  // OPEN-1, NAV-42
  test('is chosen, started, and its figures are shown', async () => {
    server(() => job({}));
    const { router } = open('/games/new_sim');
    const red = within(await screen.findByRole('region', { name: 'Red army' }));
    await waitFor(() => expect(red.getByRole('radio', { name: /^The Spring Tide/ })).toBeChecked());
    await userEvent.selectOptions(red.getByLabelText('Personality'), 'Aggressive');
    await userEvent.click(screen.getByRole('radio', { name: '100' }));
    await userEvent.click(screen.getByRole('button', { name: 'Fight the battles' }));
    await waitFor(() => expect(router.state.location.search).toBe('?job=j1'));
    expect(sent).toEqual({
      army_a: 'vow-1000',
      army_b: 'fen-1000',
      personalities: ['standard', 'aggressive'],
      layout: 'broken-stair',
      battles: 100,
      seed: 1,
    });
    expect(
      await screen.findByRole('img', { name: 'The Gate Guard won 4, The Spring Tide won 2, 0 drawn' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('figure', { name: 'The Gate Guard wins' })).toHaveTextContent('67%30% to 90%');
    expect(screen.getByRole('figure', { name: 'Who goes first wins' })).toHaveTextContent('50%19% to 81%');
    expect(screen.getByText(/looks no different from a coin toss/)).toBeInTheDocument();
    expect(screen.getByRole('row', { name: '4 13.3 10.5' })).toBeInTheDocument();
  });

  test('a refusal to start keeps what was chosen', async () => {
    server(
      () => job({}),
      () => json({ detail: 'You already have 3 jobs that are not done.' }, 429),
    );
    open('/games/new_sim');
    await userEvent.click(await screen.findByRole('radio', { name: '2,000' }));
    await userEvent.click(screen.getByRole('button', { name: 'Fight the battles' }));
    expect(await screen.findByText('You already have 3 jobs that are not done.')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: '2,000' })).toBeChecked();
  });

  test('a site may allow fewer battles', async () => {
    server(() => job({}), undefined, 50);
    open('/games/new_sim');
    const counts = within(await screen.findByRole('group', { name: 'Battles' })).getAllByRole('radio');
    expect(counts.map((each) => each.getAttribute('value'))).toEqual(['20', '50']);
    expect(counts[1]).toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Fight the battles' }));
    await waitFor(() => expect(sent).toMatchObject({ battles: 50 }));
  });

  test('large numbers are read with ease', async () => {
    const result = { ...done.result, battles: 10_000, failed: 2, seconds: 1234, wins: { a: 6102, b: 3840, draw: 56 } };
    Object.assign(result, { win_rate_a: { value: 0.6131, low: 0.6035, high: 0.6226 } });
    server(() => job({ result }));
    open('/games/new_sim?job=j1');
    expect(await screen.findByText(/^10,000 battles on .* in 21 min\.$/)).toBeInTheDocument();
    expect(screen.getByText(/^2 of 10,000 battles/)).toBeInTheDocument();
    expect(screen.getByText('6,102', { selector: 'b' })).toBeInTheDocument();
    expect(screen.getByText(/^56 drawn/)).toBeInTheDocument();
    expect(screen.getByRole('figure', { name: 'The Gate Guard wins' })).toHaveTextContent('61.3%60.4% to 62.3%');
  });

  test('a seed that is no number is not sent', async () => {
    server(() => job({}));
    open('/games/new_sim');
    await userEvent.type(await screen.findByLabelText('Seed'), '.5');
    expect(screen.getByText(/^Write a whole number/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Fight the battles' })).toBeDisabled();
  });

  test('is cancelled while it runs', async () => {
    let cancelled = false;
    server(() =>
      job(
        cancelled
          ? { state: 'cancelled', result: null }
          : { state: 'running', progress: 0.4, note: '8 of 20 battles', result: null, ended: null },
      ),
    );
    open('/games/new_sim?job=j1');
    expect(await screen.findByRole('progressbar', { name: '8 of 20 battles' })).toHaveAttribute('aria-valuenow', '40');
    cancelled = true;
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('These battles were cancelled.')).toBeInTheDocument();
  });

  test('one that is missing says so, without being asked for again and again', async () => {
    let asked = 0;
    server(() => {
      asked += 1;
      return json({ detail: 'You have no such simulation.' }, 404);
    });
    open('/games/new_sim?job=j1');
    expect(await screen.findByText('You have no such simulation.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    const before = asked;
    await new Promise((later) => setTimeout(later, 1300));
    expect(asked).toBe(before);
    await userEvent.click(screen.getByRole('button', { name: 'Another match-up' }));
    expect(await screen.findByRole('button', { name: 'Fight the battles' })).toBeInTheDocument();
  });

  test('one that failed says why', async () => {
    server(() => job({ state: 'failed', result: null, error: 'No process could be started.' }));
    open('/games/new_sim?job=j1');
    expect(await screen.findByText('No process could be started.')).toBeInTheDocument();
  });
});

test('the time left follows from the pace', () => {
  expect(secondsLeft({ at: 1000, progress: 0.2 }, { at: 11_000, progress: 0.4 })).toBeCloseTo(30);
  expect(secondsLeft({ at: 1000, progress: 0.2 }, { at: 9000, progress: 0.2 })).toBeNull();
  expect([null, 0.2, 30, 200].map(timeLeft)).toEqual(['', 'about 1 s left', 'about 30 s left', 'about 3 min left']);
});
