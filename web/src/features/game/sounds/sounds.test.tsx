import type { GameState, PromptState } from '@/shared/api';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import fixture from '@/test/fixtures/game-panels.json';
import { serve } from '@/test/page';
import { SettingsPanel } from '../panels/SettingsPanel';
import { tabTitle } from '../shell/title';
import { showPanel } from '../staged.test-kit';
import { soundsBetween } from './between';
import { useSounds } from './soundStore';
import { useGameSounds } from './useGameSounds';

const base = fixture.state as unknown as GameState;
const asks = (more: Partial<PromptState>) => ({ ...base.request!, controller: 'human' as const, mine: true, ...more });
const next = (more: Partial<GameState>): GameState => ({ ...base, number: base.number + 1, ...more });
const [blue, red] = base.game_model.armies;

/** The game with its first army's first unit gone. */
const fallen = (): GameState['game_model'] => ({
  ...base.game_model,
  armies: [{ ...blue, units: blue.units.map((unit, index) => ({ ...unit, alive: index > 0 })) }, red],
});

describe('what is heard', () => {
  test("dice, losses and one's own turn, in this order", () => {
    const before = { ...base, request: asks({ mine: false, kinds: ['roll'] }) };
    expect(soundsBetween(before, next({ request: asks({}), game_model: fallen() }))).toEqual([
      'dice',
      'destroyed',
      'turn',
    ]);
  });

  test("nothing while nothing happened, while it stays one's turn, and when the computer is due", () => {
    expect(soundsBetween(base, base)).toEqual([]);
    expect(soundsBetween({ ...base, request: asks({}) }, next({ request: asks({}) }))).toEqual([]);
    expect(
      soundsBetween({ ...base, request: asks({ mine: false }) }, next({ request: asks({ controller: 'ai' }) })),
    ).toEqual([]);
  });

  test('a charge that was rolled', () => {
    expect(soundsBetween(base, next({ charge_results: [{} as GameState['charge_results'][0]] }))).toEqual(['dice']);
  });

  test('what is taken back is not heard', () => {
    expect(
      soundsBetween(
        { ...base, request: asks({ kinds: ['roll'] }) },
        { ...base, number: base.number - 1, request: asks({}), game_model: fallen() },
      ),
    ).toEqual([]);
  });
});

describe('sounds in this browser', () => {
  const started: number[] = [];
  beforeEach(() => {
    useSounds.setState({ on: false });
    started.length = 0;
    const param = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    const node = () => ({
      frequency: param,
      gain: param,
      type: '',
      connect: (to: unknown) => to,
      start: (at: number) => started.push(at),
      stop: () => undefined,
    });
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 1;
        destination = {};
        resume = () => Promise.resolve();
        createOscillator = node;
        createGain = node;
      },
    );
  });

  function Listening({ state }: { state: GameState }) {
    useGameSounds(state);
    return null;
  }

  test('they are off until they are turned on, and then remembered', async () => {
    serve({});
    const { rerender } = showPanel(<SettingsPanel />, base);
    const control = screen.getByRole('switch', { name: /Sounds/ });
    expect(control).not.toBeChecked();
    await userEvent.click(control);
    expect([localStorage.getItem('sounds'), started.length]).toEqual(['on', 2]);
    await userEvent.click(control);
    expect([localStorage.getItem('sounds'), started.length]).toEqual(['off', 2]);
    rerender(<Listening state={base} />);
    rerender(<Listening state={next({ game_model: fallen() })} />);
    expect(started).toHaveLength(2);
  });

  test('turned on, they follow the game', () => {
    useSounds.setState({ on: true });
    const { rerender } = showPanel(<p>Quiet</p>, base);
    rerender(<Listening state={base} />);
    expect(started).toEqual([]);
    rerender(<Listening state={next({ game_model: fallen() })} />);
    expect(started).toEqual([1]);
  });
});

test("the tab's title says whose turn it is", () => {
  const titleOf = (more: Partial<GameState>) =>
    tabTitle({ ...base, ...more, game_model: { ...base.game_model, round: 2, phase: 'movement', ...more.game_model } });
  expect(titleOf({ sides: [0], request: asks({}) })).toBe('Your turn · Round 2, Movement · Highground');
  expect(titleOf({ sides: [0], request: asks({ mine: false }) })).toBe('Round 2, Movement · Highground');
  expect(titleOf({ sides: [0, 1], request: asks({ controller: 'ai' }) })).toBe('Round 2, Movement · Highground');
  const both = base.game_model.armies.map((army) => ({ ...army, controller: 'human' }));
  expect(
    titleOf({
      sides: [0, 1],
      request: asks({ army_name: 'Mill Guard' }),
      game_model: { armies: both } as unknown as GameState['game_model'],
    }),
  ).toBe('Mill Guard to act · Round 2, Movement · Highground');
  expect(titleOf({ request: null, game_model: { status: 'Completed' } as GameState['game_model'] })).toBe(
    'The battle is over · Highground',
  );
});
