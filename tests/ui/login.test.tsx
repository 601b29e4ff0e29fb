import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Login } from '../../src/custom/sign-in/login';
import { PlainToasts } from '../../src/ui/toasts/plain-toasts';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Answers } from './browser-fixture';

beforeEach(() => {
  freshBrowser('/login');
  windowWidth(1366);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (query = ''): void =>
  void render(
    <>
      <Login query={query} />
      <PlainToasts />
    </>,
  );
const fill = (label: string, value: string): void => void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const here = (): string => location.pathname + location.search;
const welcome: Answers = ({ path }) =>
  json({ code: 200, ...(path === 'users/signin' ? { message: 'Please enter the code.' } : {}) });

describe('/login', () => {
  it('ROUTE-003 LOGIN-001 LOGIN-002 LOGIN-003 has email and password, which can be shown', () => {
    show();
    expect(screen.getByLabelText('Email').getAttribute('name')).toBe('email');
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('type')).toBe('password');
    press('Show password');
    expect(password.getAttribute('type')).toBe('text');
    press('Hide password');
    expect(password.getAttribute('type')).toBe('password');
  });

  it('begins in Email, and Tab goes from there to Password, its eye, Forgot Password and Sign in', async () => {
    const user = userEvent.setup();
    show();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    const passed = [];
    for (let i = 0; i < 4; i++) {
      await user.tab();
      passed.push(
        document.activeElement?.getAttribute('name') ??
          document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.textContent,
      );
    }
    expect(passed).toEqual(['password', 'Show password', 'Forgot Password', 'Sign in']);
  });

  it('a refused password is said at its field, which has the focus and what was typed', async () => {
    stubNetwork(() => json({ code: 401, message: 'Wrong email or password.' }));
    show();
    fill('Email', 'a@b.example');
    fill('Password', 'something');
    press('Sign in');
    const password = screen.getByLabelText('Password');
    await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'));
    expect(document.getElementById('password-error')?.textContent).toBe('Wrong email or password.');
    expect(document.activeElement).toBe(password);
    expect(password).toHaveProperty('value', 'something');
    fill('Password', 'other');
    expect(document.getElementById('password-error')?.textContent).toBe('');
  });

  it('says that Caps Lock is on', () => {
    show();
    const event = new KeyboardEvent('keydown', { key: 'A', bubbles: true });
    Object.defineProperty(event, 'getModifierState', { value: (name: string) => name === 'CapsLock' });
    fireEvent(screen.getByLabelText('Password'), event);
    expect(screen.getByText('Caps Lock is on')).toBeTruthy();
  });

  it('TRUST-S36 an attempt that comes too early gets a countdown in seconds to the next one', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    stubNetwork(() =>
      json({ code: 429, message: 'Too many attempts. Please try again in 75 seconds.' }, 200, { 'retry-after': '75' }),
    );
    show();
    fill('Email', 'a@b.example');
    fill('Password', 'something');
    press('Sign in');
    const told = await screen.findByText(/You can try again in 1 min 1\d s/);
    expect(screen.getByRole('alert').textContent).toContain('Your password was not checked.');
    act(() => void vi.advanceTimersByTime(60_000));
    expect(told.textContent).toMatch(/in 1\d s\./);
    act(() => void vi.advanceTimersByTime(20_000));
    expect(told.textContent).toBe('You can try again now.');
    expect(screen.getByRole('button', { name: 'Sign in' })).toHaveProperty('disabled', false);
  });

  it('LOGIN-004 tells whom to ask for a new password', () => {
    show();
    expect(screen.queryByRole('dialog')).toBeNull();
    press('Forgot Password');
    expect(screen.getByRole('dialog').textContent).toMatch(/contact your manager to reset your password/);
    press('OK');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('LOGIN-005 LOGIN-006 CONST-012 changes the picture every 3 s, and on a click on a dot', () => {
    vi.useFakeTimers();
    show();
    act(() => void vi.advanceTimersByTime(60));
    const pictures = [...document.querySelectorAll('.p-carousel img')];
    const shown = (): number => pictures.findIndex((picture) => picture.getAttribute('data-shown') === 'true');
    expect(pictures).toHaveLength(3);
    expect(shown()).toBe(0);
    act(() => void vi.advanceTimersByTime(2990));
    expect(shown()).toBe(0);
    act(() => void vi.advanceTimersByTime(20));
    expect(shown()).toBe(1);
    press('Picture 3 of 3');
    expect(shown()).toBe(2);
    act(() => void vi.advanceTimersByTime(3000));
    expect(shown()).toBe(0);
  });

  it('keeps the picture still if the system asks for less motion, and shows none on a phone', () => {
    vi.useFakeTimers();
    windowWidth(1366, { still: true });
    show();
    act(() => void vi.advanceTimersByTime(9000));
    expect(document.querySelector('.p-carousel img[data-shown=true]')).toBe(document.querySelector('.p-carousel img'));
    cleanup();
    windowWidth(390);
    show();
    act(() => void vi.advanceTimersByTime(9000));
    expect(document.querySelector('.p-carousel img')).toBeNull();
  });

  it('LOGIN-007 sends a signed-in user to the start page', async () => {
    signedIn();
    show();
    await waitFor(() => expect(here()).toBe('/'));
  });

  it('LOGIN-008 LOGIN-009 LOGIN-010 requires both fields and makes no call without them', () => {
    const asked = stubNetwork(welcome);
    show();
    press('Sign in');
    expect(screen.getByText('Email is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    fill('Email', 'a@b.example');
    press('Sign in');
    expect(screen.queryByText('Email is required')).toBeNull();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('LOGIN-011 LOGIN-012 LOGIN-013 LOGIN-019 OTP-012 OTP-013 signs in, has the code sent and goes on', async () => {
    let letIn = (): void => undefined;
    const asked = stubNetwork(async (one) => {
      if (one.path === 'users/signin') await new Promise<void>((resolve) => (letIn = resolve));
      return welcome(one);
    });
    show('returnUrl=%2Fleads%3Ftype%3Dall');
    fill('Email', ' a@b.example ');
    fill('Password', ' secret ');
    press('Sign in');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.getByRole('group')).toHaveProperty('disabled', true);
    letIn();
    await waitFor(() => expect(here()).toBe('/verify-otp?returnUrl=%2Fleads%3Ftype%3Dall'));
    expect(asked.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: 'users/signin', body: { email: 'a@b.example', username: 'a@b.example', password: ' secret ' } },
      { method: 'POST', path: 'users/send-otp', body: { email: 'a@b.example' } },
    ]);
    expect(asked[0]!.init.credentials).toBe('include');
    expect(sessionStorage.getItem('sign-in-email')).toBe('a@b.example');
    expect(screen.getByText('OTP Sent Successfully.')).toBeTruthy();
  });

  it('LOGIN-014 shows the server’s message and lets the user try again', async () => {
    stubNetwork(() => json({ code: 401, message: 'Incorrect email or password.' }));
    show();
    fill('Email', 'a@b.example');
    fill('Password', 'wrong');
    press('Sign in');
    await screen.findByText('Incorrect email or password.');
    await waitFor(() => expect(screen.getByRole('group')).toHaveProperty('disabled', false));
    expect(here()).toBe('/login');
  });

  it('says that the server cannot be reached', async () => {
    stubNetwork(() => {
      throw new TypeError('Failed to fetch');
    });
    show();
    fill('Email', 'a@b.example');
    fill('Password', 'x');
    press('Sign in');
    expect(await screen.findByText('The server could not be reached. Please try again.')).toBeTruthy();
  });
});
