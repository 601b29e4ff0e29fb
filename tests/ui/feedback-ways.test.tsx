import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { windowWidth } from './browser-fixture';
import { agree, setUp, stand, tearDown } from './feedback-world';

beforeEach(setUp);
afterEach(tearDown);

describe('tickets and feedback in the header', () => {
  it('HEADER-008 the ticket icon opens the tickets if the page exists', () => {
    stand();
    expect(screen.getByRole('link', { name: 'Raise a ticket' }).getAttribute('href')).toBe(
      '/help-support/list?openAddTicketModal=1',
    );
    cleanup();
    stand(agree, new Set());
    expect(screen.queryByRole('link', { name: 'Raise a ticket' })).toBeNull();
  });

  it('HEADER-009 HEADER-017 HEADER-018 on a phone both are in the user menu instead', async () => {
    stand();
    fireEvent.click(screen.getByRole('button', { name: /Account of/ }));
    expect(screen.queryByRole('link', { name: 'Raise a Ticket' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Give Feedback' })).toBeNull();
    cleanup();

    windowWidth(390);
    stand();
    expect(screen.queryByRole('button', { name: 'Give feedback' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Raise a ticket' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /Account of/ }));
    expect(screen.getByRole('link', { name: 'Raise a Ticket' }).getAttribute('href')).toBe(
      '/help-support/list?openAddTicketModal=1',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Give Feedback' }));
    expect(await screen.findByRole('dialog', { name: 'Feedback' })).toBeTruthy();
  });
});
