import { ARMIES } from './skirmish';
import { expect, type Hand, type Players } from './players';

/** A battle's parts by the hands of its players, whatever they are at. What is asserted is what both see. */

type Looks = (moment: string, hand: Hand) => Promise<void>;
const quick: Looks = () => Promise.resolve();

const unitsOf = ({ battle }: Players) =>
  [ARMIES[battle.active]?.[0] ?? '', ARMIES[1 - battle.active]?.[0] ?? ''] as const;

/** The roll, a zone, the first unit of each army by hand, and those who scout stay where they are. */
export async function deploy(players: Players): Promise<void> {
  const { battle, hands } = players;
  await players.do('Roll for Deployment');
  await expect(players.asked.page.getByText('Select your deployment zone:')).toBeVisible();
  if (hands[0] !== hands[1]) await expect(hands[1 - battle.due]!.button('Blue Zone')).toBeDisabled();
  await players.do('Blue Zone');
  for (const side of [battle.due, 1 - battle.due]) await setUp(players, side);
  await battle.setEverybodyUp();
  await expect(players.asked.page.getByText('All Units Deployed!')).toBeVisible();
  await players.do('Start Battle');
  while (battle.state.request.why === 'scouts') await players.do('Stay here');
}

async function setUp(players: Players, side: number): Promise<void> {
  const { asked: hand, battle } = players;
  await hand.press(hand.page.locator('.unit-card:enabled').first());
  await hand.putDown(battle.zoneMiddle(side));
  await expect(hand.page.getByText(/^Unit location: \(/)).toBeVisible();
  await players.do('Finalize Deployment');
}

/** An ability that has something to choose, taken by its army; the other sees what it chose. */
export async function command(players: Players): Promise<void> {
  const {
    mine: { page },
    mine,
  } = players;
  await mine.turnTo('Castable Abilities');
  const songs = page.getByRole('article', { name: 'Songs of the River' }).first();
  await mine.press(songs.getByRole('button', { name: 'Select', exact: true }));
  await mine.press('Select Song Of Reeds');
  await players.do('Confirm Selection');
  await mine.press(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Close/ })
      .first(),
  );
  await expect(songs.getByText('Chosen: Song Of Reeds')).toBeVisible();
  await mine.turnTo('Battlefield');
}

/** A stratagem for the unit that moves, then its move by the map to some inches from the enemy; the others hold their position. */
export async function move(players: Players, apart: number): Promise<void> {
  const { battle, mine } = players;
  const [unit, foe] = unitsOf(players);
  await mine.turnTo('Stratagems');
  const step = mine.page.getByRole('article', { name: 'Quick Step' }).first();
  await mine.press(step.getByRole('button', { name: 'Activate' }));
  await mine.press(mine.page.getByRole('dialog').getByRole('button', { name: new RegExp(unit) }));
  const points = battle.state.game_model.armies[battle.active].cp;
  await players.do('Activate (1 targets)');
  for (const hand of players.hands)
    await expect(
      hand.page
        .getByRole('group', { name: `Player ${battle.active + 1}` })
        .locator('dd')
        .nth(1),
    ).toHaveText(String(points - 1));
  await mine.turnTo('Battlefield');

  const card = mine.page.locator('[data-unit-card]').filter({ hasText: unit });
  await mine.press(card.getByRole('button', { name: 'Move', exact: true }));
  const place = battle.towards(unit, foe, apart);
  await (mine.onPhone ? mine.putDown(place) : mine.dragTo(place));
  await expect(mine.page.getByTestId('ghost-figure')).toHaveText(/^[\d.]+ of 40\.0″$/);
  await expect(mine.button('Finalize Movement')).toBeVisible();
  await players.do('Finalize Movement');
  await players.settle();
  while (battle.state.request.kinds[0] === 'move') {
    await players.do('Hold position');
    await players.settle();
  }
  await players.complete('End Movement Phase', 'Movement');
}

/** Shots, answered by a stratagem in the other browser. */
export async function declareShots(players: Players, looks = quick): Promise<void> {
  const { mine, theirs } = players;
  const [unit, foe] = unitsOf(players);
  await players.do('Begin Shooting Actions');
  await mine.press(`Select Unit: ${unit}`);
  await expect(mine.page.getByLabel(/^Thorn rifle ×(\d of )?5$/).locator('option:checked')).toHaveText(
    new RegExp(`^${foe} \\(\\d+\\.\\d″(, \\d of 5)?\\)$`),
  );
  await looks('targets', mine);
  await players.do('Confirm Targets');
  if (mine !== theirs) {
    const line = mine.page.getByRole('region', { name: 'What is asked' });
    await expect(line.getByText(/ is thinking\.$/)).toBeVisible();
  }
  await looks('reaction', theirs);
  await players.do('Use Faces to the Ground');
  await expect(mine.page.getByRole('table', { name: 'Combat Resolution' })).toBeVisible();
}

/** The attacks under way to their end: each in the browser of the player who is asked, who hears nothing else while rolling. */
export async function resolve(players: Players): Promise<void> {
  await players.settle();
  while (players.battle.state.game_model.latest_roll.stage !== 'complete') {
    await players.do('Resolve all');
    await players.settle();
  }
}

/**
 * The dice of a registered charge, which reach. The panel asks first whether more charges are registered, if more could
 * be; dice that somebody could answer before they fell are asked for again.
 */
export async function rollCharge(players: Players): Promise<void> {
  const { mine } = players;
  const proceed = mine.button('Proceed to Charge Rolls');
  await expect(proceed.or(mine.button('Own dice')).first()).toBeVisible();
  if (await proceed.isVisible()) await mine.press(proceed);
  do {
    await players.rollOwn('66');
    await players.settle();
  } while (players.battle.state.request.kinds[0] === 'roll');
}

/** A charge with dice that reach. */
export async function charge(players: Players, looks = quick): Promise<void> {
  const {
    mine: { page },
    mine,
  } = players;
  const [unit, foe] = unitsOf(players);
  await players.do('Begin Charge Actions');
  const card = page.getByRole('listitem').filter({ has: page.getByText('Charging Unit'), hasText: unit });
  await mine.press(card.getByRole('button', { name: new RegExp(foe) }).first());
  await looks('charge', mine);
  await mine.press(card.getByRole('button', { name: 'Register Charges' }));
  await rollCharge(players);
  await expect(page.getByText('Success!')).toBeVisible();
  await players.complete('End Charge Phase', 'Charge');
}

/** Both units fight, each picked by its own player. */
export async function fight(players: Players, looks = quick): Promise<void> {
  const { battle } = players;
  await players.do('Begin Combat Actions');
  await players.settle();
  for (const unit of unitsOf(players)) {
    if (!battle.state.request.kinds.includes('fight')) break;
    await players.do(`Select Unit: ${unit}`);
    await players.settle();
    await looks('fight', players.asked);
    await players.do('Confirm Targets');
    await resolve(players);
    await expect(players.mine.page.getByText(new RegExp(`${unit} at .*: \\d+ damage`))).toBeVisible();
  }
}
