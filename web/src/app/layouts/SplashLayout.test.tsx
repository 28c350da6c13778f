import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, show, signedIn } from '@/test/page';
import { SplashLayout } from './SplashLayout';

test.each([
  [true, 'Your games', 0],
  [false, 'LOGIN', 1],
])('offers an account only to those who have none: signed in %s', async (known, door, offers) => {
  if (known) signedIn();
  serve({});
  show('/', { '/': <SplashLayout /> });
  expect(await screen.findByRole('link', { name: door })).toBeVisible();
  const items = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(items.getByRole('link', { name: 'Blog' })).toBeVisible();
  expect(items.queryAllByRole('link', { name: 'Sign Up' })).toHaveLength(offers);
});
