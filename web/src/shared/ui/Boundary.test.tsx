import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Boundary } from '.';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function Panel({ units }: { units: string[] | null }) {
  return <p>{units!.join(', ')}</p>;
}

const page = (units: string[] | null, version = 1, onFailed = () => undefined) => (
  <>
    <Boundary what="The panel" version={version} onFailed={onFailed}>
      <Panel units={units} />
    </Boundary>
    <p>The map</p>
  </>
);

test('a part that cannot be drawn says so, and the rest stays', () => {
  const failed = vi.fn();
  render(page(null, 1, failed));
  expect(screen.getByRole('alert')).toHaveTextContent(
    'The panel could not be drawn. This is a fault of the page; the rest goes on.',
  );
  expect(screen.getByText('The map')).toBeVisible();
  expect(failed).toHaveBeenCalledOnce();
});

test('it can be tried again', async () => {
  const view = render(page(null));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('alert')).toBeVisible();
  view.rerender(page(['Torch Runners']));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('Torch Runners')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what it shows next draws it again by itself', () => {
  const view = render(page(null));
  view.rerender(page(['Torch Runners'], 2));
  expect(screen.getByText('Torch Runners')).toBeVisible();
});

test('a part that draws nothing fails in silence', () => {
  render(
    <Boundary what="The sounds" fallback={null}>
      <Panel units={null} />
    </Boundary>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
});
