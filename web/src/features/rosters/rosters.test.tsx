import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { json, serve, signedIn, show } from '@/test/page';
import { DisplayPage, RostersPage, UploadPage } from '.';
import { readReport, readRoster } from './readRoster';

const open = (path: string) =>
  show(path, { '/upload_list': <UploadPage />, '/display': <DisplayPage />, '/rosters': <RostersPage /> });

const rifle = {
  uid: 'w',
  name: 'Thorn rifle',
  count: 1,
  range: 24,
  attacks: '2',
  skill: '3+',
  strength: '4',
  ap: -1,
  damage: '1',
  keywords: ['Heavy'],
  mode: '',
};
const squad = {
  uid: 'u1',
  name: 'Warden squad',
  label: 'Warden squad',
  points: 100,
  role: 'Infantry',
  warlord: false,
  left_out: false,
  keywords: ['infantry'],
  faction_keywords: ['ashen wardens'],
  leads: [],
  models: [
    {
      name: 'Warden',
      count: 5,
      movement: 6,
      toughness: 4,
      save: 3,
      wounds: 2,
      leadership: 6,
      objective_controlled: 1,
      invuln: null,
      fnp: 5,
      base: '42 x 75 mm oval',
      base_mm: 42,
      length_mm: 75,
      rectangular: false,
      ranged_weapons: [rifle],
      melee_weapons: [],
    },
  ],
  abilities: [
    {
      name: 'Steady aim',
      location: 'unit',
      source: 'Warden squad',
      rule: null,
      text: 'Add 1 to hit rolls.',
      effects: ['The unit: hit rolls +1 with its attacks'],
      by_hand: false,
    },
  ],
};
const ROSTER = {
  name: 'Border watch',
  system: 'Some Game',
  faction: 'Ashen Wardens',
  detachment: 'Thorn Guard',
  points_stated: 120,
  points_computed: 100,
  playable: true,
  reason: null,
  units: [squad],
  abilities: [{ name: 'Thorn oath', source: 'Thorn Guard', text: 'The thorns hold.', effects: [], by_hand: true }],
};
const REPORT = [
  { code: 'value-guessed', severity: 'info', message: 'A base was guessed.', where: 'roster/forces[0]/Warden squad' },
  { code: 'unknown', severity: 'warning', message: 'A weapon has no profile.', where: 'roster/forces[0]/Warden squad' },
  { code: 'value-guessed', severity: 'info', message: 'A base was guessed.', where: 'roster/forces[0]/Others' },
];
const ROW = {
  roster_id: 'r1',
  name: 'Border watch',
  faction: 'Ashen Wardens',
  detachment: 'Thorn Guard',
  system: 'Some Game',
  points: 100,
  units: 1,
  models: 5,
  playable: true,
  left_out: 0,
  created: '2026-02-01T10:00:00Z',
};

let sent: unknown;
const file = (name: string) => new File(['<roster/>'], name);
const stored = (roster: unknown, rosterId: string | null = null) => {
  localStorage.setItem('roster_dict', JSON.stringify(roster));
  localStorage.setItem('roster_import', JSON.stringify({ report: REPORT, rosterId }));
};

