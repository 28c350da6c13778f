import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { json, serve, signedIn, show } from '@/test/page';
import { InvitationPage } from '.';

const open = (path: string) => show(path, { '/invitation/:token': <InvitationPage /> });

const LINK = '/api/invitations/t1';
const SHOWN = { game_name: 'At the ford', from: 'Brook', side: 1, expires_at: '2026-03-04T12:00:00Z' };
const USED = { detail: 'This invitation has been used already. Please ask for a new one.' };

/** The server, for the link as it is shown and as it is taken. */
const link = (shown: () => Response, taken: () => Response = shown) =>
  serve({
    [LINK]: (_, { method }) => (method === 'POST' ? taken() : shown()),
    '/api/': () => json({ detail: 'Not asked here.' }, 404),
  });

describe('a link that an opponent was sent', () => {
  test('says who asks, to which game, and gives the seat', async () => {
    signedIn();
    link(
      () => json(SHOWN),
      () => json({ game_id: 'g1', side: 1 }),
    );
    const { router } = open('/invitation/t1');
    expect(await screen.findByRole('heading', { name: 'Brook challenges you' })).toBeVisible();
    expect(screen.getByText('At the ford')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Take the seat' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/games/setup/g1'));
  });

  test('that the reader has used leads back to the game', async () => {
    signedIn();
    link(
      () => json(USED, 410),
      () => json({ game_id: 'g1', side: 1 }),
    );
    const { router } = open('/invitation/t1');
    await waitFor(() => expect(router.state.location.pathname).toBe('/game/g1'));
  });

  test('that somebody else has used says so, and offers neither the seat nor another try', async () => {
    signedIn();
    link(() => json(USED, 410));
    open('/invitation/t1');
    expect(await screen.findByRole('alert')).toHaveTextContent(USED.detail);
    expect(screen.queryByRole('button', { name: 'Take the seat' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.queryByText(/Did you take the seat/)).toBeNull();
  });

  test('that is used asks a stranger whether it was them, and leads back after the login', async () => {
    const seen = link(() => json(USED, 410));
    open('/invitation/t1');
    expect(await screen.findByRole('alert')).toHaveTextContent(USED.detail);
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      `/login?next=${encodeURIComponent('/invitation/t1')}`,
    );
    expect(seen.filter((each) => each.method === 'POST')).toEqual([]);
  });

  test('that could not be read for now can be tried again', async () => {
    link(() => json({ detail: 'The table is closed.' }, 503));
    open('/invitation/t1');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled();
  });
});
