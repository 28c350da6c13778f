import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { readBattleLog, type Action } from '@/shared/battle-log';
import { ActionList, actionGraphics, involvedUnits } from '.';

/** An entry as the timeline reads it. */
function entry(raw: Record<string, unknown>): Action {
  return readBattleLog([
    { id: 1, timestamp: 't', phase: 'movement', phase_time: 'middle', message: 'It happens', ...raw },
  ]).frames[0]!.actions[0]!;
}

const show = (raw: Record<string, unknown>) => {
  const action = entry(raw);
  return render(
    <ActionList
      actions={[action]}
      openId={1}
      onToggle={() => undefined}
      onLink={() => undefined}
      phaseLabel={(phase) => `Phase ${phase}`}
    />,
  );
};

const fact = (name: string): string => screen.getByText(name, { selector: 'dt' }).nextElementSibling!.textContent;

const MOVE = {
  log_type: 'movement',
  unit_name: 'Reed Archers',
  movement_action: 'normal_move',
  starting_position: [10, 8],
  ending_position: [12.5, 9],
  instructions: 'Go east',
  rationale: 'Cover',
};
const CHARGE = {
  log_type: 'charge',
  phase: 'charge',
  charging_name: 'Eel Lancers',
  target_name: 'Wick Guard',
  roll: 9,
  dice: [4, 5],
  needed: 7,
  success: true,
  start_location: [1, 2],
  end_location: [8, 2],
};
const SHOCK = {
  log_type: 'battleshock',
  phase: 'command',
  unit_name: 'Brine Brutes',
  roll: 5,
  dice: [2, 3],
  leadership: '7+',
  passed: false,
};
const SHOTS = {
  log_type: 'combat',
  phase: 'shooting',
  attacker_unit: 'Wick Guard',
  attacker_location: [5, 5],
  targets: [
    {
      unit_name: 'Reed Archers',
      location: [20, 10],
      total_damage_taken: 3,
      models_killed: 2,
      models_remaining: 8,
      dice_logs: [{ weapon_name: 'Rifle', attacks: [{ hit_roll: { needed: '3+', roll: 5 } }] }],
      damage_logs: [{ message: 'Reed Archers lose 2' }],
    },
    {
      unit_name: 'Gull Flock',
      location: [22, 10],
      total_damage_taken: 0,
      models_killed: 0,
      models_remaining: 5,
      dice_logs: [],
      damage_logs: [],
    },
  ],
};

