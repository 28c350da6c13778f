import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import fixture from '@/test/fixtures/game-panels.json';
import { json, serve, signedIn, type Seen, show } from '@/test/page';
import { GameView } from '@/features/game';
import { received } from '../client/received';
import { NOW, showPanel } from '../staged.test-kit';
import { AbilitiesPanel } from './AbilitiesPanel';
import { FirstArmy } from './ArmyPanel';
import { EffectsPanel } from './EffectsPanel';
import { LogsPanel } from './LogsPanel';
import { StratagemsPanel } from './StratagemsPanel';
import { SummaryPanel } from './SummaryPanel';

const open = (path: string) => show(path, { '/game/:gameId/view': <GameView /> });

const GAME = '/api/game/g1';
const { state, abilities, stratagems, active_effects: effects } = fixture;
const now = (message: string, ago = 0, id = 1, type = 'combat') => ({
  id,
  timestamp: new Date(Date.now() - ago).toISOString(),
  log_type: type,
  phase: 'shooting',
  round: 1,
  turn: 1,
  message,
  details: { seen: id },
});

beforeEach(() => {
  localStorage.clear();
  signedIn();
});

function game(answers: Parameters<typeof serve>[0] = {}): Seen[] {
  return serve({
    '/api/games/g1/state': () => json(state),
    [`${GAME}/abilities`]: () => json({ abilities, game_state: NOW }),
    [`${GAME}/stratagems`]: () => json({ stratagems }),
    [`${GAME}/active-effects`]: () => json({ active_effects: effects }),
    [`${GAME}/logs_json`]: () => json({ logs: [] }),
    ...answers,
  });
}

const PANELS = {
  Abilities: AbilitiesPanel,
  Stratagems: StratagemsPanel,
  Effects: EffectsPanel,
  'The first army': FirstArmy,
  Summary: SummaryPanel,
  Logs: LogsPanel,
};

/** A section's panel alone, in the game that the server sends; shell/sections.test.tsx has them on the page. */
function section(name: keyof typeof PANELS) {
  const Panel = PANELS[name];
  showPanel(
    <section aria-label={name}>
      <Panel />
    </section>,
    received(state),
    '',
    'g1',
  );
  return within(screen.getByRole('region', { name }));
}

/** The other army is asked, so that its tab is open. */
const turnTo = async (panel: ReturnType<typeof section>, army: string) =>
  userEvent.click(await panel.findByRole('tab', { name: army }));

