import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeBattle } from '@/test/fixtures/battle';
import { json, serve, signedIn, show } from '@/test/page';
import { LogsPage } from '@/app/pages/LogsPage';

const open = (path: string) => show(path, { '/logs': <LogsPage />, '/shared/:gameId/logs': <LogsPage /> });

const battle = makeBattle({ rounds: 1, gameId: 'exported' });
const file = (content: unknown, name = 'log.json') =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name, { type: 'application/json' });

async function upload(content: unknown) {
  const view = open('/logs');
  await userEvent.upload(await screen.findByLabelText('Select a JSON log file:'), file(content));
  await userEvent.click(screen.getByRole('button', { name: 'Upload and Visualize' }));
  return view;
}

beforeEach(() => {
  signedIn();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  serve({});
});

describe('the upload form', () => {
  test('LOGV-4 LOGV-5 LOGV-6 LOGV-7 /logs shows it, with a .json file field and its button', async () => {
    open('/logs');
    const field = await screen.findByLabelText('Select a JSON log file:');
    expect(field).toHaveAttribute('type', 'file');
    expect(field).toHaveAttribute('accept', '.json');
    expect(screen.getByRole('button', { name: 'Upload and Visualize' })).toBeEnabled();
  });

  test('LOGV-8 ERR-21 without a file it asks for one', async () => {
    open('/logs');
    await userEvent.click(await screen.findByRole('button', { name: 'Upload and Visualize' }));
    expect(screen.getAllByText('Please select a file to upload')).not.toHaveLength(0);
  });

  test('LOGV-9 ERR-22 text that is not JSON is shown with the reason', async () => {
    await upload('{"logs": [');
    await waitFor(() => expect(screen.getAllByText(/^Error reading log file: .+/)).not.toHaveLength(0));
    expect(screen.getByLabelText('Select a JSON log file:')).toBeInvalid();
  });

  test('ERR-22 JSON without logs is reported too', async () => {
    await upload({ hello: 1 });
    expect(await screen.findAllByText('Error reading log file: the file has no logs')).not.toHaveLength(0);
  });

  test.each([
    ['[]', []],
    ['an empty timeline', { logs: { rounds: [] } }],
  ])('ERR-22 %s has nothing to show, and says so', async (_, content) => {
    await upload(content);
    expect(await screen.findAllByText(/^Error reading log file: the file has an empty list of logs/)).not.toHaveLength(
      0,
    );
    expect(screen.getByLabelText('Select a JSON log file:')).toBeInvalid();
  });

  test('ERR-23 a file that cannot be read', async () => {
    vi.stubGlobal(
      'FileReader',
      class {
        onerror: () => void = () => undefined;
        readAsText() {
          setTimeout(() => this.onerror(), 0);
        }
      },
    );
    await upload(battle);
    expect(await screen.findAllByText('Failed to read file')).not.toHaveLength(0);
  });

  test('LOGV-10 a saved timeline is shown at once, without the server', async () => {
    const seen = serve({});
    await upload(battle);
    expect(await screen.findByText(`${String(battle.total)} logs loaded for game exported`)).toBeInTheDocument();
    expect(document.querySelectorAll('.unit').length).toBeGreaterThan(0);
    expect(seen.filter((each) => each.path.includes('logs'))).toEqual([]);
  });

  test('LOGV-106 a flat array is shown as round 1, turn 1, movement', async () => {
    await upload([{ id: 1, log_type: 'movement', phase: 'movement', message: 'Reed moves', timestamp: '1' }]);
    expect(await screen.findByText('1 logs loaded for game log.json')).toBeInTheDocument();
    expect(await screen.findByRole('slider', { name: 'Phase' })).toHaveAttribute('aria-valuetext', 'Movement');
    expect(screen.getByText('Reed moves')).toBeInTheDocument();
    expect(screen.getByText('This log has no board: its actions are in the list.')).toBeInTheDocument();
  });

  test('a battle log goes to the server, and its page opens', async () => {
    let sent: FormData | null = null;
    serve({
      '/api/logs': async (_, request) => {
        sent = await request.formData();
        return json({ game_id: 'new', url: '/shared/new/logs', total: 3 }, 201);
      },
      '/api/game/shared/new/json': () => json({ ...battle, game_id: 'new' }),
    });
    const { router } = await upload({ setup: {}, seed: 4, choices: [] });
    await screen.findByText(/logs loaded for game new/);
    expect(router.state.location.pathname).toBe('/shared/new/logs');
    expect((sent as FormData | null)?.get('file')).not.toBeNull();
  });

  test("the server's refusal of a battle log is shown", async () => {
    serve({ '/api/logs': () => json({ detail: 'Choice 7 does not fit.' }, 422) });
    await upload({ choices: [] });
    expect(await screen.findAllByText('Error reading log file: Choice 7 does not fit.')).not.toHaveLength(0);
  });
});
