import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { json, serve, show, signedIn } from '@/test/page';
import { WorkshopPage } from './WorkshopPage';

test('who has no roster is led to where one is uploaded', async () => {
  signedIn();
  serve({ '/api/rule_sets': () => json({ rule_sets: [] }), '/api/rosters': () => json({ rosters: [] }) });
  show('/workshop', { '/workshop': <WorkshopPage /> });
  expect(await screen.findByRole('link', { name: 'Upload a roster first' })).toHaveAttribute('href', '/upload_list');
});
