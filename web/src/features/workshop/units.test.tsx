import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import type { UnitChange, Vocabulary, WrittenUnit } from '@/shared/api';
import { json, serve, show, signedIn } from '@/test/page';
import { Units } from './Units';

const WORDS: Vocabulary = {
  effects: [],
  conditions: [],
  keywords: [],
  valued_keywords: [],
  who: [],
  moments: [],
  durations: [],
  windows: [],
  phases: [],
  rolls: [],
  targets: [],
  turns: [],
  spells: [],
};
const KNOWN: WrittenUnit = { name: 'Guard', abilities: [], models: ['Serf', 'Knight'], weapons: ['Bow'] };
const LANCE = { range: 24, skill: 3, ap: 0, attacks: '1', strength: '4', damage: '1' };

let units: UnitChange[];

function Editing({ first }: { first: UnitChange[] }) {
  const [now, setNow] = useState(first);
  const keep = (next: UnitChange[]) => {
    units = next;
    setNow(next);
  };
  return <Units words={WORDS} units={now} known={[KNOWN]} roster={undefined} onChange={keep} />;
}

const open = (first: UnitChange[]) => show('/', { '/': <Editing first={first} /> });

beforeEach(() => {
  signedIn();
  serve({
    '/api/workshop/unit_words': async (_, request) => {
      const { unit } = (await request.json()) as { unit: UnitChange };
      const names = (unit.carries ?? []).map(({ name }) => `Each miniature also carries ${name}`);
      return json(
        names.includes('Each miniature also carries ')
          ? { lines: [], problem: 'A weapon that is added needs a name.' }
          : { lines: names, problem: null },
      );
    },
  });
});

it('adds a weapon to miniatures of a name, and says it in words', async () => {
  const user = userEvent.setup();
  open([{ name: 'Guard' }]);
  await user.click(screen.getByRole('button', { name: 'Add a weapon' }));
  expect(await screen.findByText('A weapon that is added needs a name.')).toBeVisible();
  const row = within(screen.getByRole('group', { name: 'Added weapon 1' }));
  for (const [label, text] of [
    ['Added weapon', 'Bog lance'],
    ['Carried by', 'Knight'],
    ['With the enhancement', 'Old bell'],
    ['A', '2'],
    ['S', '8'],
    ['D', 'D6+1'],
    ['How many each', '2'],
    ['Keywords', 'melta 2, assault'],
  ] as const) {
    await user.clear(row.getByLabelText(label));
    await user.type(row.getByLabelText(label), text);
  }
  await user.clear(row.getByLabelText('AP'));
  await user.type(row.getByLabelText('AP'), '-3');
  expect(units).toEqual([
    {
      name: 'Guard',
      carries: [
        {
          name: 'Bog lance',
          model: 'Knight',
          enhancement: 'Old bell',
          range: 24,
          attacks: '2',
          skill: 3,
          strength: '8',
          ap: -3,
          damage: 'D6+1',
          count: 2,
          keywords: ['melta 2', 'assault'],
        },
      ],
    },
  ]);
  expect(await screen.findByText('Each miniature also carries Bog lance')).toBeVisible();
  const models = row.getByLabelText('Carried by').getAttribute('list') ?? '';
  expect([...document.getElementById(models)!.querySelectorAll('option')].map(({ value }) => value)).toEqual([
    'Serf',
    'Knight',
  ]);
});

