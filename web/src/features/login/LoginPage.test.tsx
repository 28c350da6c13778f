import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { open } from '@/test/app';
import { json, ME, serve } from '@/test/page';

const LOGIN = '/api/auth/login';
const answer = { access_token: 'secret', token_type: 'bearer', expires_at: ME.expires_at };
let sent: unknown;

const server = (login: () => Response = () => json(answer)) =>
  serve({
    [LOGIN]: async (_, request) => {
      sent = await request.json();
      return login();
    },
    '/api/user/games': () => json({ games: [] }),
  });

async function fill() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org');
  await userEvent.type(screen.getByLabelText('Password'), 'open sesame');
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Log in' }));

beforeEach(() => {
  sent = undefined;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('the login page', () => {
  test('NAV-32 AUTH-1 AUTH-2 AUTH-3 AUTH-5 AUTH-7 AUTH-8 AUTH-9 has its fields, its ways and no more', async () => {
    server();
    open('/login');
    expect(await screen.findByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    expect(screen.getByRole('checkbox', { name: 'Remember me' })).toBeChecked();
    expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute('href', '/forgot');
    expect(screen.getByRole('button', { name: 'Log in' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
    expect(screen.getAllByRole('link', { name: 'Sign Up' }).at(-1)).toHaveAttribute('href', '/signup');
  });

  test('AUTH-10 AUTH-11 AUTH-12 sends what was typed, keeps the token and goes to the dashboard', async () => {
    const seen = server();
    const { router } = open('/login');
    await fill();
    await press();
    await waitFor(() => expect(router.state.location.pathname).toBe('/user_page'));
    expect(seen.find((each) => each.path === LOGIN)?.method).toBe('POST');
    expect(sent).toEqual({ email: 'ada@example.org', password: 'open sesame', remember: true });
    expect(localStorage.getItem('access_token')).toBe('secret');
  });

  // The checklist's AUTH-4 says that the box does nothing; it was decided that off keeps the token in session storage.
  // OPEN-5
  test('AUTH-4 Remember me off keeps the login in this tab only', async () => {
    server();
    const { router } = open('/login');
    await fill();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Remember me' }));
    await press();
    await waitFor(() => expect(router.state.location.pathname).toBe('/user_page'));
    expect(sent).toMatchObject({ remember: false });
    expect([localStorage.getItem('access_token'), sessionStorage.getItem('access_token')]).toEqual([null, 'secret']);
  });

  // AUTH-14 (no message) is overruled: the failure is logged and shown where it happened.
  // OPEN-10
  test('AUTH-13 AUTH-14 ERR-3 a failure is logged, shown in place, and keeps what was typed', async () => {
    server(() => json({ detail: 'Wrong email or password.' }, 401));
    const { router } = open('/login');
    await fill();
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email or password.');
    expect(console.error).toHaveBeenCalledWith('Login failed', expect.anything());
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
    expect(screen.getByLabelText('Password')).toHaveValue('open sesame');
    expect(router.state.location.pathname).toBe('/login');
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  test('a rate limit says how long to wait, and the button waits with it', async () => {
    server(
      () =>
        new Response(JSON.stringify({ detail: 'Too many attempts. Please try again in 2 seconds.' }), {
          status: 429,
          headers: { 'Retry-After': '2' },
        }),
    );
    open('/login');
    await fill();
    await press();
    expect(await screen.findByText('Too many attempts. Please try again in 2 seconds.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Log in' })).toBeDisabled();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Log in' })).toBeEnabled());
  });

  test("a server out of reach is described in our words, not in the browser's", async () => {
    serve({
      [LOGIN]: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    open('/login');
    await fill();
    await press();
    expect(await screen.findByText('The server could not be reached. Please try again.')).toBeInTheDocument();
  });

  test('an answer that is not JSON is described in words', async () => {
    server(() => new Response('<html>Bad gateway</html>', { status: 502, headers: { 'Content-Type': 'text/html' } }));
    open('/login');
    await fill();
    await press();
    expect(await screen.findByText('Server error. Please try again later.')).toBeInTheDocument();
  });

  test('next= of another site is not followed', async () => {
    server();
    const { router } = open('/login?next=https%3A%2F%2Fevil.example%2F');
    await fill();
    await press();
    await waitFor(() => expect(router.state.location.pathname).toBe('/user_page'));
  });
});
