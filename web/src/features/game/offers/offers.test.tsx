import type { DiceShown, GameState, OfferState } from '@/shared/api';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { json, serve } from '@/test/page';
import { DiceLine, markOf } from '../dice-line/DiceLine';
import { SettingsPanel } from '../panels/SettingsPanel';
import { GAME, gameState, request, showPanel } from '../staged.test-kit';
import { Offers } from './Offers';

const shown = (more: Partial<GameState> = {}): GameState =>
  gameState({ phase: 'shooting', asked: request(['shoot']), more: { sides: [0], ...more } });
const offer = (more: Partial<OfferState>): OfferState => ({
  id: 'offer-1',
  kind: 'draw',
  army_uuid: 'army-1',
  army_name: 'Saltmarsh Host',
  yours: false,
  what: {},
  ...more,
});
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Takes down what is sent to a call of the game. */
function sending(path: string) {
  const sent: unknown[] = [];
  serve({
    [`/api/game/${GAME}/${path}`]: async (_, asked) => {
      sent.push(await asked.json().catch(() => null));
      return json(shown());
    },
  });
  return sent;
}

describe('offers', () => {
  test.each([
    [offer({}), 'Saltmarsh Host offers a draw.', true],
    [
      offer({ kind: 'clock', what: { do: 'start', minutes: 90 } }),
      'Saltmarsh Host wants to start a chess clock with 90 minutes each.',
      false,
    ],
    [offer({ kind: 'clock', what: { do: 'pause' } }), 'Saltmarsh Host wants to pause the clock.', true],
    [
      offer({ kind: 'by_hand', what: { words: 'Reed Archers: hit +1' } }),
      'Saltmarsh Host wants to do by hand: Reed Archers: hit +1.',
      true,
    ],
    [
      offer({ kind: 'dice', what: { faces: [6, 1], source: 'typed', stage: 'save' } }),
      'Saltmarsh Host entered real dice, yours among them (save, typed in): 6, 1. Are they right?',
      true,
    ],
  ])('what the other player offers is agreed to or declined', async (made, text, agree) => {
    const sent = sending('offer_answer');
    showPanel(<Offers />, shown({ offers: [made] }));
    expect(screen.getByRole('alert', { name: 'Offer' })).toHaveTextContent(text);
    await press(agree ? 'Agree' : 'Decline');
    await waitFor(() => expect(sent).toEqual([{ id: 'offer-1', kind: made.kind, agree }]));
  });

  test("one's own is withdrawn", async () => {
    const sent = sending('offer_answer');
    showPanel(<Offers />, shown({ offers: [offer({ yours: true })] }));
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull();
    await press('Withdraw');
    await waitFor(() => expect(sent).toEqual([{ id: 'offer-1', kind: 'draw', agree: false }]));
  });

  test('a roll goes on without a lost device once the other agrees', async () => {
    const sent = sending('dice/lost_answer');
    showPanel(<Offers />, shown({ offers: [offer({ kind: 'lost_device' })] }));
    await press('Agree');
    await waitFor(() => expect(sent).toEqual([{ agree: true }]));
  });
});

