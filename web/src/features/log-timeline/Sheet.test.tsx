import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Sheet } from './Sheet';

const TABS = ['Actions', 'Time', 'Unit'].map((title) => ({ id: title, title, content: <p>{title} of the battle</p> }));

function Panel() {
  const [active, setActive] = useState('Actions');
  return <Sheet tabs={TABS} active={active} onActive={setActive} />;
}

test('arrow keys go from tab to tab, and round', async () => {
  render(<Panel />);
  await userEvent.click(screen.getByRole('tab', { name: 'Actions' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Time', selected: true })).toHaveFocus();
  expect(screen.getByRole('tabpanel', { name: 'Time' })).toHaveTextContent('Time of the battle');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(screen.getByRole('tabpanel', { name: 'Unit' })).toHaveTextContent('Unit of the battle');
});

test('a tab raises the panel again', async () => {
  render(<Panel />);
  const panel = screen.getByRole('region', { name: 'Panel' });
  await userEvent.pointer([
    { keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Raise the panel' }) },
    { coords: { x: 0, y: 60 } },
    { keys: '[/MouseLeft]' },
  ]);
  expect(panel).toHaveAttribute('data-height', 'low');
  await userEvent.click(screen.getByRole('tab', { name: 'Actions' }));
  expect(panel).toHaveAttribute('data-height', 'middle');
});
