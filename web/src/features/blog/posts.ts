import type { ComponentType, ReactNode } from 'react';
import * as plates from './plates';

export const CATEGORIES = ['Camera', 'Dice', 'Rules', 'Play', 'Lists'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface PostInfo {
  slug: string;
  title: string;
  category: Category;
  /** The day it was published, as YYYY-MM-DD. */
  date: string;
  description: string;
  Plate: ComponentType<{ label?: string }>;
  /** The text, which comes with its own chunk. */
  load: () => Promise<{ body: ReactNode }>;
}

/** All posts, newest first. The first one is featured. */
export const POSTS: readonly PostInfo[] = [
  {
    slug: 'how-the-camera-reads-a-table',
    title: 'How the camera reads a table',
    category: 'Camera',
    date: '2026-11-18',
    Plate: plates.TablePlate,
    description:
      'Names come from paper, inches from the edge, bodies from what changed: why the software never guesses what a miniature is.',
    load: () => import('./posts/how-the-camera-reads-a-table'),
  },
  {
    slug: 'how-luck-is-measured',
    title: 'How luck is measured',
    category: 'Dice',
    date: '2026-11-11',
    Plate: plates.LuckPlate,
    description:
      'Everybody remembers the volley that did nothing. What was to be expected of it, exactly, and what luck does not say.',
    load: () => import('./posts/how-luck-is-measured'),
  },
  {
    slug: 'one-inch-between-bases',
    title: 'What one inch means between bases',
    category: 'Rules',
    date: '2026-11-04',
    Plate: plates.InchPlate,
    description: 'The weapons were easy. What took the time was the word “within”, and who measures it from where.',
    load: () => import('./posts/one-inch-between-bases'),
  },
  {
    slug: 'an-opponent-that-explains-itself',
    title: 'An opponent that explains itself',
    category: 'Play',
    date: '2026-10-28',
    Plate: plates.ReasonsPlate,
    description: 'Four temperaments, five strengths, no dice of its own. And for every order a sum that you can read.',
    load: () => import('./posts/an-opponent-that-explains-itself'),
  },
  {
    slug: 'two-hundred-battles-before-breakfast',
    title: 'Two hundred battles before breakfast',
    category: 'Lists',
    date: '2026-10-21',
    Plate: plates.BatchPlate,
    description:
      'You changed one unit and won three times in a row. How many battles it takes to know whether the list is better.',
    load: () => import('./posts/two-hundred-battles-before-breakfast'),
  },
  {
    slug: 'cards-scissors-matt-paper',
    title: 'Cards, scissors, matt paper',
    category: 'Camera',
    date: '2026-10-14',
    Plate: plates.CardsPlate,
    description:
      'Making markers that the camera finds: actual size, no gloss, and the white edge that everybody wants to cut off.',
    load: () => import('./posts/cards-scissors-matt-paper'),
  },
  {
    slug: 'nobody-chooses-a-die',
    title: 'Why nobody can choose a die',
    category: 'Dice',
    date: '2026-10-07',
    Plate: plates.SeedPlate,
    description:
      'If a computer rolls your dice, why should you believe it? Because nobody could choose it, and because it can be checked, years later.',
    load: () => import('./posts/nobody-chooses-a-die'),
  },
  {
    slug: 'reading-a-battle-report',
    title: 'Reading a battle report',
    category: 'Play',
    date: '2026-09-30',
    Plate: plates.ReportPlate,
    description:
      'Several hundred actions, of which ten mattered. How to find those ten and send one of them to a friend.',
    load: () => import('./posts/reading-a-battle-report'),
  },
  {
    slug: 'what-cover-is-worth',
    title: 'What cover is worth',
    category: 'Rules',
    date: '2026-09-23',
    Plate: plates.CoverPlate,
    description: 'The same volley twelve times, in the open and behind the wall. It is not the weak who profit most.',
    load: () => import('./posts/what-cover-is-worth'),
  },
  {
    slug: 'what-a-roster-does-not-say',
    title: 'What a roster does not say',
    category: 'Lists',
    date: '2026-09-16',
    Plate: plates.RosterPlate,
    description:
      'A list builder writes for people who know the game. What a program has to guess, and how it owns up to it.',
    load: () => import('./posts/what-a-roster-does-not-say'),
  },
];

export const findPost = (slug: string | undefined): PostInfo | null => POSTS.find((each) => each.slug === slug) ?? null;

const DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "18 November 2026". */
export const dayOf = (date: string): string => DAYS.format(new Date(`${date}T00:00:00Z`));
