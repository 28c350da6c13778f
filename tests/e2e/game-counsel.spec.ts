import { test } from '@playwright/test';
import { askTheCoach, chooseLevel, explainsItself, isStopped, isWarned, runsOutOfTime } from './counsel';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

// The same on a phone is checked each time.

test('a level and its time are chosen at set-up, kept, and said at the table', { tag: '@slow' }, ({ page }) =>
  chooseLevel(page),
);
test('the coach says what it would do and draws it; nothing is done', { tag: '@slow' }, ({ page }) =>
  askTheCoach(page),
);
test('a choice that loses is asked about first, and made anyway if that is wanted', { tag: '@slow' }, ({ page }) =>
  isWarned(page),
);
test('the computer explains a move by its plans and draws it', { tag: '@slow' }, ({ page }) => explainsItself(page));
test('the computer that thinks is paused, goes on, and is cancelled', { tag: '@slow' }, ({ page }) => isStopped(page));
test('a time that runs out ends in a move and says how little was compared', { tag: '@slow' }, ({ page }) =>
  runsOutOfTime(page),
);
