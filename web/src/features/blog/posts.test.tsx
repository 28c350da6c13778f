import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { CATEGORIES, dayOf, findPost, POSTS } from './posts';

// OPEN-56
test.each(POSTS.map((post) => [post.slug, post] as const))('%s has a text of at least 400 words', async (_, post) => {
  const { body } = await post.load();
  const { container } = render(<MemoryRouter>{body}</MemoryRouter>);
  expect(container.textContent.split(/\s+/).length).toBeGreaterThanOrEqual(400);
  expect(container.querySelector('p.lead')).not.toBeNull();
  expect(container.textContent).not.toMatch(/lorem|ipsum|todo/i);
});

test('slugs are different, dates go down, and every category has two posts', () => {
  expect(new Set(POSTS.map((post) => post.slug)).size).toBe(POSTS.length);
  expect(POSTS.map((post) => post.date)).toEqual(
    POSTS.map((post) => post.date)
      .sort()
      .reverse(),
  );
  for (const category of CATEGORIES) expect(POSTS.filter((post) => post.category === category)).toHaveLength(2);
});

test('a post is found by its slug, and the day is written out', () => {
  expect(findPost('what-cover-is-worth')?.title).toBe('What cover is worth');
  expect(findPost('nothing')).toBeNull();
  expect(dayOf('2026-11-04')).toBe('4 November 2026');
});
