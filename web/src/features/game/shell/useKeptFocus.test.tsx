import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useKeptFocus } from './useKeptFocus';

interface TableProps {
  now: ReactNode;
  over?: boolean;
  arrived?: boolean;
  /** The computer plays: there is nothing to press. */
  plays?: boolean;
}

/** The table's parts that the focus can come from and go to; `now` is what stands on it beside them. */
function Table({ now, over = false, arrived = false, plays = false }: TableProps) {
  useKeptFocus(arrived);
  return (
    <div className="game">
      <section className="prompt-line" tabIndex={-1} aria-label="What is asked">
        {!over && !plays && <button className="prompt-main">On to shooting</button>}
      </section>
      <section className="game-map">
        <button>Take back the move (U)</button>
        {now}
      </section>
      <section className="game-panel" tabIndex={0} data-over={over || undefined} aria-label="Battlefield" />
    </div>
  );
}

const GHOST = (
  <svg className="ghost">
    <g role="button" tabIndex={0} data-focus aria-label="Torch Runners: drag it" />
  </svg>
);
const button = (name: string | RegExp) => screen.getByRole('button', { name });

test('after a unit is put down the main button has the focus, and not what had it before: taking back', async () => {
  const { rerender } = render(<Table now={null} />);
  button(/^Take back/).focus();
  rerender(<Table now={GHOST} />);
  button(/Torch Runners/).focus();
  await userEvent.keyboard('{Enter}');
  rerender(<Table now={null} />);
  await waitFor(() => expect(button('On to shooting')).toHaveFocus());
});

test('what the pointer took the focus from does not get it back by a later key', async () => {
  const { rerender } = render(<Table now={null} />);
  await userEvent.click(button(/^Take back/));
  await userEvent.click(document.body);
  await userEvent.keyboard('n');
  rerender(<Table now={<p>Bridge Watch</p>} />);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(document.body).toHaveFocus();
});

const MENU = (
  <div role="menu">
    <button role="menuitem">Advance: roll the die</button>
  </div>
);
const LIST = (
  <section className="table-list" tabIndex={0} aria-label="The table as a list">
    <ul>
      <li data-list-unit="runners" tabIndex={-1}>
        <button>Hold position</button>
      </li>
    </ul>
  </section>
);

test('from a menu that closes the focus goes to the unit in hand, else to the main button', async () => {
  const { rerender } = render(<Table now={MENU} />);
  screen.getByRole('menuitem').focus();
  await userEvent.keyboard('{Enter}');
  rerender(<Table now={GHOST} />);
  await waitFor(() => expect(button(/Torch Runners/)).toHaveFocus());
  rerender(<Table now={MENU} />);
  screen.getByRole('menuitem').focus();
  rerender(<Table now={null} />);
  await waitFor(() => expect(button('On to shooting')).toHaveFocus());
});

test('from the list that is left it goes to the main button', async () => {
  const { rerender } = render(<Table now={LIST} />);
  button('Hold position').focus();
  await userEvent.keyboard('k');
  rerender(<Table now={null} />);
  await waitFor(() => expect(button('On to shooting')).toHaveFocus());
});

test('after the battle, without a main button, it goes to the panel', async () => {
  const { rerender } = render(<Table now={null} />);
  button('On to shooting').focus();
  await userEvent.keyboard('{Enter}');
  rerender(<Table now={null} over />);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Battlefield' })).toHaveFocus());
});

test('who has just started the game is at the main button; who opens a page is at its top', async () => {
  const { rerender, unmount } = render(<Table now={null} arrived />);
  rerender(<Table now={GHOST} />);
  await waitFor(() => expect(button('On to shooting')).toHaveFocus());
  unmount();
  const again = render(<Table now={null} />);
  again.rerender(<Table now={GHOST} />);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(document.body).toHaveFocus();
});

test('while the computer plays the focus waits in the line of what is asked, and goes to the main button', async () => {
  const { rerender } = render(<Table now={null} />);
  button('On to shooting').focus();
  await userEvent.keyboard('{Enter}');
  rerender(<Table now={null} plays />);
  expect(document.body).toHaveFocus();
  await waitFor(() => expect(screen.getByRole('region', { name: 'What is asked' })).toHaveFocus(), { timeout: 2000 });
  rerender(<Table now={null} />);
  await waitFor(() => expect(button('On to shooting')).toHaveFocus());
});
