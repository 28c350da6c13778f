import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { json, serve, signedIn, show } from '@/test/page';
import { SettingsPage } from '.';

const open = (path: string) => show(path, { '/settings': <SettingsPage /> });

let sent: unknown;
const kept = (answer: () => Response) => async (_: string, request: Request) => {
  sent = await request.json();
  return answer();
};
const nothing = () => new Response(null, { status: 204 });

async function openSettings(answers = {}) {
  serve(answers);
  const view = open('/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return view;
}

beforeEach(() => {
  sent = undefined;
  signedIn();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('the settings page', () => {
  test('SET-1 SET-2 SET-3 SET-4 shows id, email and display name, which can be edited', async () => {
    await openSettings();
    expect(screen.getByText('User ID').nextSibling).toHaveTextContent('7');
    expect(screen.getByText('Email').nextSibling).toHaveTextContent('ada@example.org');
    expect(screen.getByLabelText('Display name')).toHaveValue('Ada');
    await userEvent.type(screen.getByLabelText('Display name'), ' Flint');
    expect(screen.getByLabelText('Display name')).toHaveValue('Ada Flint');
  });

  test('SET-5 SET-6 SET-7 ERR-27 Save sends the name, and what comes back is used', async () => {
    await openSettings({ '/api/user/update_profile': kept(() => json({ display_name: 'Ada F.' })) });
    await userEvent.type(screen.getByLabelText('Display name'), ' Flint');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Display name updated!')).toBeInTheDocument();
    expect(sent).toEqual({ display_name: 'Ada Flint' });
    expect(screen.getByLabelText('Display name')).toHaveValue('Ada F.');
    expect(screen.getByText('Signed in as Ada F..')).toBeInTheDocument();
  });

  // OPEN-55
  test("SET-8 nothing is checked here; the server's refusal is shown in place", async () => {
    await openSettings({
      '/api/user/update_profile': kept(() => json({ detail: 'Please give a name of 1 to 80 characters.' }, 422)),
    });
    await userEvent.clear(screen.getByLabelText('Display name'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please give a name of 1 to 80 characters.')).toBeInTheDocument();
    expect(sent).toEqual({ display_name: '' });
  });

  test('a new password is sent with the old one; a wrong one is reported and costs nobody the login', async () => {
    let right = false;
    const { router } = await openSettings({
      '/api/user/password': kept(() => (right ? nothing() : json({ detail: 'The old password is wrong.' }, 403))),
    });
    await userEvent.type(screen.getByLabelText('Old password'), 'one');
    await userEvent.type(screen.getByLabelText('New password'), 'another');
    await userEvent.click(screen.getByRole('button', { name: 'Change the password' }));
    expect(await screen.findByText('The old password is wrong.')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/settings');
    right = true;
    await userEvent.click(screen.getByRole('button', { name: 'Change the password' }));
    expect(await screen.findByText('Password changed. All other logins have ended.')).toBeInTheDocument();
    expect(sent).toEqual({ old_password: 'one', new_password: 'another' });
    expect(screen.getByLabelText('Old password')).toHaveValue('');
  });

  test('the theme is chosen here too', async () => {
    await openSettings();
    await userEvent.click(screen.getByRole('radio', { name: /Field map/ }));
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(localStorage.getItem('theme')).toBe('light');
    await userEvent.click(screen.getByRole('radio', { name: /War room/ }));
    expect(document.documentElement.dataset.theme).toBe('dark');
  });

  test('deleting the account asks for the password, then ends the login', async () => {
    const { router } = await openSettings({ '/api/user': kept(nothing) });
    await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
    await userEvent.type(dialog.getByLabelText('Your password'), 'one');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete everything' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent).toEqual({ password: 'one' });
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  test('a login by the provider confirms with the address; a refusal keeps everything', async () => {
    await openSettings({ '/api/user': kept(() => json({ detail: 'Type the email address of the account.' }, 403)) });
    await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'I log in with Google and have no password' }));
    await userEvent.type(dialog.getByLabelText('Your email'), 'bo@example.org');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete everything' }));
    expect(await dialog.findByText('Type the email address of the account.')).toBeInTheDocument();
    expect(sent).toEqual({ email: 'bo@example.org' });
    expect(localStorage.getItem('access_token')).toBe('secret');
  });

  test('the symbols on the dice are listed with what they count as, and forgotten', async () => {
    const symbol = (id: number, face: number) => ({
      id,
      face,
      explained: '2026-11-28T20:00:00Z',
      picture: 'data:image/png;base64,AAAA',
    });
    const forgotten: string[] = [];
    await openSettings({
      '/api/dice_symbols': () => json({ symbols: [symbol(4, 6), symbol(3, 1)] }),
      '/api/dice_symbols/4': (path: string, { method }: Request) => {
        forgotten.push(`${method} ${path}`);
        return nothing();
      },
    });
    const list = await screen.findByRole('list', { name: 'Symbols' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Forget the symbol that counts as 6' }));
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
    expect(forgotten).toEqual(['DELETE /api/dice_symbols/4']);
    expect(within(list).getByRole('img', { name: '1' })).toBeVisible();
  });
});
