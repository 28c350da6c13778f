import type { Locator, Page } from '@playwright/test';
import { expect, Hand, Players } from './players';
import { Skirmish } from './skirmish';
import { resolve, rollCharge } from './turn';

/** A turn of the computer by its buttons, at a mouse or by a thumb. */

type State = Skirmish['state'];

/** Whether it is the computer's turn, which has the second army. */
const computers = (state: State): boolean =>
  state.game_model.phase !== 'deployment' && state.current_army_uuid === state.game_model.armies[1].uuid;

const said = ({ page }: Hand) => page.getByRole('region', { name: 'What the computer did' });

/** A battle against the computer, by its buttons from its first unit to its first blow, then to its next turn. */
export async function againstTheComputer(page: Page): Promise<Players> {
  const battle = await Skirmish.begin(page, ['human', 'ai'], { gifted: true });
  const hand = new Hand(page);
  const players = new Players(battle, [hand, hand]);
  await battle.playOn(({ request }) => request.kinds[0] === 'deploy' && request.controller === 'ai');
  await players.open();
  await deploys(players);

  if (!computers(battle.state)) {
    await players.lookAway();
    await battle.playOn(({ game_model: { phase } }) => phase === 'movement');
    await battle.closeIn(6);
    await battle.playOn(computers);
    await players.open();
  }
  await usesAbility(players);
  await players.do('Begin Command Actions');
  await players.complete('End Command Phase', 'Command');
  await moves(players);
  await players.complete('End Movement Phase', 'Movement');
  await shoots(players);
  await players.complete('Complete Shooting Phase', 'Shooting');
  await charges(players);
  await players.complete('End Charge Phase', 'Charge');
  await fights(players);

  await players.lookAway();
  await battle.playOn((state) => !computers(state));
  await battle.playOn(computers);
  await players.open();
  return players;
}

/** Sets a unit up, and moves those who scout. */
async function deploys(players: Players): Promise<void> {
  const {
    battle,
    asked: { page },
  } = players;
  await players.do('AI Deploy Next Unit');
  await expect(page.getByText(/ sets up .+ (from|on) /).first()).toBeVisible();
  await battle.setEverybodyUp();
  await players.do('Start Battle');
  while (battle.state.request.why === 'scouts') {
    const computers = battle.state.request.controller === 'ai';
    await players.do(computers ? 'Let the computer act' : 'Stay here');
    if (computers) await expect(said(players.asked)).toContainText(/ (moves? |holds? )/);
  }
}

/** Picks a song. */
async function usesAbility(players: Players): Promise<void> {
  const {
    asked: hand,
    asked: { page },
  } = players;
  await hand.turnTo('Castable Abilities');
  await hand.press(page.getByRole('tab', { name: 'Side 1' }));
  await players.do('AI Use Ability');
  await expect(page.getByText(/^Chosen: Song Of /)).toBeVisible();
  await hand.turnTo('Battlefield');
}

/** Moves its units; the person does not answer. */
async function moves(players: Players): Promise<void> {
  const { battle } = players;
  await players.do('Begin Movement Actions');
  while (battle.state.request.kinds[0] === 'move') {
    await players.do('AI Move Next Unit');
    await expect(said(players.asked)).toContainText(/ (moves? |advance|holds? )/);
    await players.settle();
  }
}

/** Declares the shots of a unit; its dice, rolled for it, all miss. */
async function shoots(players: Players): Promise<void> {
  await players.do('Begin Shooting Actions');
  await players.do('AI Select Unit & Targets');
  await expect(said(players.asked)).toContainText(' shoot at Torch Runners.');
  await players.settle();
  await players.rollOwn('1111');
  await resolve(players);
}

/** Registers a charge, whose dice, rolled for it, reach. */
async function charges(players: Players): Promise<void> {
  const {
    asked: hand,
    asked: { page },
  } = players;
  await players.do('Begin Charge Actions');
  await hand.press('AI Select Unit & Target');
  await expect(said(hand)).toContainText(' charge Torch Runners.');
  await rollCharge(players);
  await expect(page.getByText('Success!')).toBeVisible();
}

/** Picks a unit that charged, its targets, and has its dice rolled. */
async function fights(players: Players): Promise<void> {
  await players.do('Begin Combat Actions');
  await players.settle();
  await players.do('AI Select Unit & Targets');
  await expect(said(players.asked)).toContainText(/ (fights?|strikes?) /);
  await resolve(players);
}

/** Its turn at one button to its end, while whatever it asks the person is let pass. `meanwhile` happens as soon as it plays. */
export async function playsItsTurn(
  { battle, asked: hand }: Players,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { page } = hand;
  const { turn } = battle.state.game_model;
  await hand.press('AI Plays Its Whole Turn');
  await expect(page.getByText(/^AI (plays|waits for you)$/)).toBeVisible();
  await meanwhile();
  await expect
    .poll(
      async () => {
        await pressedIfThere(hand, hand.button(/^(Pass|Let it be)$/).first());
        await pressedIfThere(
          hand,
          hand.button(/^(Take the shortest way|Select Unit: .*|Confirm Targets|Resolve all)$/).first(),
        );
        const state = await battle.now();
        return state.game_model.turn !== turn || !state.request;
      },
      { timeout: 60_000, intervals: [250] },
    )
    .toBe(true);
  await expect(page.getByText(/^AI (plays|waits for you)$/)).toHaveCount(0);
}

/** Presses what can be pressed now. The computer goes on meanwhile, and takes what it has answered away. */
async function pressedIfThere(hand: Hand, target: Locator) {
  if (await target.isVisible())
    await (hand.onPhone ? target.tap({ timeout: 1000 }) : target.click({ timeout: 1000 })).catch(() => undefined);
}

/** By itself for as long as the switch is on. */
export async function playsByItself({ battle, asked: hand }: Players): Promise<void> {
  const always = hand.page.getByRole('switch', { name: 'The AI plays by itself' });
  const { number } = await battle.now();
  await hand.press(always);
  await expect.poll(async () => (await battle.now()).number).toBeGreaterThan(number);
  await hand.press(always);
  await expect(hand.page.getByRole('button', { name: 'AI Plays Its Whole Turn' })).toBeVisible();
}