beforeEach(() => {
  sent = undefined;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('the upload page', () => {
  // How the file is sent, and what follows, is asserted in the browser: jsdom sends no files by XMLHttpRequest.
  test('NAV-30 ROST-1 ROST-2 has a picker for .ros files and its button', async () => {
    serve({});
    open('/upload_list');
    const field = await screen.findByLabelText('Select a roster file (.ros)');
    expect(field).toHaveAttribute('type', 'file');
    expect(field).toHaveAttribute('accept', '.ros');
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  test('ROST-3 ROST-5 ERR-7 another ending is refused, where it was chosen too', async () => {
    const seen = serve({});
    open('/upload_list');
    await userEvent.upload(await screen.findByLabelText('Select a roster file (.ros)'), file('army.txt'), {
      applyAccept: false,
    });
    // Said once, where it was chosen, and not a second time after another try.
    const said = () => screen.getAllByRole('alert').map((each) => each.textContent);
    const once = [
      '✕Please select a .ros filearmy.txt does not end in .ros. Files of other list builders go into the field above.',
    ];
    expect(await screen.findByText('Please select a .ros file')).toBeInTheDocument();
    expect(said()).toEqual(once);
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(said()).toEqual(once);
    expect(seen).toEqual([]);
  });

  test('ERR-7 without a file it asks for one', async () => {
    serve({});
    open('/upload_list');
    await userEvent.click(await screen.findByRole('button', { name: 'Upload' }));
    expect(await screen.findByText('Please select a .ros file')).toBeInTheDocument();
  });

  test('ROST-4 the ending is compared without regard to case, for a dropped file too', async () => {
    serve({});
    open('/upload_list');
    await userEvent.upload(await screen.findByLabelText('Select a roster file (.ros)'), file('ARMY.ROS'), {
      applyAccept: false,
    });
    expect(await screen.findByText(/ARMY\.ROS/)).toBeInTheDocument();
    fireEvent.drop(screen.getByTestId('drop'), { dataTransfer: { files: [file('Other.Ros')] } });
    expect(await screen.findByText(/Other\.Ros/)).toBeInTheDocument();
    expect(screen.queryByText('Please select a .ros file')).toBeNull();
  });
});

describe('the field for any format', () => {
  const lost = [
    { code: 'sheet-missing', severity: 'warning', message: 'Warden squad: no data sheet.', where: 'Warden squad' },
    { code: 'unit-unknown', severity: 'warning', message: "'5x Lamp bearers' has no points in brackets.", where: '' },
    { code: 'too-many-copies', severity: 'warning', message: 'It may be there once.', where: '' },
  ];
  const missing = [{ uid: 'u1', name: 'Warden squad', sheet: true, gear: ['Thorn rifle'] }];
  let sent: unknown;
  const outcome = async (name: string) => within(await screen.findByRole('listitem', { name }));

  test('takes several files at once, picked or dropped, and shows what became of each', async () => {
    // jsdom forgets a file's name on its way: the second call is the broken one's.
    let calls = 0;
    serve({
      '/api/upload_list': () =>
        (calls += 1) === 2
          ? json({ detail: 'The file is JSON, but no roster.' }, 422)
          : json({ roster_dict: ROSTER, report: REPORT, roster_id: null }),
    });
    const { router } = open('/upload_list');
    const picker = await screen.findByLabelText('Roster files of any format');
    expect(picker).toHaveAttribute('multiple');
    expect(picker).toHaveAttribute('accept', '.ros,.rosz,.json,.txt,.cat,.catz');
    await userEvent.upload(picker, [file('one.rosz'), file('broken.json')]);
    fireEvent.drop(screen.getByTestId('drop-any'), { dataTransfer: { files: [file('three.txt')] } });
    expect(await screen.findByText('3 of 3 done, 1 could not be read')).toBeInTheDocument();
    expect(calls).toBe(3);
    expect((await outcome('broken.json')).getByText('The file is JSON, but no roster.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
    expect(await screen.findByText(/The files above have been read already/)).toBeInTheDocument();
    const first = await outcome('one.rosz');
    expect(first.getByText('100 points · 1 unit, 5 miniatures')).toBeInTheDocument();
    expect(first.getByText('Ready to fight')).toBeInTheDocument();
    await userEvent.click(first.getByRole('button', { name: 'Open' }));
    await screen.findByRole('article', { name: 'Warden squad' });
    expect(router.state.location.pathname).toBe('/display');
  });

  test('what several units without a data sheet have in common is said once, and each of them counts', async () => {
    const said = (name: string, held: string) => ({
      ...lost[0],
      message: `${name}: no data sheet of that name is on your shelf, so it can't be set up.${held}`,
      where: name,
    });
    const report = [said('Rowers', ' It holds Oar, Drum.'), said('Rowers', ' It holds Oar, Drum.'), said('Kite', '')];
    const rowers = { name: 'Rowers', sheet: true, gear: ['Oar', 'Drum'] };
    const without = [
      { ...rowers, uid: 'u1' },
      { ...rowers, uid: 'u2' },
      { ...rowers, uid: 'u3', name: 'Kite', gear: [] },
    ];
    serve({ '/api/upload_list': () => json({ roster_dict: ROSTER, report, roster_id: 'r1', missing: without }) });
    open('/upload_list');
    await userEvent.click(await screen.findByText('Paste a list'));
    await userEvent.type(screen.getByLabelText('The list as text'), 'Rowers (100 points)');
    await userEvent.click(screen.getByRole('button', { name: 'Read the list' }));
    const row = await outcome('Pasted list.txt');
    expect(await row.findByRole('heading', { name: 'Without a data sheet 3' })).toBeInTheDocument();
    expect(row.getAllByText(/can't be set up/)).toHaveLength(1);
    expect(row.getByText('Rowers × 2: Oar, Drum')).toBeInTheDocument();
    expect(row.getByText('Kite')).toBeInTheDocument();
  });

  test('a pasted list says what its shelf had, by kind, and asks for what is missing', async () => {
    serve({
      '/api/upload_list': () =>
        json({
          roster_dict: { ...ROSTER, playable: false, reason: 'No stat lines.' },
          report: lost,
          roster_id: 'r1',
          missing,
        }),
      '/api/rosters/r1/sheets': async (_, request) => {
        sent = await request.json();
        return json({ roster_dict: ROSTER, report: [], roster_id: 'r1', missing: [], learned: 0 });
      },
    });
    open('/upload_list');
    await userEvent.click(await screen.findByText('Paste a list'));
    expect(screen.getByRole('button', { name: 'Read the list' })).toBeDisabled();
    await userEvent.type(screen.getByLabelText('The list as text'), 'Warden squad (100 points)');
    await userEvent.click(screen.getByRole('button', { name: 'Read the list' }));
    const row = await outcome('Pasted list.txt');
    expect(await row.findByText('From your shelf')).toBeInTheDocument();
    const groups = row
      .getAllByRole('heading', { level: 4 })
      .map((each) => [each.textContent, each.nextElementSibling?.textContent]);
    expect(groups).toEqual([
      ['Without a data sheet 1', 'Warden squad: no data sheet.'],
      ['Units that were not read 1', "'5x Lamp bearers' has no points in brackets."],
    ]);
    await userEvent.click(row.getByRole('button', { name: 'Open' }));
    expect(await screen.findByRole('region', { name: 'From your shelf' })).toHaveTextContent('no data sheet.');
    expect(screen.getByRole('region', { name: 'Points and legality' })).toHaveTextContent('It may be there once.');
    const form = within(screen.getByRole('form', { name: 'Numbers of Warden squad' }));
    await userEvent.click(form.getByRole('button', { name: 'Use these numbers' }));
    expect(form.getByText('M must be a number from 0 to 60.')).toBeInTheDocument();
    const stats = { M: '6', T: '4', SV: '3+', W: '2', LD: '6', OC: '1' };
    const line = within(form.getByRole('group', { name: 'Stat line of each model' }));
    for (const [label, value] of Object.entries(stats)) await userEvent.type(line.getByLabelText(label), value);
    const rifle = within(form.getByRole('group', { name: 'Thorn rifle' }));
    await userEvent.type(rifle.getByLabelText('Range'), '24');
    await userEvent.click(form.getByRole('button', { name: 'Use these numbers' }));
    expect(form.getByText('Thorn rifle needs attacks such as 2 or D6+1.')).toBeInTheDocument();
    const values = { A: '2', Hit: '3+', S: '4', AP: '-1', D: 'D3' };
    for (const [label, value] of Object.entries(values)) await userEvent.type(rifle.getByLabelText(label), value);
    await userEvent.click(form.getByRole('button', { name: 'Use these numbers' }));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(sent).toMatchObject({
      units: [
        { name: 'Warden squad', stats: { save: 3, wounds: 2 }, weapons: [{ name: 'Thorn rifle', damage: 'D3' }] },
      ],
    });
    expect(screen.getByText('Ready to fight')).toBeInTheDocument();
  });
});

describe('the army cards', () => {
  // OPEN-6
  test('show each unit with its numbers, weapons and keywords; abilities are folded', async () => {
    stored(ROSTER);
    serve({});
    open('/display');
    const card = within(await screen.findByRole('article', { name: 'Warden squad' }));
    const rules = within(screen.getByRole('article', { name: 'Army rules' }));
    expect(rules.getByText('Thorn oath')).toBeVisible();
    expect(rules.getByText('by hand')).toBeVisible();
    expect(card.getByText('5 miniatures')).toBeInTheDocument();
    const cells = (table: string) =>
      within(card.getByRole('table', { name: table }))
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells('Warden, attributes')).toEqual([
      ['M', 'T', 'W', 'LD', 'OC', 'Sv', 'FNP'],
      ['6″', '4', '2', '6+', '1', '3+', '5+'],
    ]);
    expect(cells('Ranged weapons')).toEqual([
      ['Weapon', 'Count', 'Range', 'A', 'BS', 'S', 'AP', 'D'],
      ['Thorn rifleHeavy', '5', '24″', '2', '3+', '4', '-1', '1'],
    ]);
    expect(card.getByText('Base 42 x 75 mm oval')).toBeInTheDocument();
    expect(card.getByText('infantry, ashen wardens')).toBeInTheDocument();
    expect(document.querySelector('article details')).not.toHaveAttribute('open');
    expect(card.getByText('Add 1 to hit rolls.')).toBeInTheDocument();
  });

  test('the import report shows points, what could not be read first, and the same remark once', async () => {
    stored(ROSTER);
    serve({});
    open('/display');
    expect(await screen.findByText('The file states 120 points, its units add up to 100.')).toBeInTheDocument();
    expect(screen.getByText('Ready to fight')).toBeInTheDocument();
    expect(readReport(REPORT).map((each) => [each.severity, each.where.length])).toEqual([
      ['warning', 1],
      ['info', 2],
    ]);
    expect(screen.getAllByText('A base was guessed.')).toHaveLength(1);
  });

  test('an army that cannot fight says why, and is not offered to a game', async () => {
    stored({ ...ROSTER, playable: false, reason: 'Its game is another one.' }, 'r1');
    serve({});
    open('/display');
    expect(await screen.findByText('Its game is another one.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Use in a game' })).toBeNull();
  });

  test('a saved one can be used in a game, one of this browser only cannot yet', async () => {
    stored(ROSTER, 'r1');
    serve({});
    const first = open('/display');
    expect(await screen.findByRole('link', { name: 'Use in a game' })).toHaveAttribute(
      'href',
      '/games?new=1&roster=r1',
    );
    first.unmount();
    stored(ROSTER);
    open('/display');
    expect(
      await screen.findByText(
        'This roster is only in this browser. Log in and upload it to keep it and use it in a game.',
      ),
    ).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Use in a game' })).toBeNull();
  });

  test.each([['nothing'], ['{"broken'], ['[]'], ['{"units": 4}']])(
    "%s in the browser's storage is no roster",
    async (content) => {
      if (content !== 'nothing') localStorage.setItem('roster_dict', content);
      serve({});
      open('/display');
      expect(await screen.findByText('No roster here yet')).toBeInTheDocument();
    },
  );

  test('fields of a wrong kind do not break the cards', () => {
    expect(
      readRoster({ units: [{ models: 'none', abilities: [null], points: 'many', keywords: [4] }] })?.units[0],
    ).toMatchObject({ name: 'Unit', points: null, models: [], keywords: ['4'] });
  });
});

describe('the saved rosters', () => {
  const server = (answers = {}) =>
    serve({
      '/api/rosters/r1': async (_: string, request: Request) => {
        if (request.method === 'DELETE') return new Response(null, { status: 204 });
        if (request.method === 'GET') return json({ roster_dict: ROSTER, report: REPORT, roster_id: 'r1' });
        sent = await request.json();
        return json({ ...ROW, name: 'Second watch' });
      },
      '/api/rosters': () => json({ rosters: [ROW] }),
      ...answers,
    });

  test('are listed, opened and renamed', async () => {
    signedIn();
    server();
    const { router } = open('/rosters');
    const card = within(await screen.findByRole('article', { name: 'Border watch' }));
    expect(card.getByText('1 unit, 5 miniatures')).toBeInTheDocument();
    await userEvent.click(card.getByRole('button', { name: 'Rename Border watch' }));
    const field = within(await screen.findByRole('dialog')).getByLabelText('Name');
    await userEvent.clear(field);
    await userEvent.type(field, 'Second watch{Enter}');
    expect(await screen.findByRole('article', { name: 'Second watch' })).toBeInTheDocument();
    expect(sent).toEqual({ name: 'Second watch' });
    await userEvent.click(screen.getByRole('link', { name: 'Open' }));
    await screen.findByRole('article', { name: 'Warden squad' });
    expect(router.state.location.pathname + router.state.location.search).toBe('/display?roster=r1');
  });

  test('are deleted after a question', async () => {
    signedIn();
    const seen = server();
    open('/rosters');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Border watch' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Roster deleted.')).toBeInTheDocument();
    expect(seen.filter((each) => each.method === 'DELETE').map((each) => each.path)).toEqual(['/api/rosters/r1']);
    await waitFor(() => expect(screen.getByText('No roster yet')).toBeInTheDocument());
  });

  test('many are searched, filtered, ordered, and stand in pages', async () => {
    signedIn();
    const many = Array.from({ length: 30 }, (_, index) => ({
      ...ROW,
      roster_id: `r${index}`,
      name: `Watch ${String(index).padStart(2, '0')}`,
      points: index * 10,
      faction: index % 2 ? 'Fen' : 'Vow',
      playable: index !== 7,
      created: `2026-02-${String(index + 1).padStart(2, '0')}T10:00:00Z`,
    }));
    server({ '/api/rosters': () => json({ rosters: many }) });
    open('/rosters');
    const names = () => screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'));
    await screen.findByRole('article', { name: 'Watch 29' });
    expect(names()).toHaveLength(12);
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(names()[0]).toBe('Watch 17');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'By name');
    expect(names()[0]).toBe('Watch 00');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Faction' }), 'Fen');
    expect(screen.getByText('15 of 30')).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Which rosters' }), 'Not ready');
    expect(names()).toEqual(['Watch 07']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search rosters' }), 'zeppelin');
    await userEvent.click(screen.getByRole('button', { name: 'Show all rosters' }));
    expect(names()).toHaveLength(12);
  });
});
