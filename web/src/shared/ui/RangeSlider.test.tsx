import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RangeSlider } from './RangeSlider';

test('a slider says its position in words and reports a move', () => {
  const moved = vi.fn();
  render(<RangeSlider label="Round" value={1} count={5} text="Round 1" onChange={moved} />);
  const slider = screen.getByRole('slider', { name: 'Round' });
  expect(slider).toHaveAttribute('aria-valuetext', 'Round 1');
  fireEvent.change(slider, { target: { value: '3' } });
  expect(moved).toHaveBeenCalledWith(3);
});

test('a slider with a single position stays usable', () => {
  render(<RangeSlider label="Turn" value={1} count={1} text="Turn 0" onChange={() => undefined} />);
  expect(screen.getByRole('slider', { name: 'Turn' })).toHaveValue('1');
});
