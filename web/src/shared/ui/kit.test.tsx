import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button, confirm, ConfirmHost, Field, Input, Notice, PasswordInput, Progress, Switch, Table, Th } from '.';

test('a field ties its label, hint and error to the input', () => {
  render(
    <Field label="Email" hint="Yours." error="It lacks an @.">
      <Input />
    </Field>,
  );
  const input = screen.getByRole('textbox', { name: 'Email' });
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription('Yours. It lacks an @.');
  expect(screen.getByRole('alert')).toHaveTextContent('It lacks an @.');
});

test('a field without an error is valid', () => {
  render(
    <Field label="Email">
      <Input />
    </Field>,
  );
  expect(screen.getByRole('textbox', { name: 'Email' })).toBeValid();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a busy button cannot be pressed again', async () => {
  const pressed = vi.fn();
  render(
    <Button busy onClick={pressed}>
      Save
    </Button>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(pressed).not.toHaveBeenCalled();
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
});

test('a password can be looked at', async () => {
  render(
    <Field label="Password">
      <PasswordInput defaultValue="lantern" />
    </Field>,
  );
  const input = screen.getByLabelText('Password');
  expect(input).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show the password' }));
  expect(input).toHaveAttribute('type', 'text');
});

test('a switch reports what it would become', async () => {
  const changed = vi.fn();
  render(<Switch label="Share" checked={false} onChange={changed} />);
  await userEvent.click(screen.getByRole('switch', { name: 'Share' }));
  expect(changed).toHaveBeenCalledWith(true);
});

test('a question is answered yes by its button and no by Cancel, by Escape and by a later question', async () => {
  render(<ConfirmHost />);
  const ask = () => confirm({ title: 'Delete it?', text: 'It is gone then.', action: 'Delete' });
  const yes = ask();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await yes).toBe(true);
  const no = ask();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await no).toBe(false);
  const escaped = ask();
  await screen.findByRole('alertdialog');
  await userEvent.keyboard('{Escape}');
  expect(await escaped).toBe(false);
  const first = ask();
  void ask();
  expect(await first).toBe(false);
});

test('a sorted column says its direction', async () => {
  const sort = vi.fn();
  render(
    <Table label="Battles">
      <thead>
        <tr>
          <Th sorted="desc" onSort={sort}>
            Name
          </Th>
          <Th>Status</Th>
        </tr>
      </thead>
    </Table>,
  );
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(sort).toHaveBeenCalledOnce();
});

test('an error offers a retry', async () => {
  const retry = vi.fn();
  render(<Notice text="Not read." onRetry={retry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Not read.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

test('progress keeps within its bounds and may be unknown', () => {
  const { rerender } = render(<Progress label="Reading" value={1.4} />);
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  rerender(<Progress label="Reading" value={null} />);
  expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
});
