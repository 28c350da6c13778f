// A battle by the map and the one button that goes on.

/** Plays by dragging and clicking on the map. */
export function byMap(table) {
  const { page } = table;
  const main = () => page.locator('.prompt-main');
  const tried = new Set();
  const dragged = new Set();

  const middleOf = (unit) => {
    const places = unit.miniatures.filter((each) => each.alive && each.location).map((each) => each.location);
    return [0, 1].map((axis) => places.reduce((sum, each) => sum + each[axis], 0) / places.length);
  };
  const token = (uuid) => page.locator(`[data-unit="${uuid}"] .unit-marker`);
  const hit = async (uuid) => table.press(token(uuid));

  /** Whether pressing on the unit's badge presses on the unit: another may lie above it. */
  const grip = (uuid) =>
    page.locator(`[data-unit="${uuid}"]`).evaluate((unit) => {
      for (const part of [unit.querySelector('.unit-marker'), ...unit.querySelectorAll('.base')]) {
        const { left, top, width, height } = part.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (unit.contains(document.elementFromPoint(x, y))) return [x, y];
      }
      return null;
    });

  async function setUp(kinds) {
    if (kinds[0] === 'roll') return table.go(table.button('Roll for Deployment'));
    if (kinds[0] === 'zone') return table.go(table.button('Blue Zone'));
    if (kinds[0] !== 'deploy') return table.go(main());
    const rest = table.button('Set up the rest for me');
    const going = table.button('Stop setting up for me');
    await rest.or(going).first().waitFor();
    return (await going.isVisible()) ? table.moved() : table.go(rest);
  }

  /** The main button, and what its question is answered with where it asks one. */
  async function leave(answer) {
    await table.press(main());
    const sure = page.getByRole('button', { name: answer });
    const asked = await Promise.race([sure.waitFor({ timeout: 800 }).then(() => true, () => false), table.moved(800).then(() => false)]);
    if (asked) await table.press(sure);
    return table.moved();
  }

  async function move() {
    const unit = table.state.units.find((each) => each.marches?.length && !dragged.has(each.uuid));
    if (!unit) return leave('Hold them').then(() => table.moved(1500));
    dragged.add(unit.uuid);
    const at = await grip(unit.uuid);
    if (!at) return false;
    const [x, y] = middleOf(unit);
    const fits = async () => (await page.locator('.ghost').getAttribute('data-state', { timeout: 3000 })) !== 'bad';
    const places = table.goals({ ...unit, location: [x, y] }, unit.movement);
    const found = await table.dragBy(at, [x, y], places, fits);
    if (found && (await table.moved(4000))) return true;
    if (await page.locator('.ghost').isVisible()) await table.key('Escape');
    return false;
  }

  const hasTarget = (unit) => unit.weapons?.some((weapon) => weapon.targets.length > 0);

  async function attack() {
    const { request, units } = table.state;
    if (request.kinds[0] === 'shoot' && !request.selected_unit_uuid) {
      const unit = units.find(hasTarget);
      if (unit) {
        const before = await grip(unit.uuid);
        if (before) {
          table.presses += 1;
          await page.mouse.click(...before);
        } else await hit(unit.uuid);
        await table.moved();
        return true;
      }
    }
    return table.go(main()).then(() => table.moved(600));
  }

  async function charge() {
    const { chargeable_units: units, recorded_charges: recorded, request } = table.state;
    const unit = units.find((each) => !recorded[each.unit_uuid] && !tried.has(each.unit_uuid) && each.targets.some((target) => target.in_range));
    if (!unit || request.kinds[0] !== 'charge') return leave('Leave it');
    tried.add(unit.unit_uuid);
    const target = unit.targets.find((each) => each.in_range);
    const [from, to] = [await grip(unit.unit_uuid), await grip(target.target_unit_uuid)];
    if (!from || !to) return false;
    for (const place of [from, to]) {
      table.presses += 1;
      await page.mouse.click(...place);
      await page.waitForTimeout(150);
    }
    return table.go(main());
  }

  async function act() {
    const { request, game_model: { phase, phase_time: time } } = table.state;
    if (phase === 'deployment' || request.why === 'scouts') return setUp(request.kinds);
    if (time === 'beginning') for (const known of [tried, dragged]) known.clear();
    if (time !== 'middle' || phase === 'command') return table.go(main()).then(() => table.moved(800));
    if (phase === 'movement' && request.kinds[0] !== 'place') return move();
    if (phase === 'charge') return charge();
    return attack();
  }

  return {
    begin: () => table.press(page.getByRole('switch', { name: 'The AI plays by itself' })),
    act,
    answer: () => table.go(table.button('Pass')),
    main,
  };
}