describe('abilities', () => {
  test('ABIL-53 ABIL-56 ABIL-57 ABIL-65 ABIL-66 ABIL-67 ABIL-68 ABIL-69 they are shown with the moment, the army and what keeps each from working', async () => {
    game();
    const panel = section('Abilities');
    const idle = abilities.find((each) => !each.overall_active && each.location.unit_uuid === null)!;
    await turnTo(panel, 'The Long Watch');
    const card = within(await panel.findByRole('article', { name: idle.name }));
    expect(panel.getAllByRole('tab')).toHaveLength(2);
    expect(panel.getByText('Round 1')).toBeTruthy();
    expect(card.getByText(idle.why_not)).toBeTruthy();
    expect(card.getByText('Why not triggered?')).toBeTruthy();
    for (const check of ['Time', 'Action', 'Expiry', 'Casts']) expect(card.getByText(check)).toBeTruthy();
    expect(card.getAllByText('✕ Not met')).toHaveLength(
      Object.values(idle.trigger_conditions).filter((holds) => !holds).length,
    );
  });

  test('ABIL-61 ABIL-62 ABIL-63 as JSON, processed and raw', async () => {
    game();
    const panel = section('Abilities');
    await userEvent.click((await panel.findAllByRole('button', { name: 'View Raw JSON' }))[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('tab').map((each) => each.textContent)).toEqual(['Raw', 'Processed']);
  });

  test("ABIL-55 a failure is shown with the server's sentence", async () => {
    game({ [`${GAME}/abilities`]: () => json({ detail: 'The server is restarting.' }, 503) });
    const panel = section('Abilities');
    expect(await panel.findByText('Error loading abilities: The server is restarting.')).toBeTruthy();
  });

  test('ABIL-54 none at all', async () => {
    game({ [`${GAME}/abilities`]: () => json({ abilities: [], game_state: NOW }) });
    expect(await section('Abilities').findByText('No abilities available')).toBeTruthy();
  });

  test('ABIL-72 ABIL-73 ABIL-74 ABIL-77 a choice is taken and sent', async () => {
    const chosen = abilities.map((each) => (each.is_selectable ? { ...each, overall_active: true } : each));
    const ability = chosen.find((each) => each.is_selectable && each.location.unit_uuid === null)!;
    let sent: unknown;
    game({
      [`${GAME}/abilities`]: () => json({ abilities: chosen, game_state: NOW }),
      [`${GAME}/process_selectable_ability`]: async (_, request) => {
        sent = await request.json();
        return json(state);
      },
    });
    const panel = section('Abilities');
    const tab = panel.queryAllByRole('tab').find((each) => each.textContent === ability.location.army_name);
    if (tab) await userEvent.click(tab);
    else await userEvent.click(await panel.findByRole('tab', { name: ability.location.army_name }));
    await userEvent.click(
      within(await panel.findByRole('article', { name: ability.name })).getByRole('button', { name: 'Select' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Choose one of the following:')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Confirm Selection' })).toHaveProperty('disabled', true);
    await userEvent.click(dialog.getByRole('button', { name: `Select ${ability.choosable_abilities[0]!.name}` }));
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm Selection' }));
    await waitFor(() =>
      expect(sent).toMatchObject({
        parent_ability_id: ability.id,
        selected_ability_uuid: ability.choosable_abilities[0]!.uuid,
      }),
    );
  });
});

test('STRAT-1 STRAT-4 STRAT-6 STRAT-7 STRAT-8 STRAT-11 STRAT-15 stratagems stand with their price, and wait until they are active', async () => {
  game();
  const panel = section('Stratagems');
  const card = within(await panel.findByRole('article', { name: stratagems[0]!.name }));
  expect(card.getByText(`${stratagems[0]!.meta.cost} CP`)).toBeTruthy();
  expect(card.getAllByText('Inactive').length).toBeGreaterThan(0);
  expect(card.getByRole('button', { name: 'Activate' })).toHaveProperty('disabled', true);
  expect(card.getByText(/Source: Highground Open Rules · Type: stratagem/)).toBeTruthy();
});

test('ABIL-33 ABIL-35 ABIL-36 ABIL-37 ABIL-45 ABIL-51 an active stratagem is aimed and used', async () => {
  const ready = stratagems.map((each) => ({ ...each, overall_active: true }));
  const aim = {
    uuid: 'u1',
    name: 'Cinder Guard',
    target_type: 'unit',
    distance: 6.25,
    keywords: ['infantry'],
    joinable_info: null,
  };
  let sent: unknown;
  game({
    [`${GAME}/stratagems`]: () => json({ stratagems: ready }),
    [`${GAME}/ability/`]: () => json({ targets: [aim] }),
    [`${GAME}/process_activated_ability`]: async (_, request) => {
      sent = await request.json();
      return json(state);
    },
  });
  const panel = section('Stratagems');
  await turnTo(panel, 'The Long Watch');
  await userEvent.click(
    within(await panel.findByRole('article', { name: ready[0]!.name })).getByRole('button', { name: 'Activate' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Select Targets:')).toBeTruthy();
  expect(dialog.getByText('6.3″')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: /Cinder Guard/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Activate (1 targets)' }));
  await waitFor(() => expect(sent).toMatchObject({ ability_id: ready[0]!.id, target_uuids: ['u1'] }));
});

test('EFF-1 EFF-4 EFF-5 EFF-6 effects that are not in force say why', async () => {
  game();
  const panel = section('Effects');
  await turnTo(panel, 'The Long Watch');
  expect(await panel.findByText('No active effects for this army')).toBeTruthy();
  expect(panel.getAllByText('Why is this effect inactive?').length).toBe(
    effects[0]!.units.flatMap((unit) => unit.inactive_effects).length,
  );
});

test("ARMY-2 ARMY-5 ARMY-37 ARMY-40 ARMY-46 ARMY-50 an army's sheet, and a unit's", async () => {
  game();
  const army = state.game_model.armies[0]!;
  const panel = section('The first army');
  expect(await panel.findByText(army.detachment)).toBeTruthy();
  const unit = army.units[0]!;
  const card = within(panel.getByRole('article', { name: unit.name }));
  await userEvent.click(card.getByRole('button', { expanded: false }));
  const heads = card.getAllByRole('table')[0]!.querySelectorAll('th');
  expect([...heads].map((each) => each.textContent)).toEqual(['M', 'T', 'W', 'LD', 'OC', 'Sv', 'Inv', 'FNP']);
  expect(card.getByText(`${unit.alive_count} now, ${unit.starting_strength} at the start`)).toBeTruthy();
  expect(card.getByText('Shooting').nextElementSibling?.textContent).toBe(unit.shooting_action ? 'Available' : 'Used');
  await userEvent.click(card.getByRole('button', { name: 'View JSON' }));
  expect(await screen.findByRole('dialog', { name: 'Unit JSON Data' })).toBeTruthy();
});

test('SUMM-1 SUMM-2 SUMM-5 SUMM-6 SUMM-7 SUMM-8 the summary shows the moment, the armies and the objectives', async () => {
  game();
  const panel = section('Summary');
  expect((await panel.findByText('Current phase')).nextElementSibling?.textContent).toBe('Shooting');
  expect(panel.getAllByRole('article')).toHaveLength(state.game_model.objectives.length);
  expect(panel.getAllByText(/^(Controlled|Not controlled)$/)).toHaveLength(state.game_model.objectives.length);
});

// CONST-41, CONST-42
test('LOGS-1 LOGS-3 LOGS-27 LOGS-28 LOGS-29 LOGS-30 the newest hundred logs, by type, the fresh ones marked', async () => {
  // An entry's age must not grow while a busy machine draws the page.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const logs = [
    ...Array.from({ length: 120 }, (_, index) => now(`old ${index}`, 600_000 - index * 1000, index + 1, 'movement')),
    now('a minute ago', 10_000, 200),
    now('just now', 0, 201),
  ];
  game({ [`${GAME}/logs_json`]: () => json({ logs, total: 122 }) });
  const panel = section('Logs');
  await panel.findByText('just now');
  expect(panel.getByText('Game Logs')).toBeTruthy();
  const entries = panel.getAllByRole('listitem');
  expect(entries).toHaveLength(100);
  expect(entries.slice(0, 3).map((each) => each.dataset.age)).toEqual(['new', 'recent', undefined]);
  await userEvent.selectOptions(panel.getByRole('combobox'), 'combat');
  expect(panel.getAllByRole('listitem')).toHaveLength(2);
});

test('PHASE-5 PHASE-6 PHASE-8 PHASE-9 PHASE-14 PHASE-16 the end of a phase offers its summary', async () => {
  game();
  open('/game/g1/view');
  expect(await screen.findByText('Active Castable Abilities')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'View Phase Summary' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Shooting Phase Summary' }));
  expect(await dialog.findByText('No actions recorded for this phase.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Close Summary' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('CHAT-1 CHAT-2 CHAT-6 CHAT-8 the chat is kept, and blank messages go nowhere', async () => {
  localStorage.setItem(
    'chat-messages-g1',
    JSON.stringify([{ id: '1', text: 'Well met.', type: 'user', name: 'Brook', timestamp: new Date().toISOString() }]),
  );
  game();
  open('/game/g1/view');
  await userEvent.click(await screen.findByRole('button', { name: /Game Chat/ }));
  expect(screen.getByText('Well met.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), '   {enter}');
  expect(screen.getByRole('log').querySelectorAll('li')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: /Game Chat/ }));
  expect(screen.queryByText('Well met.')).toBeNull();
});

test('DEBUG-1 OPEN-60 the stores are shown with ?debug=1 alone', async () => {
  game();
  const first = open('/game/g1/view');
  await screen.findByText('Active Castable Abilities');
  expect(screen.queryByLabelText('Stores')).toBeNull();
  first.unmount();
  open('/game/g1/view?debug=1');
  expect((await screen.findByLabelText('Stores')).textContent).toContain('"phase": "shooting"');
});
