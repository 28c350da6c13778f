import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Die, DiceTable, readDice, RollHistograms } from '.';
import { histogram, readRoll } from './rolls';

const WEAPONS = readDice([
  {
    weapon_uuid: 'w',
    weapon_name: 'Long rifle',
    attacks: [
      {
        hit_roll: {
          needed: '3+',
          roll: 6,
          first: 1,
          active_abilities: [{ name: 'Steady', affects: 'hit', effect: 're-roll ones' }],
        },
        wound_roll: { needed: '4+', roll: 4, active_abilities: [] },
        save_roll: {
          needed: '5+',
          roll: 2,
          active_abilities: [{ name: 'AP -2', affects: 'save', effect: '3+ becomes 5+' }],
        },
        damage_roll: {
          needed: null,
          roll: 3,
          final_damage: 2,
          active_abilities: [{ name: 'Thick hide', affects: 'damage', effect: '-1 damage' }],
        },
        fnp_rolls: [
          { needed: '6+', roll: 2 },
          { needed: '6+', roll: 6 },
        ],
        critical_hit: true,
        critical_wound: false,
      },
      { hit_roll: { needed: '3+', roll: 2, active_abilities: [] }, critical_hit: false },
    ],
  },
]);

const cell = (name: RegExp) => screen.getAllByRole('button', { name })[0]!;

describe('the dice table', () => {
  test('LOGV-70 a Weapon column', () => {
    render(<DiceTable weapons={WEAPONS} />);
    expect(screen.getByRole('columnheader', { name: 'Weapon' })).toBeInTheDocument();
    expect(screen.getByRole('rowheader', { name: /Long rifle/ })).toBeInTheDocument();
  });

  test.each([
    ['LOGV-71', 'Hit'],
    ['LOGV-72', 'Wound'],
    ['LOGV-73', 'Save'],
    ['LOGV-74', 'Damage'],
    ['LOGV-75', 'FNP'],
  ])('%s Needed and Roll for %s', (_, stage) => {
    render(<DiceTable weapons={WEAPONS} />);
    expect(screen.getByRole('columnheader', { name: stage })).toHaveAttribute('colspan', '2');
    expect(screen.getByLabelText(`${stage} Needed`)).toBeInTheDocument();
    expect(screen.getByRole('columnheader', { name: `${stage} Roll` })).toBeInTheDocument();
    expect(cell(new RegExp(`^${stage} needed`))).toBeInTheDocument();
    expect(cell(new RegExp(`^${stage} roll`))).toBeInTheDocument();
  });

  test('LOGV-76 LOGV-77 a chosen cell shows the abilities behind its value', async () => {
    render(<DiceTable weapons={WEAPONS} />);
    await userEvent.click(cell(/^Save needed 5\+/));
    expect(screen.getByTestId('roll-detail')).toHaveTextContent('AP -2 – 3+ becomes 5+ (save)');
    await userEvent.click(cell(/^Damage roll/));
    expect(screen.getByTestId('roll-detail')).toHaveTextContent('Thick hide – -1 damage');
    expect(screen.getByTestId('roll-detail')).toHaveTextContent('counts 2');
  });

  test('LOGV-78 a critical value is marked critical, others are not', async () => {
    render(<DiceTable weapons={WEAPONS} />);
    await userEvent.click(cell(/^Hit roll 6/));
    expect(within(screen.getByTestId('roll-detail')).getByText(/critical$/)).toBeInTheDocument();
    await userEvent.click(cell(/^Wound roll/));
    expect(within(screen.getByTestId('roll-detail')).queryByText(/critical$/)).toBeNull();
  });

  test('LOGV-80 the same roll again closes it', async () => {
    render(<DiceTable weapons={WEAPONS} />);
    await userEvent.click(cell(/^Hit roll 6/));
    expect(cell(/^Hit roll 6/)).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(cell(/^Hit roll 6/));
    expect(screen.queryByTestId('roll-detail')).toBeNull();
    expect(cell(/^Hit roll 6/)).toHaveAttribute('aria-pressed', 'false');
  });

  test('a long table shows its first rows until asked for all', async () => {
    const many = readDice([
      { weapon_name: 'Hail', attacks: Array.from({ length: 60 }, () => ({ hit_roll: { needed: '4+', roll: 4 } })) },
    ]);
    render(<DiceTable weapons={many} />);
    expect(screen.getAllByRole('button', { name: /^Hit roll/ })).toHaveLength(24);
    expect(screen.getByRole('rowheader', { name: /Hail/ })).toHaveTextContent('60 attacks');
    await userEvent.click(screen.getByRole('button', { name: 'Show all 60 attacks' }));
    expect(screen.getAllByRole('button', { name: /^Hit roll/ })).toHaveLength(60);
  });
});

describe('dice', () => {
  test('a face has its pips, and success and failure differ by mark', () => {
    const { container } = render(
      <>
        <Die face={5} success />
        <Die face={1} success={false} />
        <Die face={6} success critical />
        <Die face={2} success={null} struck />
      </>,
    );
    const [five, one, six, two] = container.querySelectorAll('svg');
    expect(five!.querySelectorAll('.die-pip')).toHaveLength(5);
    expect(five!.querySelector('.die-tick')).not.toBeNull();
    expect(one!.querySelector('.die-cross')).not.toBeNull();
    expect(six!.querySelector('.die-star')).not.toBeNull();
    expect(two!.querySelector('.die-strike')).not.toBeNull();
    expect(five).toHaveAccessibleName('5, success');
    expect(two).toHaveAccessibleName('first 2, re-rolled');
  });

  test('a re-rolled die shows its first face struck out', () => {
    render(<DiceTable weapons={WEAPONS} />);
    expect(within(cell(/^Hit roll 6/)).getByRole('img', { name: 'first 1, re-rolled' })).toBeInTheDocument();
  });

  test('a die reaches what it needs, a critical always does, a stated result wins', () => {
    expect(readRoll({ needed: '4+', roll: 4 })[0]!.success).toBe(true);
    expect(readRoll({ needed: '4+', roll: 3 })[0]!.success).toBe(false);
    expect(readRoll({ needed: '7+', roll: 6 }, true)[0]!.success).toBe(true);
    expect(readRoll({ needed: '2+', roll: 6, success: false })[0]!.success).toBe(false);
    expect(readRoll({ needed: null, roll: 6 })[0]!.success).toBeNull();
    expect(readRoll(null)).toEqual([]);
  });
});

describe('the histogram', () => {
  test('counts faces and what succeeded', () => {
    expect(histogram(WEAPONS, 'hit')).toMatchObject({
      faces: [0, 1, 0, 0, 0, 1],
      good: [0, 0, 0, 0, 0, 1],
      rolled: 2,
      succeeded: 1,
      needed: '3+',
    });
    expect(histogram(WEAPONS, 'damage')).toBeNull();
  });

  test('is described in words', () => {
    render(<RollHistograms weapons={WEAPONS} />);
    expect(screen.getByRole('figure', { name: 'Hit: 1 of 2 reached 3+' })).toBeInTheDocument();
    expect(screen.getByRole('figure', { name: 'FNP: 1 of 2 reached 6+' })).toBeInTheDocument();
  });
});