describe('an opened action', () => {
  test('LOGV-55 phase, LOGV-56 phase time, LOGV-57 type, LOGV-58 message', () => {
    show(MOVE);
    expect(fact('Phase')).toBe('Phase movement');
    expect(fact('Phase time')).toBe('middle');
    expect(fact('Type')).toBe('movement');
    expect(fact('Message')).toBe('It happens');
  });

  test.each(['beginning', 'middle', 'end'])('OPEN-88 the phase time %s is shown', (time) => {
    show({ ...MOVE, phase_time: time });
    expect(fact('Phase time')).toBe(time);
  });

  test('LOGV-81..85 a movement shows unit, action, positions, instructions and rationale', () => {
    show(MOVE);
    expect(fact('Unit')).toBe('Reed Archers');
    expect(fact('Action')).toBe('normal move');
    expect(fact('Starting position')).toBe('10.0″ from the left edge, 8.0″ from the top');
    expect(fact('Ending position')).toBe('12.5″ from the left edge, 9.0″ from the top');
    expect(fact('Instructions')).toBe('Go east');
    expect(fact('Rationale')).toBe('Cover');
  });

  test('LOGV-86..89 a charge shows units, roll against needed, success and locations', () => {
    show(CHARGE);
    expect(fact('Charging unit')).toBe('Eel Lancers');
    expect(fact('Target unit')).toBe('Wick Guard');
    expect(fact('Roll / needed')).toContain('9 against 7');
    expect(fact('Success')).toContain('Success');
    expect(fact('Start location')).toBe('1.0″ from the left edge, 2.0″ from the top');
    expect(fact('End location')).toBe('8.0″ from the left edge, 2.0″ from the top');
  });

  test('a charge with its units as objects reads the same', () => {
    show({
      ...CHARGE,
      charging_name: undefined,
      target_name: undefined,
      charging_unit: { name: 'Eel Lancers', location: [1, 2] },
      target_unit: { name: 'Wick Guard' },
      success: false,
    });
    expect(fact('Charging unit')).toBe('Eel Lancers');
    expect(fact('Success')).toContain('Failed');
  });

  test('LOGV-90 LOGV-91 a battle-shock test shows unit, and roll against leadership', () => {
    show(SHOCK);
    expect(fact('Unit')).toBe('Brine Brutes');
    expect(fact('Roll / leadership')).toContain('5 against 7+');
  });

  test.each([
    [true, 'Passed'],
    [false, 'Failed'],
  ])('LOGV-92 a battle-shock test shows whether it was passed (%s)', (passed, verdict) => {
    show({ ...SHOCK, passed });
    expect(fact('Passed')).toMatch(new RegExp(`^. ${verdict}$`));
  });

  test('LOGV-92 a battle-shock test of which nothing says how it went says so', () => {
    show({ ...SHOCK, passed: undefined });
    expect(fact('Passed')).toBe('Not recorded');
  });

  test("LOGV-67..69 LOGV-79 an attack shows each target's damage, slain and remaining, and its results", () => {
    show(SHOTS);
    const values = (name: string) =>
      screen.getAllByText(name, { selector: 'dt' }).map((each) => each.nextElementSibling!.textContent);
    expect(values('Damage taken')).toEqual(['3', '0']);
    expect(values('Models killed')).toEqual(['2', '0']);
    expect(values('Models remaining')).toEqual(['8', '5']);
    const table = screen.getByRole('table');
    expect(
      table.compareDocumentPosition(screen.getByText('Reed Archers lose 2')) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
  });

  test('LOGV-93 another type shows its source logs', () => {
    show({
      log_type: 'scoring',
      source_logs: ['Five points', { message: 'For the ford' }, { event: 'scored', points: 5 }],
    });
    expect(screen.getByText('Five points')).toBeInTheDocument();
    expect(screen.getByText('For the ford')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').at(-1)).toHaveTextContent('event scoredpoints 5');
  });

  test.each([MOVE, CHARGE, SHOCK, SHOTS, { log_type: 'scoring' }])(
    'LOGV-94 every type can show and hide its full JSON ($log_type)',
    async (raw) => {
      show({ ...raw, secret: 'only in the JSON' });
      expect(screen.queryByText(/only in the JSON/)).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Show Full JSON' }));
      expect(screen.getByText(/"secret": "only in the JSON"/)).toBeInTheDocument();
      await userEvent.click(screen.getByRole('button', { name: 'Hide Full JSON' }));
      expect(screen.queryByText(/only in the JSON/)).toBeNull();
    },
  );

  test.each([
    ['movement', 'movement'],
    ['charge', 'charge'],
    ['battleshock', 'battleshock'],
    ['combat', 'combat'],
  ])('LOGV-95 %s without details says so', (type, word) => {
    show({ log_type: type });
    expect(screen.getByText(`No detailed ${word} information available for this action.`)).toBeInTheDocument();
  });

  test('LOGV-95 another type without source logs says so', () => {
    show({ log_type: 'snapshot' });
    expect(screen.getByText('No detailed information available for this action.')).toBeInTheDocument();
  });

  test.each([
    [MOVE, 'Reed Archers'],
    [CHARGE, 'Eel Lancers'],
    [SHOCK, 'Brine Brutes'],
  ])('LOGV-107 LOGV-108 details may be nested once or twice (%#)', (raw, name) => {
    const { log_type, ...inner } = raw;
    for (const details of [inner, { details: inner }]) {
      const { unmount } = show({ log_type, details });
      expect(screen.getAllByText(name)).not.toHaveLength(0);
      unmount();
    }
  });
});

describe('what it draws', () => {
  test('LOGV-62 LOGV-63 LOGV-64 arrows are of their kind', () => {
    expect(actionGraphics(entry(MOVE)).find((each) => each.shape === 'arrow')).toMatchObject({
      kind: 'movement',
      from: { x: 10, y: 8 },
      to: { x: 12.5, y: 9 },
    });
    expect(actionGraphics(entry(SHOTS)).map((each) => each.shape === 'arrow' && each.kind)).toEqual([
      'shooting',
      'shooting',
    ]);
    expect(actionGraphics(entry(CHARGE))[0]).toMatchObject({ shape: 'arrow', kind: 'charge', to: { x: 8, y: 2 } });
  });

  test('stated arrows come before positions', () => {
    const [, arrow] = actionGraphics(entry({ ...MOVE, graphics: { arrows: [{ x: 1, y: 1, dx: 2, dy: 3 }] } }));
    expect(arrow).toMatchObject({ from: { x: 1, y: 1 }, to: { x: 3, y: 4 } });
  });

  test('attacks in the combat phase are crosses at their targets', () => {
    expect(actionGraphics(entry({ ...SHOTS, phase: 'combat' }))).toEqual([
      { shape: 'cross', at: { x: 20, y: 10 } },
      { shape: 'cross', at: { x: 22, y: 10 } },
    ]);
  });

  test('LOGV-66 an invalid arrow is logged and left out', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(
      actionGraphics(entry({ log_type: 'movement', graphics: { arrows: [{ x: 'a', y: 1, dx: 1, dy: 1 }] } })),
    ).toEqual([]);
    expect(warn).toHaveBeenCalledWith('Invalid arrow position', 1, { x: 'a', y: 1, dx: 1, dy: 1 });
    warn.mockClear();
    expect(actionGraphics(entry({ log_type: 'charge', phase: 'charge' }))).toEqual([]);
    expect(warn).toHaveBeenCalledWith('Invalid arrow position', 1, null);
  });

  test('a unit that stays, or holds its fire, gets a ring and no complaint', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(actionGraphics(entry({ ...MOVE, ending_position: [10, 8] }))).toContainEqual({
      shape: 'ring',
      at: { x: 10, y: 8 },
    });
    expect(actionGraphics(entry({ log_type: 'combat', phase: 'shooting', location: [3, 4], targets: [] }))).toEqual([
      { shape: 'ring', at: { x: 3, y: 4 } },
    ]);
    expect(warn).not.toHaveBeenCalled();
  });

  test('shots in answer to a move are arrows too', () => {
    expect(
      actionGraphics(entry({ ...SHOTS, phase: 'movement' })).map((each) => each.shape === 'arrow' && each.kind),
    ).toEqual(['shooting', 'shooting']);
  });

  test('the units it speaks of are named, by id too', () => {
    expect(
      involvedUnits(
        entry({ ...SHOTS, attacker_uuid: 'u-1', targets: [{ unit_name: 'Gull Flock', unit_uuid: 'u-2' }] }),
      ),
    ).toEqual(['Wick Guard', 'u-1', 'Gull Flock', 'u-2']);
    expect(involvedUnits(entry(SHOTS))).toEqual(['Wick Guard', 'Reed Archers', 'Gull Flock']);
    expect(involvedUnits(entry({ log_type: 'battleshock', details: { details: { unit_name: 'Reed' } } }))).toEqual([
      'Reed',
    ]);
  });
});

