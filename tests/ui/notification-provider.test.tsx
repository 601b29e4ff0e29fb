import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { notificationProvider } from '../../src/providers/notification-provider';
import { PlainToasts } from '../../src/ui/toasts/plain-toasts';

beforeEach(() => void render(<PlainToasts />));
afterEach(cleanup);

type Sent = Parameters<typeof notificationProvider.open>[0];
function shown(notification: Sent): string | null {
  act(() => notificationProvider.open({ key: 'one', ...notification }));
  return screen.getByRole('status').textContent;
}

it("shows of refine's own notifications the text that says what happened", () => {
  expect(shown({ type: 'success', message: 'Stream added', description: 'Saved' })).toBe('Stream added');
  expect(shown({ type: 'error', message: 'Stream was not added (error 422)', description: 'Name is required.' })).toBe(
    'Name is required.',
  );
  expect(shown({ type: 'error', message: 'Some Error', description: 'The database is busy.' })).toBe('The database is busy.');
  expect(shown({ type: 'error', message: 'Problem', description: 'Incorrect email or password.' })).toBe(
    'Incorrect email or password.',
  );
});

it('shows both texts of a notification that a page writes itself', () => {
  expect(shown({ type: 'success', message: 'Sent', description: '3 leads' })).toBe('Sent. 3 leads');
  expect(shown({ type: 'error', message: 'Not sent.', description: 'No signal' })).toBe('Not sent. No signal');
  expect(shown({ type: 'success', message: 'Sent' })).toBe('Sent');
});