describe('ending early', () => {
  test('resigning is asked twice', async () => {
    const sent = sending('resign');
    showPanel(<SettingsPanel />, shown());
    await press('Resign');
    expect(sent).toEqual([]);
    const question = within(await screen.findByRole('alertdialog'));
    await userEvent.click(question.getByRole('button', { name: 'Resign' }));
    await waitFor(() => expect(sent).toEqual([{ side: 0 }]));
  });

  test('a draw is offered, a battle claimed', async () => {
    const [draws, claims] = [sending('draw'), [] as unknown[]];
    showPanel(<SettingsPanel />, shown());
    await press('Offer a Draw');
    await waitFor(() => expect(draws).toHaveLength(1));
    serve({
      [`/api/game/${GAME}/claim`]: () => {
        claims.push(1);
        return json(
          {
            detail: "Saltmarsh Host's player was at the table too recently.",
            code: 'not-absent',
            measure: '1400 minutes left',
          },
          422,
        );
      },
    });
    await press('Claim the Battle');
    expect(await screen.findByText(/was at the table too recently/)).toBeVisible();
  });

  test('that the server was out of reach is said until it is back', async () => {
    serve({
      [`/api/game/${GAME}/claim`]: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    const { client } = showPanel(<SettingsPanel />, shown());
    await press('Claim the Battle');
    expect(await screen.findByText(/could not be reached/)).toBeVisible();
    const link = (status: 'reconnecting' | 'connected') =>
      act(() => client.known.setState({ link: { status, reason: '' } }));
    link('reconnecting');
    expect(screen.getByText(/could not be reached/)).toBeVisible();
    link('connected');
    expect(screen.queryByText(/could not be reached/)).toBeNull();
  });

  test('who commands both armies resigns for one of them, and offers nobody a draw', () => {
    serve({});
    showPanel(<SettingsPanel />, shown({ sides: [0, 1] }));
    expect(screen.getByRole('button', { name: 'Resign for Lantern Wardens' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Offer a Draw' })).toBeNull();
  });
});

test('against the computer one resigns for oneself, and not for the computer', () => {
  serve({});
  const state = shown({ sides: [0, 1] });
  const [own, other] = state.game_model.armies;
  const armies = [own, { ...other, controller: 'ai' as const }] as typeof state.game_model.armies;
  showPanel(<SettingsPanel />, { ...state, game_model: { ...state.game_model, armies } });
  expect(screen.getByRole('button', { name: 'Resign' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Resign for/ })).toBeNull();
});

describe('how the last dice were made', () => {
  const dice = (last: Partial<NonNullable<DiceShown['last']>>, sealed = true): DiceShown => ({
    sealed,
    own_dice: true,
    pending: false,
    fallen: [],
    harm: [],
    rolls: [],
    last: { roll: 3, witness: 'none', thrower: 'none', own: null, ...last },
  });

  test.each([
    [dice({ witness: 'revealed', thrower: 'revealed' }), 'Last roll: made by both players and the server.', false],
    [
      dice({ witness: 'missed', thrower: 'revealed' }),
      "Last roll: no witness. Only the roller's device and the server made it.",
      true,
    ],
    [dice({ witness: 'missed', thrower: 'missed' }), 'Last roll: no witness. The server alone made it.', true],
    [dice({ thrower: 'revealed' }), "Last roll: made by the roller's device and the server.", false],
    [dice({}), 'Last roll: made by the server alone.', true],
    [dice({ own: 'typed' }), "Last roll: a player's own dice, typed in.", true],
    [dice({ own: 'camera' }, false), "Last roll: a player's own dice, read from a photo.", true],
  ])('is said in a line, the same to both players', (known, text, warn) => {
    expect(markOf(known, 'of two')).toMatchObject({ text, warn });
    showPanel(<DiceLine rolling={null} possible />, shown({ dice: known }));
    expect(screen.getByText(text)).toBeVisible();
  });

  test.each([
    [[0, 1], 'your device'],
    [[], "a player's device"],
  ])('against the computer, to who commands %j it is made by %s', (sides, whose) => {
    const state = shown({ sides, dice: dice({ witness: 'revealed' }) });
    const [own, other] = state.game_model.armies;
    const armies = [own, { ...other, controller: 'ai' as const }] as typeof state.game_model.armies;
    showPanel(<DiceLine rolling={null} possible />, { ...state, game_model: { ...state.game_model, armies } });
    expect(screen.getByText(`Last roll: made by ${whose} and the server.`)).toBeVisible();
  });

  test('dice of a seed are not spoken of', () => {
    expect(markOf(dice({}, false), 'of two')).toBeNull();
  });

  test.each([
    [true, [0], 'your device'],
    [false, [0], "the opponent's device"],
    [false, [], "a player's device"],
  ])('a roll under way names whose device it waits for: own %s, to who commands %j', (own, sides, whose) => {
    showPanel(<DiceLine rolling={{ roll: 4, own, lost: false }} possible />, shown({ sides }));
    expect(screen.getByRole('status')).toHaveTextContent(`waiting for ${whose}`);
  });

  test('a browser that cannot take part says why', () => {
    showPanel(<DiceLine rolling={null} possible={false} />, shown({ dice: dice({}) }));
    expect(screen.getByText(/only on pages loaded over https/)).toBeVisible();
  });
});
