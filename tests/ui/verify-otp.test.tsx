import { act, cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VerifyOtp } from '../../src/custom/sign-in/verify-otp';
import { currentSession } from '../../src/providers/session/session';
import { PlainToasts } from '../../src/ui/toasts/plain-toasts';
import { counsellor, freshBrowser, json, stubNetwork, tenant, windowWidth, type Answers, type Asked } from './browser-fixture';

const email = 'rohini@northstar.example';
beforeEach(() => {
  freshBrowser('/verify-otp');
  windowWidth(390);
  sessionStorage.setItem('sign-in-email', email);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (query = ''): void =>
  void render(
    <>
      <VerifyOtp query={query} />
      <PlainToasts />
    </>,
  );
const boxes = (): HTMLInputElement[] => screen.getAllByRole('textbox') as HTMLInputElement[];
const code = (): string =>
  boxes()
    .map((box) => box.value || '_')
    .join('');
const paste = (text: string, at = 0): void => {
  const event = createEvent.paste(boxes()[at]!, { clipboardData: { getData: () => text } });
  fireEvent(boxes()[at]!, event);
};
const verify = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
const resendButton = (): HTMLButtonElement => screen.getByRole('button', { name: 'Resend' });
const right: Answers = () => json({ code: 200, result: counsellor(), tenantDetail: tenant() });

describe('/verify-otp', () => {
  it('OTP-002 OTP-003 OTP-004 OTP-005 OTP-009 CONST-010 has six boxes that move the focus', async () => {
    const user = userEvent.setup();
    show();
    expect(document.body.textContent).toContain(`We have sent OTP to ${email}`);
    expect(boxes()).toHaveLength(6);
    await user.click(boxes()[0]!);
    await user.keyboard('x1');
    expect(code()).toBe('1_____');
    expect(document.activeElement).toBe(boxes()[1]);
    await user.keyboard('2a3');
    expect(code()).toBe('123___');
    expect(document.activeElement).toBe(boxes()[3]);
    await user.keyboard('{Backspace}');
    expect(code()).toBe('123___');
    expect(document.activeElement).toBe(boxes()[2]);
    await user.keyboard('{Backspace}');
    expect(code()).toBe('12____');
    expect(document.activeElement).toBe(boxes()[2]);
    await user.keyboard('{ArrowLeft}{Delete}{ArrowRight}9');
    expect(code()).toBe('1_9___');
  });

  it('OTP-006 OTP-008 spreads pasted digits and sends nothing while some are missing', () => {
    const asked = stubNetwork(right);
    show();
    paste('12-34');
    expect(code()).toBe('1234__');
    paste('no digits', 4);
    expect(code()).toBe('1234__');
    expect(asked).toEqual([]);
  });

  it('OTP-007 OTP-019 sends a whole pasted code at once', async () => {
    const asked = stubNetwork(right);
    show();
    paste(' 123 456 ', 3);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({ method: 'POST', path: 'users/verify-otp', body: { email, otp: '123456' } });
    await waitFor(() => expect(currentSession()).not.toBeNull());
  });

  it('the last digit sends the code, once', async () => {
    const user = userEvent.setup();
    const asked = stubNetwork(right);
    show();
    await user.click(boxes()[0]!);
    await user.keyboard('12345');
    expect(asked).toEqual([]);
    await user.keyboard('6');
    await waitFor(() => expect(currentSession()).not.toBeNull());
    expect(asked.map(({ body }) => body)).toEqual([{ email, otp: '123456' }]);
  });

  it('OTP-001 OTP-020 SESSION-002 stores user and tenant and goes to returnUrl, else to the start page', async () => {
    for (const [query, target] of [
      ['returnUrl=%2Fleads%3Ftype%3Dall', '/leads?type=all'],
      ['', '/'],
    ] as const) {
      freshBrowser('/verify-otp');
      sessionStorage.setItem('sign-in-email', email);
      stubNetwork(right);
      show(query);
      paste('123456');
      await waitFor(() => expect(location.pathname + location.search).toBe(target));
      expect(JSON.parse(localStorage.getItem('currentUser')!)).toMatchObject({ id: 'u-4', role: 4, wp_token: 'wp' });
      expect(JSON.parse(localStorage.getItem('session')!)).toMatchObject({
        tid: 't-1',
        tenant: { name: 'Northstar Admissions' },
      });
      cleanup();
    }
  });

  it('OTP-018 refuses an incomplete code without a call', () => {
    const asked = stubNetwork(right);
    show();
    paste('12345');
    verify();
    expect(screen.getByText('Enter valid OTP')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('OTP-021 shows the server’s message and stays on the page', async () => {
    stubNetwork(() => json({ code: 401, message: 'Incorrect code.' }));
    show();
    paste('123456');
    expect(await screen.findByText('Incorrect code.')).toBeTruthy();
    expect(location.pathname).toBe('/verify-otp');
    expect(currentSession()).toBeNull();
    await waitFor(() => expect(code()).toBe('______'));
  });

  it('OTP-010 OTP-011 OTP-014 OTP-015 OTP-017 CONST-011 a new code can be requested after 60 s', async () => {
    vi.useFakeTimers();
    const asked: Asked[] = stubNetwork(() => json({ code: 200, message: 'anything' }));
    show();
    expect(screen.getByText(/in 60 s/)).toBeTruthy();
    act(() => void vi.advanceTimersByTime(1000));
    expect(screen.getByText(/in 59 s/)).toBeTruthy();
    act(() => void vi.advanceTimersByTime(58_000));
    expect(resendButton().disabled).toBe(true);
    act(() => void vi.advanceTimersByTime(1000));
    expect(resendButton().disabled).toBe(false);
    await act(async () => {
      fireEvent.click(resendButton());
      await vi.advanceTimersByTimeAsync(10);
    });
    expect(asked).toMatchObject([{ method: 'POST', path: 'users/resend-otp', body: { email } }]);
    expect(screen.getByText('OTP Resent Successfully')).toBeTruthy();
    expect(screen.getByText(/in 60 s/)).toBeTruthy();
    expect(resendButton().disabled).toBe(true);
  });

  it('OTP-016 says why a code could not be sent again', async () => {
    for (const [message, text] of [
      ['Please wait a minute.', 'Please wait a minute.'],
      [undefined, 'Failed to resend OTP'],
    ] as const) {
      vi.useFakeTimers();
      stubNetwork(() => json({ code: 429, message }));
      show();
      act(() => void vi.advanceTimersByTime(60_000));
      await act(async () => {
        fireEvent.click(resendButton());
        await vi.advanceTimersByTimeAsync(10);
      });
      expect(screen.getByText(text)).toBeTruthy();
      expect(resendButton().disabled).toBe(false);
      cleanup();
    }
  });

  it('OTP-025 ROUTE-004 sends a visitor without a password check to /login', async () => {
    sessionStorage.clear();
    show('returnUrl=%2Fconfig');
    await waitFor(() => expect(location.pathname + location.search).toBe('/login?returnUrl=%2Fconfig'));
  });
});