it('adds miniatures that may come in battle, which added weapons can be carried by', async () => {
  const user = userEvent.setup();
  open([{ name: 'Guard', carries: [{ ...LANCE, name: 'Fork' }] }]);
  await user.click(screen.getByRole('button', { name: 'Add miniatures that may come in battle' }));
  const row = within(screen.getByRole('group', { name: 'Miniatures that may come 1' }));
  await user.type(row.getByLabelText('Miniatures that may come'), 'Squire');
  for (const [label, text] of [
    ['At most', '4'],
    ['T', '4'],
    ['Inv (0: none)', '5'],
  ] as const) {
    await user.clear(row.getByLabelText(label));
    await user.type(row.getByLabelText(label), text);
  }
  expect(units[0]?.spares).toEqual([
    {
      name: 'Squire',
      count: 4,
      movement: 6,
      toughness: 4,
      save: 7,
      wounds: 1,
      leadership: 7,
      objective_controlled: 1,
      invuln: 5,
      fnp: 0,
      base_mm: 32,
    },
  ]);
  const models = within(screen.getByRole('group', { name: 'Added weapon 1' }))
    .getByLabelText('Carried by')
    .getAttribute('list');
  expect([...document.getElementById(models ?? '')!.querySelectorAll('option')].map(({ value }) => value)).toContain(
    'Squire',
  );
  await user.click(screen.getByRole('button', { name: 'Remove miniatures that may come 1' }));
  expect(units[0]?.spares).toEqual([]);
});

it('shows the numbers of the row that moves up when one is removed', async () => {
  const user = userEvent.setup();
  open([
    {
      name: 'Guard',
      carries: [
        { ...LANCE, name: 'Lance', ap: -3 },
        { ...LANCE, name: 'Pike', ap: -1 },
      ],
    },
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove added weapon 1' }));
  const row = within(screen.getByRole('group', { name: 'Added weapon 1' }));
  expect(row.getByLabelText('Added weapon')).toHaveValue('Pike');
  expect(row.getByLabelText('AP')).toHaveValue('-1');
});

it('corrects the base of miniatures: its shape, its width and its length', async () => {
  const user = userEvent.setup();
  open([{ name: 'Guard' }]);
  await user.click(screen.getByRole('button', { name: 'Correct a stat line' }));
  const row = within(screen.getByRole('group', { name: 'Corrected stat line 1' }));
  const said = () => JSON.parse(JSON.stringify(units[0]?.models)) as unknown;
  expect(row.queryByLabelText('Base, mm')).toBeNull();
  await user.selectOptions(row.getByLabelText('Base'), 'round');
  expect(said()).toEqual([{ name: '', base_mm: 32 }]);
  await user.clear(row.getByLabelText('Base, mm'));
  await user.type(row.getByLabelText('Base, mm'), '60');
  await user.selectOptions(row.getByLabelText('Base'), 'oval');
  expect(said()).toEqual([{ name: '', base_mm: 60, length_mm: 75 }]);
  await user.clear(row.getByLabelText('Length, mm'));
  expect(row.getByLabelText('Base')).toHaveValue('oval');
  await user.type(row.getByLabelText('Length, mm'), '105');
  await user.selectOptions(row.getByLabelText('Base'), 'rectangular');
  expect(said()).toEqual([{ name: '', base_mm: 60, length_mm: 105, rectangular: true }]);
  await user.selectOptions(row.getByLabelText('Base'), 'as it is');
  expect(said()).toEqual([{ name: '' }]);
});

it('gives miniatures that may come a long base, and shows one that was kept', async () => {
  const user = userEvent.setup();
  const squire = { movement: 6, toughness: 3, save: 7, wounds: 1, leadership: 7, objective_controlled: 1 };
  open([{ name: 'Guard', spares: [{ ...squire, name: 'Squire', base_mm: 42, length_mm: 75 }] }]);
  const row = within(screen.getByRole('group', { name: 'Miniatures that may come 1' }));
  expect(row.getByLabelText('Base')).toHaveValue('oval');
  expect(row.getByLabelText('Width, mm')).toHaveValue('42');
  expect(row.getByLabelText('Length, mm')).toHaveValue('75');
  await user.selectOptions(row.getByLabelText('Base'), 'round');
  expect(JSON.parse(JSON.stringify(units[0]?.spares))).toEqual([{ ...squire, name: 'Squire', base_mm: 42 }]);
});
