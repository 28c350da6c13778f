// A battle by the buttons of each phase's panel.

const TITLES = { command: 'Command', movement: 'Movement', shooting: 'Shooting', charge: 'Charge', combat: 'Combat' };

/** Plays by the panels' buttons. */
export function byPanels(table) {
  const { page } = table;
  const cards = () => page.locator('[data-unit-card]');
  const tried = new Set();

  async function setUp(kinds) {
    if (kinds[0] === 'roll') return table.go(table.button('Roll for Deployment'));
    if (kinds[0] === 'zone') return table.go(table.button('Blue Zone'));
    if (kinds[0] === 'deploy') {
      const rest = table.button('Set up the rest for me');
      const going = table.button('Stop setting up for me');
      await rest.or(going).first().waitFor();
      return (await going.isVisible()) ? table.moved() : table.go(rest);
    }
    return table.go(table.button(kinds[0] === 'place' ? 'Stay here' : 'Start Battle'));
  }

  async function move() {
    const { request } = table.state;
    const unit = request.units
      .map((uuid) => table.unit(uuid))
      .find((each) => each.location && !each.in_reserves && !each.inside);
    if (!unit) return table.go(table.button('End Movement Phase'));
    const card = page.locator(`[data-unit-card="${unit.uuid}"]`);
    await table.press(card.getByRole('button', { name: /^(Move|Fall Back)$/ }));
    const places = table.goals(unit, unit.movement);
    const fits = async () => (await page.locator('.ghost').getAttribute('data-state')) !== 'bad';
    const living = unit.miniatures.filter((each) => each.alive && each.location).map((each) => each.location);
    const middle = [0, 1].map((axis) => living.reduce((sum, each) => sum + each[axis], 0) / living.length);
    const found = !tried.has(unit.uuid) && (await table.drag(middle, places, fits));
    const finalize = table.button('Finalize Movement');
    if (found && (await finalize.isVisible()) && (await table.go(finalize))) return true;
    tried.add(unit.uuid);
    await table.press(card.getByRole('button', { name: 'Cancel' }));
    return table.go(card.getByRole('button', { name: 'Hold position' }));
  }

  const hasTarget = (unit) => unit.weapons?.some((weapon) => weapon.targets.length > 0);

  async function attack(name) {
    const { request, units } = table.state;
    if (request.kinds[0] === 'roll') return table.go(table.button('Resolve all').or(table.button('Roll')).first());
    if (request.kinds[0] === 'place') return table.go(table.button('Take the shortest way'));
    if (request.kinds[0] === 'strike') return table.go(table.button('Confirm Targets'));
    const unit = units.find((each) => hasTarget(each) || name === 'Combat');
    if (unit) {
      await table.press(table.button(`Select Unit: ${unit.name}`).first());
      return table.go(table.button('Confirm Targets')).then(() => table.moved(500));
    }
    await table.press(table.button(`Complete ${name} Phase`));
    const sure = page.getByRole('dialog').getByRole('button', { name: `Complete ${name} Phase` });
    const asked = await Promise.race([
      sure.waitFor({ timeout: 1500 }).then(
        () => true,
        () => false,
      ),
      table.moved(1500).then(() => false),
    ]);
    if (asked) await table.press(sure);
    return table.moved();
  }

  async function charge() {
    const { request, chargeable_units: units, recorded_charges: recorded } = table.state;
    if (request.kinds[0] === 'roll') return table.go(table.button('Roll'));
    if (request.kinds[0] === 'place') return table.go(table.button('Take the shortest way'));
    const [unit] = units.filter((each) => !recorded[each.unit_uuid] && each.targets.some((target) => target.in_range));
    if (Object.keys(recorded).length) {
      const proceed = table.button('Proceed to Charge Rolls');
      const roll = table.button('Roll Charge').and(page.locator(':enabled')).first();
      const declines = table.button('Does not charge').first();
      for (await proceed.or(roll).or(declines).first().waitFor(); !(await proceed.or(roll).first().isVisible());)
        await table.press(declines);
      if (await proceed.isVisible()) await table.press(proceed);
      return table.go(roll);
    }
    if (!unit || tried.has(unit.unit_uuid)) return table.go(table.button('End Charge Phase'));
    tried.add(unit.unit_uuid);
    const card = page.getByRole('listitem').filter({ has: page.getByText('Charging Unit'), hasText: unit.unit_name });
    const target = unit.targets.find((each) => each.in_range);
    await table.press(card.getByRole('button', { name: target.target_unit_name }).first());
    return table.go(card.getByRole('button', { name: 'Register Charges' }));
  }

  async function act() {
    const {
      request,
      game_model: { phase, phase_time: time },
    } = table.state;
    const { kinds } = request;
    if (kinds[0] === 'remove') return table.go(table.button('Remove them').last());
    if (phase === 'deployment' || request.why === 'scouts') return setUp(kinds);
    if (kinds[0] === 'place' && phase === 'movement') return table.go(table.button(/Stay here|shortest way/));
    if (time === 'beginning') {
      tried.clear();
      return table.go(table.button(`Begin ${TITLES[phase]} Actions`));
    }
    if (time === 'end') return table.go(table.button('Advance to Next Phase'));
    if (phase === 'command') return table.go(table.button(kinds[0] === 'roll' ? 'Roll the test' : 'End Command Phase'));
    if (phase === 'movement') return move();
    if (phase === 'charge') return charge();
    return attack(TITLES[phase]);
  }

  return {
    begin: () => table.press(page.getByRole('switch', { name: 'The AI plays by itself' })),
    act,
    answer: () => table.go(table.button('Pass')),
    main: () =>
      cards().first().getByRole('button', { name: 'Move', exact: true }).or(table.button('End Movement Phase')),
  };
}
