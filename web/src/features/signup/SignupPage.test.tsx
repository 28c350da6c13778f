import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { json, serve, show } from '@/test/page';
import { LoginPage } from '@/features/login';
import { SignupPage } from '.';

const open = (path: string) => show(path, { '/signup': <SignupPage />, '/login': <LoginPage /> });

let sent: unknown;
let loggedIn: unknown;
const server = (register: () => Response = () => json({ id: 7, email: 'ada@example.org', display_name: 'Ada' }, 201)) =>
  serve({
    '/api/auth/register': async (_, request) => {
      sent = await request.json();
      return register();
    },
    '/api/auth/login': async (_, request) => {
      loggedIn = await request.json();
      return json({ detail: 'Wrong email or password.' }, 401);
    },
  });

const button = () => screen.getByRole('button', { name: 'Signup' });
async function signUp() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org');
  await userEvent.type(screen.getByLabelText('Password'), 'x');
  await userEvent.type(screen.getByLabelText('Display name'), 'Ada');
  await userEvent.click(screen.getByRole('checkbox', { name: 'I accept the terms' }));
  await userEvent.click(button());
}

beforeEach(() => {
  sent = undefined;
  loggedIn = undefined;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('the sign-up page', () => {
  // OPEN-57
  test('NAV-31 AUTH-18 AUTH-19 AUTH-20 AUTH-21 AUTH-22 AUTH-24 AUTH-25 has its fields and ways', async () => {
    server();
    open('/signup');
    expect(await screen.findByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    expect(screen.getByLabelText('Display name')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'I accept the terms' })).not.toBeChecked();
    // OPEN-91: no field to confirm the password.
    expect(screen.getAllByLabelText(/password/i, { selector: 'input' })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Read the terms' })).toHaveAttribute('href', '/terms');
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  });

  test('AUTH-23 Signup waits for the terms, and for nothing else', async () => {
    server();
    open('/signup');
    await screen.findByLabelText('Email');
    expect(button()).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'I accept the terms' }));
    expect(button()).toBeEnabled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'I accept the terms' }));
    expect(button()).toBeDisabled();
  });

  // AUTH-30: there is one password field, so that nothing has to be confirmed.
  // OPEN-46
  test('AUTH-26 AUTH-27 AUTH-28 AUTH-29 AUTH-30 sends what was typed unchecked, says so and leads to the login, which asks for nothing again', async () => {
    server();
    const { router } = open('/signup');
    await signUp();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(sent).toEqual({ email: 'ada@example.org', password: 'x', display_name: 'Ada' });
    expect(await screen.findByText('Your account is ready.')).toBeInTheDocument();
    await waitFor(() => expect(loggedIn).toEqual({ email: 'ada@example.org', password: 'x', remember: true }));
    expect(await screen.findByLabelText('Email')).toHaveValue('ada@example.org');
  });

  test("ERR-1 a refusal is said with the server's sentence, and what was typed stays", async () => {
    server(() => json({ detail: 'There is already an account with this email address.' }, 409));
    const { router } = open('/signup');
    await signUp();
    expect(await screen.findByText('Error: There is already an account with this email address.')).toBeInTheDocument();
    expect(screen.getAllByText(/There is already an account with this email address/)).toHaveLength(1);
    expect(screen.getByLabelText('Display name')).toHaveValue('Ada');
    expect(router.state.location.pathname).toBe('/signup');
  });

  test('ERR-2 a failure without a sentence has one of its own', async () => {
    server(() => json({}, 500));
    open('/signup');
    await signUp();
    expect(await screen.findByText('Error: Something went wrong during registration.')).toBeInTheDocument();
  });
});
