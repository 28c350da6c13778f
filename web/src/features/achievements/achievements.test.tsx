import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { json, serve, signedIn, show } from '@/test/page';
import { AchievementsPage } from '.';

const open = (path: string) => show(path, { '/achievements': <AchievementsPage /> });

const ROWS = [
  {
    code: 'victory',
    name: 'Field Won',
    points: 10,
    description: 'Win a battle.',
    earned_at: '2026-02-01T10:00:00Z',
    game_id: 'g1',
    count: 2,
  },
  {
    code: 'headless',
    name: 'Headless',
    points: 15,
    description: "Slay the enemy's warlord.",
    earned_at: '2026-02-02T10:00:00Z',
    game_id: null,
    count: 1,
  },
];

beforeEach(() => {
  signedIn();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('the achievements page', () => {
  // The checklist's ACH-3 has the user id 1 always; it was decided that the page is the signed-in user's.
  // OPEN-12
  test("ACH-1 ACH-2 ACH-3 ACH-4 lists the signed-in user's by name and points", async () => {
    const seen = serve({ '/api/user/achievements': () => json(ROWS) });
    open('/achievements');
    expect(await screen.findByRole('heading', { level: 1, name: 'Achievements for user 7' })).toBeInTheDocument();
    await screen.findByRole('heading', { name: 'Headless' });
    const rows = screen.getAllByRole('listitem').filter((each) => within(each).queryByRole('heading'));
    expect(
      rows.map((each) => [
        within(each).getByRole('heading').textContent,
        within(each).getByText(/ points/).textContent,
      ]),
    ).toEqual([
      ['Field Won×2', '10 points'],
      ['Headless', '15 points'],
    ]);
    expect(screen.getByText('points', { selector: 'span' }).parentElement).toHaveTextContent(/^35/);
    expect(within(rows[0]!).getByRole('link', { name: 'the battle' })).toHaveAttribute('href', '/games/g1/logs');
    expect(seen.map((each) => each.path)).toContain('/api/user/achievements?user_id=7');
  });

  test('what is not earned yet is listed apart', async () => {
    const more = { code: 'swept', name: 'Swept Field', points: 20, description: 'Leave no enemy alive.' };
    serve({ '/api/user/achievements': () => json(ROWS), '/api/achievements': () => json([...ROWS, more]) });
    open('/achievements');
    expect((await screen.findByRole('heading', { name: /^Still to be earned/ })).parentElement).toHaveTextContent(
      /Swept Field.*20 points$/,
    );
    expect(screen.getAllByText('Field Won', { exact: false })).toHaveLength(1);
  });

  test('without any it says how they are earned', async () => {
    serve({ '/api/user/achievements': () => json([]) });
    open('/achievements');
    expect(await screen.findByText('Medals are earned in battles that are fought to their end.')).toBeInTheDocument();
  });

  // OPEN-55
  test('a list that does not load offers a retry', async () => {
    serve({ '/api/user/achievements': () => json({}, 500) });
    open('/achievements');
    expect(await screen.findByText('Server error. Please try again later.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });
});
