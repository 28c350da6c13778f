import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import recorded from '@/test/fixtures/reactions.json';
import { json, serve } from '@/test/page';
import type { PromptState } from '@/shared/api';
import { GAME, gameState, latest, request, showPanel } from '../staged.test-kit';
import { StopsGroup } from '../reactions/StopsGroup';
import { PhasePanel } from './PhasePanel';

/** Questions and reactions as the server sent them: tests/server/test_reactions.py writes the recording. */

const CALLS = `/api/game/${GAME}`;
type Moment = 'charge' | 'snap' | 'save';

/** The panel at a question; `sent` has the bodies of the calls that it makes, by their path. */
function asked(name: Moment, more: Partial<(typeof recorded)['snap']['question']> = {}) {
  const { question, request: prompt } = recorded[name];
  const sent: Record<string, unknown> = {};
  const taken = (path: string) => ({
    [`${CALLS}/${path}`]: async (_: unknown, call: Request) => {
      sent[path] = await call.json();
      return json(gameState({ phase: 'shooting', asked: request(['move']) }));
    },
  });
  serve({
    [`${CALLS}/question`]: () => json({ question: { ...question, ...more } }),
    ...taken('process_activated_ability'),
    ...taken('reactions'),
    ...taken('answer'),
  });
  const state = gameState({
    phase: 'shooting',
    asked: request(prompt.kinds, { ...prompt, controller: 'human' } satisfies Partial<PromptState>),
    roll: name === 'save' ? latest('save') : null,
  });
  return { ...showPanel(<PhasePanel />, state), sent, question };
}

