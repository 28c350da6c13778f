import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, MemoryRouter, Outlet, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { useHeading } from './useHeading';

function Layout() {
  useHeading();
  return (
    <>
      <Link to="/tents">Tents</Link>
      <Link to="/fires">Fires</Link>
      <Link to="/asks">Asks</Link>
      <div id="page" tabIndex={-1}>
        <Outlet />
      </div>
    </>
  );
}

const heading = (name: string) => screen.getByRole('heading', { name });
const Inside = () => <Layout />;

function Late() {
  const [loaded, setLoaded] = useState(false);
  return loaded ? <h1>Fires</h1> : <button onClick={() => setLoaded(true)}>Load</button>;
}

const camp = () =>
  render(
    <MemoryRouter>
      <Routes>
        <Route element={<Layout />}>
          <Route path="/" element={<h1>Camp</h1>} />
          <Route path="/tents" element={<h1>Tents</h1>} />
          <Route path="/fires" element={<Late />} />
          <Route
            path="/asks"
            element={
              <>
                <h1>Asks</h1>
                <input aria-label="Your name" autoFocus />
              </>
            }
          />
        </Route>
      </Routes>
    </MemoryRouter>,
  );

test('the focus goes to the heading after a page without a layout, also if that was the first one', async () => {
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<Link to="/tents">Leave the table</Link>} />
        <Route element={<Layout />}>
          <Route path="/tents" element={<h1>Tents</h1>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Leave the table' }));
  expect(heading('Tents')).toHaveFocus();
});

test('the focus goes to the heading where another layout takes over, and not on the first page', async () => {
  render(
    <MemoryRouter>
      <Routes>
        <Route element={<Layout />}>
          <Route path="/" element={<h1>Door</h1>} />
        </Route>
        <Route element={<Inside />}>
          <Route path="/tents" element={<h1>Tents</h1>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  expect(document.body).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Tents' }));
  expect(heading('Tents')).toHaveFocus();
});

test('the focus goes to the heading of the next page, also where that comes later', async () => {
  camp();
  expect(document.body).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Tents' }));
  expect(heading('Tents')).toHaveFocus();
  const fires = screen.getByRole('link', { name: 'Fires' });
  await userEvent.click(fires);
  expect(fires).toHaveFocus();
  act(() => screen.getByRole('button', { name: 'Load' }).click());
  await expect.poll(() => heading('Fires') === document.activeElement).toBe(true);
});

test('a page that has its own field for the focus keeps it', async () => {
  camp();
  await userEvent.click(screen.getByRole('link', { name: 'Asks' }));
  expect(screen.getByLabelText('Your name')).toHaveFocus();
});
