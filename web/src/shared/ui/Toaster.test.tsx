import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearToasts, dropPlacedNotices, MessagePlace, toast, Toaster } from './Toaster';

beforeEach(async () => {
  render(<Toaster />);
  act(() => toast('Hello'));
  await screen.findByText('Hello');
  act(clearToasts);
  vi.useFakeTimers();
});
afterEach(() => {
  act(clearToasts);
  vi.useRealTimers();
});

const shown = (text: string) => screen.queryByText(text);
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('a notice goes by itself, an error later', () => {
  act(() => {
    toast('Saved');
    toast('Not sent', 'error');
  });
  expect(screen.getByText('Saved')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Not sent');
  wait(5000);
  expect(shown('Saved')).toBeNull();
  expect(shown('Not sent')).not.toBeNull();
  wait(5000);
  expect(shown('Not sent')).toBeNull();
});

test('each is announced once', () => {
  act(() => toast('Saved'));
  wait(100);
  const said = [...document.querySelectorAll('[aria-live="polite"]')].map((each) => each.textContent);
  expect(said).toEqual(['Message Saved']);
});

test('a message waits while the pointer is on it, or the focus', () => {
  act(() => toast('Saved'));
  fireEvent.pointerMove(screen.getByText('Saved'));
  wait(20_000);
  expect(screen.getByText('Saved')).toBeVisible();
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Messages (F8)' }));
  wait(5000);
  expect(shown('Saved')).toBeNull();
});

test('F8 leads to the messages, and a button sends one away', () => {
  act(() => toast('Saved'));
  fireEvent.keyDown(document, { code: 'F8' });
  expect(screen.getByRole('region', { name: 'Messages (F8)' })).toContainElement(document.activeElement as HTMLElement);
  wait(20_000);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(shown('Saved')).toBeNull();
});

test('a page with a place for messages has the newest there alone, and none that it says itself', () => {
  const { unmount } = render(<MessagePlace className="place" said="All units have moved." />);
  const place = document.querySelector('.place');
  act(() => {
    toast('Saved');
    toast('Not sent', 'error');
  });
  expect(shown('Saved')).toBeNull();
  expect(place).toContainElement(screen.getByRole('alert'));
  act(() => toast('All units have moved.'));
  expect(shown('All units have moved.')).toBeNull();
  unmount();
  act(() => toast('Sent'));
  expect(screen.getByRole('region', { name: 'Messages (F8)' })).toContainElement(screen.getByText('Sent'));
});

test('in a place of its own nothing older comes back after the newest, and a notice goes with the next thing done', () => {
  render(<MessagePlace className="place" said="" />);
  act(() => {
    toast('Not sent', 'error');
    toast('Saved');
  });
  act(dropPlacedNotices);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(shown('Saved')).toBeNull();
  act(() => toast('Not sent', 'error'));
  act(dropPlacedNotices);
  expect(screen.getByRole('alert')).toHaveTextContent('Not sent');
});

test('elsewhere messages stay beside one another, and are let be', () => {
  act(() => {
    toast('Saved');
    toast('Sent');
  });
  act(dropPlacedNotices);
  expect(screen.getByText('Saved')).toBeVisible();
  expect(screen.getByText('Sent')).toBeVisible();
});