describe('an answer to what happened', () => {
  test('names what happened, what could be used on which unit at what cost, and what that would change', async () => {
    const { sent, question } = asked('snap');
    const [offer] = question.offers;
    const [best, next] = offer!.ways;
    expect(screen.getByText('An enemy unit has moved.')).toBeVisible();
    const card = within(await screen.findByRole('article', { name: offer!.name }));
    expect(card.getByText('1 CP')).toBeVisible();
    expect(card.getByText(`leaves ${question.command_points - 1}`)).toBeVisible();
    expect(card.getByRole('button', { pressed: true })).toHaveTextContent(
      `${best!.unit!.name} at ${best!.target!.name}, ${best!.distance!.toFixed(1)}″${best!.having.toFixed(1)} wounds dealt on average.`,
    );
    expect(screen.getByText('Without an answer the enemy goes on with its turn.')).toBeVisible();
    // What comes later comes below: nothing moves under the finger that is about to pass.
    expect(
      screen.getByRole('button', { name: 'Pass' }).compareDocumentPosition(card.getByRole('button', { name: /^Use/ })),
    ).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.click(card.getByRole('button', { name: new RegExp(`^${next!.unit!.name.replace('+', '\\+')}`) }));
    await userEvent.click(card.getByRole('button', { name: `Use ${offer!.name}` }));
    await waitFor(() =>
      expect(sent['process_activated_ability']).toEqual({
        ability_id: offer!.ability_uuid,
        target_uuids: [next!.unit!.uuid, next!.target!.uuid],
        number: 7,
      }),
    );
  });

  test('highlights both units on the map, and ends that when it is over', async () => {
    const { client, question, unmount } = asked('snap');
    const [way] = question.offers[0]!.ways;
    await waitFor(() => expect(client.table.getState().marks?.unitId).toBe(way!.unit!.uuid));
    const { marks, involved } = client.table.getState();
    expect(marks).toMatchObject({ targets: [way!.target!.uuid], kind: 'shooting' });
    expect(involved).toEqual([...question.enemies.map((each) => each.uuid), way!.unit!.uuid, way!.target!.uuid]);
    act(unmount);
    expect(client.table.getState()).toMatchObject({ marks: null, involved: [] });
  });

  test('a charge shows its dice, what was needed, and the odds of a reroll', async () => {
    const { question } = asked('charge');
    const [way] = question.offers[0]!.ways;
    const { total, needed, success, faces } = question.dice!;
    const came = success ? 'it reaches.' : 'it falls short so far.';
    expect(await screen.findByText(`${total} of the ${needed} needed: ${came}`)).toBeVisible();
    for (const face of faces) expect(screen.getAllByRole('img', { name: new RegExp(`${face}`) })[0]).toBeVisible();
    const again = `${Math.round(way!.having * 100)}%`;
    expect(
      screen.getByText(success ? `It reaches already; a reroll reaches in ${again}.` : `Reaches in ${again}.`),
    ).toBeVisible();
    expect(screen.getByText(`Without an answer the charge ${success ? 'is made' : 'fails'}.`)).toBeVisible();
  });

  test('of the dice of an attack the best to reroll is picked, with its chance', async () => {
    const { sent, question } = asked('save');
    const [die] = question.spare;
    const dice = within(await screen.findByRole('group', { name: 'The die to reroll' }));
    expect(dice.getAllByRole('button')).toHaveLength(question.spare.length);
    expect(dice.getAllByRole('button')[0]).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText(/better in \d+%, \d+\.\d wounds on average\./)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Use/ }));
    await waitFor(() =>
      expect(sent['process_activated_ability']).toMatchObject({
        target_uuids: [die!.unit_uuid],
        die: { volley: die!.volley, die: die!.die },
      }),
    );
  });

  test('what costs more than there is cannot be used', async () => {
    asked('snap', { command_points: 0 });
    expect(await screen.findByRole('button', { name: /^Use/ })).toBeDisabled();
    expect(screen.getByText('too few')).toBeVisible();
  });

  test('it is not asked again in this turn, or only if it is worth it', async () => {
    const { sent, question } = asked('snap');
    await userEvent.click(await screen.findByRole('button', { name: 'Ask only if worth it' }));
    const stops = (stop: string) => Object.fromEntries(question.offers.map((each) => [each.key, stop]));
    await waitFor(() =>
      expect(sent['reactions']).toEqual({ army_uuid: recorded.snap.request.army_uuid, stops: stops('worth') }),
    );
  });

  test('who is not asked sees that the other thinks, and not what about', () => {
    const hidden = request(['pass'], { mine: false, army_name: 'Saltmarsh Host' });
    serve({});
    showPanel(<PhasePanel />, gameState({ phase: 'shooting', asked: hidden }));
    expect(screen.getByText('Waiting for Saltmarsh Host.')).toBeVisible();
    expect(screen.queryByText(/Something happened|may answer/)).toBeNull();
  });
});

describe('stops', () => {
  test('each reaction has its name, its price and four choices, by its moment', async () => {
    let sent: unknown;
    serve({
      [`${CALLS}/reactions`]: async (_: unknown, call: Request) => {
        if (call.method === 'GET') return json({ armies: recorded.snap.armies });
        sent = await call.json();
        return json(gameState({ phase: 'shooting', asked: request(['move']) }));
      },
    });
    showPanel(<StopsGroup />, gameState({ phase: 'shooting', asked: request(['move']) }));
    const [army] = recorded.snap.armies;
    const choice = await screen.findByRole('combobox', { name: /^Second Throw: charge/ });
    expect(screen.getAllByRole('combobox')).toHaveLength(army!.reactions.length);
    expect(
      within(choice)
        .getAllByRole('option')
        .map((each) => each.textContent),
    ).toEqual(['Always ask', 'Ask if worth it', 'Not this turn', 'Never']);
    expect(choice).toHaveValue('always');
    expect(screen.getByRole('group', { name: 'When dice have fallen' })).toContainElement(choice);
    await userEvent.selectOptions(choice, 'Never');
    await waitFor(() =>
      expect(sent).toEqual({ army_uuid: army!.army_uuid, stops: { 'highground.second-throw:charge': 'never' } }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'The usual' }));
    await waitFor(() => expect(sent).toEqual({ army_uuid: army!.army_uuid, rest: 'usual' }));
  });
});