describe('an ability', () => {
  const used = {
    log_type: 'abilities',
    message: 'Reed uses Ray Chamber',
    description: 'Choose how its guns are loaded.',
    ability_name: 'Ray Chamber',
    unit_name: 'Reed Archers',
    cost: 1,
    outcome: ['Mast Crew, 2 damage'],
    target_units: [{ name: 'Mast Crew' }],
    effects: [{ name: 'Steady Charge', on: 'Reed Archers', effect: 'hit re-roll of ones', duration: 'phase' }],
    source_logs: [{ event: 'ability_used', ability: 'ray' }],
  };

  test('LOGV-93 shows description, cost, effects and outcome above what the source wrote', () => {
    show(used);
    const description = screen.getByText('Choose how its guns are loaded.');
    for (const shown of [
      'Ray Chamber',
      'Reed Archers',
      'Mast Crew',
      '1 CP',
      'Steady Charge: hit re-roll of ones for Reed Archers, until the phase ends',
      'Mast Crew, 2 damage',
    ])
      expect(screen.getByText(shown)).toBeInTheDocument();
    const source = screen.getByText('ability_used', { exact: false });
    expect(description.compareDocumentPosition(source) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  test('without any of it the source logs stand alone', () => {
    show({ log_type: 'abilities', source_logs: ['wrote this'] });
    expect(screen.getByText('wrote this')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Source logs' })).toBeNull();
  });
});

describe('the list', () => {
  test('LOGV-54 an empty phase says so', () => {
    render(
      <ActionList actions={[]} openId={null} onToggle={() => undefined} onLink={() => undefined} phaseLabel={String} />,
    );
    expect(screen.getByText('No actions in this phase')).toBeInTheDocument();
  });

  test('5,000 entries draw only those in sight', () => {
    const actions = Array.from({ length: 5000 }, (_, index) => ({ ...entry(MOVE), id: index }));
    render(
      <ActionList
        actions={actions}
        openId={null}
        onToggle={() => undefined}
        onLink={() => undefined}
        phaseLabel={String}
      />,
    );
    const rows = screen.getAllByRole('listitem');
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]).toHaveAttribute('aria-setsize', '5000');
  });
});
