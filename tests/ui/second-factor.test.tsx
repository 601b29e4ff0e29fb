import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import SecondFactorHost from '../../src/custom/second-factor/second-factor-host';
import { request } from '../../src/providers/calls/http';
import { endSession } from '../../src/providers/session/session';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth } from './browser-fixture';

const wait = 'Please wait a minute before you request another code.';
let confirmed = false;
let sentBefore = false;
let asked = 0;
let confirmations = 0;
const save = () => request('res/users/01', { method: 'PATCH', body: { email: 'new@northstar.example' } });

beforeEach(() => {
  freshBrowser('/users/01/edit');
  windowWidth(1366);
  signedIn();
  confirmed = sentBefore = false;
  asked = confirmations = 0;
  stubNetwork(({ path, body }) => {
    if (path === 'users/second-factor-codes') {
      asked++;
      return sentBefore ? json({ message: wait }, 429) : json({ code: 200, data: { email: 'me@northstar.example' } });
    }
    if (path === 'users/second-factor') {
      confirmations++;
      confirmed = (body as { otp: string }).otp === '123456';
      return json(confirmed ? { code: 200, message: 'Confirmed.' } : { code: 422, message: 'Incorrect code.' });
    }
    const refusal = { message: 'Confirm that it is you.', second_factor: 'required' };
    return path === 'res/users/01' ? (confirmed ? json({ id: '01' }) : json(refusal, 403)) : undefined;
  });
  render(
    <App>
      <SecondFactorHost />
    </App>,
  );
});
afterEach(() => {
  cleanup();
  act(() => endSession({ comeBack: false }));
  vi.unstubAllGlobals();
});

const boxes = () => within(screen.getByRole('dialog')).getAllByRole<HTMLInputElement>('textbox');
const type = (code: string) => {
  for (const [at, digit] of [...code].entries()) fireEvent.input(boxes()[at]!, { target: { value: digit } });
};

describe('a change that needs a code first', () => {
  it('TRUST-S33 is saved once the emailed code was right', async () => {
    const saved = save();
    await screen.findByText('me@northstar.example');
    type('654321');
    await screen.findByText('Incorrect code.');
    await waitFor(() => expect(boxes().every((box) => box.value === '')).toBe(true));
    await waitFor(() => expect(document.activeElement).toBe(boxes()[0]));
    type('123456');
    expect((await saved).body).toEqual({ id: '01' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows no waiting time unless another code was requested', async () => {
    sentBefore = true;
    const saved = save().catch(() => undefined);
    await screen.findByText('Enter the code from your email to save your change.');
    await waitFor(() => expect(asked).toBe(1));
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
    expect((await screen.findByRole('alert')).textContent).toBe(wait);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await saved;
  });

  it('requires the whole code before it sends it', async () => {
    const saved = save().catch(() => undefined);
    await screen.findByText('me@northstar.example');
    type('123');
    fireEvent.submit(screen.getByRole('dialog').querySelector('form')!);
    expect((await screen.findByRole('alert')).textContent).toBe('Enter the 6-digit code');
    expect(confirmations).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await saved;
  });

  it('TRUST-S33 is refused with the server’s message when the dialog is closed', async () => {
    const saved = save().catch((error: Error) => error.message);
    await screen.findByText('me@northstar.example');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await saved).toBe('Confirm that it is you.');
  });
});
