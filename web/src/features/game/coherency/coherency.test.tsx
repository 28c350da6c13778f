import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { PromptState, UnitState } from '@/shared/api';
import asked from '@/test/fixtures/coherency-asked.json';
import { json, serve } from '@/test/page';
import { PhasePanel } from '../panels/PhasePanel';
import { PromptLine } from '../shell/PromptLine';
import { promptOf } from '../shell/prompt';
import { GAME, showPanel } from '../staged.test-kit';
import { tableState } from '../table.test-kit';
import { RemovalLayer } from './RemovalLayer';

/** A captain stands apart from the leader of his unit: as the server asks. */
const request = asked.request as unknown as PromptState;
const unit = asked.unit as unknown as UnitState;

function moment(more: Partial<PromptState> = {}) {
  const state = tableState({ phase: 'cleanup' as never, asked: { ...request, ...more } });
  const [first, second] = state.game_model.armies;
  const armies: typeof state.game_model.armies = [{ ...first, units: [...first.units, unit] }, second];
  return { ...state, sides: [0], game_model: { ...state.game_model, armies } };
}

const crossed = () =>
  [...document.querySelectorAll('.removal-cross')].map((each) =>
    each
      .closest('[transform]')
      ?.getAttribute('transform')
      ?.match(/[\d.]+/g),
  );

test('its player chooses what a unit that stands apart loses, and sees on the map which miniatures these are', async () => {
  const sent: unknown[] = [];
  serve({
    [`/api/game/${GAME}/answer`]: async (_: unknown, call: Request) => {
      sent.push(((await call.json()) as { answer: unknown }).answer);
      return json(tableState({ phase: 'command' }));
    },
  });
  showPanel(
    <>
      <PromptLine />
      <PhasePanel />
      <svg>
        <RemovalLayer />
      </svg>
    </>,
    moment(),
  );
  expect(screen.getByRole('heading', { name: 'Out of coherency' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Warden Captain leaving Vowkeeper' })).toBeChecked();
  const before = crossed();
  expect(before).toHaveLength(1);
  await userEvent.click(screen.getByRole('radio', { name: 'Vowkeeper leaving Warden Captain' }));
  expect(crossed()).toHaveLength(1);
  expect(crossed()).not.toEqual(before);
  const [line] = screen.getAllByRole('button', { name: 'Remove them' });
  await userEvent.click(line!);
  expect(sent).toEqual([{ choice: 'remove', miniatures: request.removals[1]!.miniatures }]);
});

test('its player may name others, one by one on the map or in words', async () => {
  const sent: unknown[] = [];
  serve({
    [`/api/game/${GAME}/answer`]: async (_: unknown, call: Request) => {
      sent.push(((await call.json()) as { answer: unknown }).answer);
      return json({ detail: 'Warden Captain would stand together with one of those.' }, 400);
    },
  });
  showPanel(
    <>
      <PhasePanel />
      <svg>
        <RemovalLayer />
      </svg>
    </>,
    moment(),
  );
  const [captain, keeper] = request.removable.map(({ miniature, words }) => ({ miniature, words }));
  expect(document.querySelectorAll('.removal-stays')).toHaveLength(request.removable.length - 1);
  const onMap = (words: string) => screen.getByRole('checkbox', { name: `Remove ${words}` });
  const first = request.removals[0]!.miniatures;
  const other = first.includes(captain!.miniature) ? keeper! : captain!;
  await userEvent.click(onMap(other.words));
  expect(onMap(other.words)).toBeChecked();
  expect(screen.getByRole('status')).toHaveTextContent('Your own choice 2 removed, 0 stay');
  expect(screen.getAllByRole('radio').filter((each) => (each as HTMLInputElement).checked)).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Remove them' }));
  expect(sent).toEqual([{ choice: 'remove', miniatures: [captain!.miniature, keeper!.miniature].sort() }]);
  expect(await screen.findByText(/would stand together with one of those/)).toBeVisible();
  for (const { words } of request.removable) await userEvent.click(screen.getByRole('checkbox', { name: words }));
  expect(screen.getByRole('button', { name: 'Remove them' })).toBeDisabled();
});

test('others wait', () => {
  showPanel(<PhasePanel />, moment({ mine: false }));
  expect(screen.getByText(`Waiting for ${request.army_name}.`)).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('the prompt line asks', () => {
  expect(promptOf(moment())).toEqual({
    asked: `${unit.name}: out of coherency. Who is removed?`,
    label: 'Remove them',
    step: { kind: 'remove' },
  });
});
