import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authProvider } from '../../src/providers/auth-provider';
import { forgetPermissions } from '../../src/providers/session/permissions';
import { currentSession, endSession } from '../../src/providers/session/session';
import { counsellor, freshBrowser, json, signedIn, stubNetwork, tenant, tokenFor } from './browser-fixture';

beforeEach(() => {
  freshBrowser('/login');
  forgetPermissions();
});
afterEach(() => {
  endSession({ comeBack: false });
  vi.unstubAllGlobals();
});
const who = { email: 'rohini@northstar.example', password: 'Prospectus#2026' };

describe('signing in through refine', () => {
  it('the password first: the calls of the login page, then to the page of the code', async () => {
    const asked = stubNetwork(() => json({ code: 200, message: 'OTP Sent Successfully.' }));
    expect(await authProvider.login(who)).toEqual({
      success: true,
      redirectTo: '/verify-otp',
      successNotification: { message: 'OTP Sent Successfully.' },
    });
    expect(asked.map(({ path, body }) => [path, body])).toEqual([
      ['users/signin', { email: who.email, username: who.email, password: who.password }],
      ['users/send-otp', { email: who.email }],
    ]);
    expect(currentSession()).toBeNull();
  });

  it('then the code, which starts the session and leads to the requested page', async () => {
    stubNetwork(({ path }) =>
      json({ code: 200, ...(path === 'users/verify-otp' ? { result: counsellor(), tenantDetail: tenant() } : {}) }),
    );
    const returnUrl = '/leads?type=all';
    const first = await authProvider.login({ ...who, returnUrl });
    expect(first.redirectTo).toBe(`/verify-otp?returnUrl=${encodeURIComponent(returnUrl)}`);
    expect(await authProvider.login({ otp: '123456', returnUrl })).toEqual({ success: true, redirectTo: returnUrl });
    expect(await authProvider.getIdentity?.()).toMatchObject({ name: 'Rohini Deshpande' });
    expect(await authProvider.check()).toEqual({ authenticated: true });
    // a signed-in user goes on at once, and never to another host
    expect(await authProvider.login({ ...who, returnUrl: '//evil.example' })).toEqual({ success: true, redirectTo: '/' });
  });

  it('shows the server’s message on failure, and reports missing values without a request', async () => {
    const asked = stubNetwork(({ path }) =>
      path === 'users/signin'
        ? json({ code: 429, message: 'Too many attempts.' }, 200, { 'retry-after': '75' })
        : json({ code: 401, message: 'Invalid OTP' }),
    );
    expect(await authProvider.login(who)).toMatchObject({
      success: false,
      error: { code: 429, message: 'Too many attempts.', more: { wait: 75 } },
    });
    expect(await authProvider.login({ email: who.email, otp: '000000' })).toMatchObject({
      success: false,
      error: { message: 'Invalid OTP' },
    });
    expect(asked).toHaveLength(2);
    expect(await authProvider.login({ password: 'x' })).toMatchObject({ error: { message: 'Email is required' } });
    expect(await authProvider.login({ email: who.email })).toMatchObject({ error: { message: 'Password is required' } });
    expect(asked).toHaveLength(2);
    expect(await authProvider.check()).toEqual({ authenticated: false, redirectTo: '/login' });
  });
});

describe('the rest of the session', () => {
  it('getPermissions returns the levels of each code', async () => {
    expect(await authProvider.getPermissions?.()).toBeNull();
    signedIn();
    stubNetwork(() =>
      json({
        code: 200,
        data: [
          { code: 'LEADS', level: 3 },
          { code: 'LEADS', level: '[6]' },
          { code: 'Notes', level: [5, 1] },
        ],
      }),
    );
    expect(await authProvider.getPermissions?.()).toEqual({ LEADS: [1, 2, 3, 6], Notes: [1, 5] });
  });

  it('updatePassword uses the product’s call, and keeps this session', async () => {
    signedIn();
    const token = tokenFor(900, 'new');
    const asked = stubNetwork(() => json({ code: 200, data: { token, wp_token: 'w' } }));
    const given = { currentPassword: 'Prospectus#2026', password: 'Mango&tree-2026', confirmPassword: 'Mango&tree-2026' };
    expect(await authProvider.updatePassword?.(given)).toEqual({ success: true });
    expect(asked.map(({ path, body }) => [path, body])).toEqual([
      ['users/change-password', { current_password: 'Prospectus#2026', new_password: 'Mango&tree-2026' }],
    ]);
    expect(currentSession()?.user.token).toBe(token);
    expect(await authProvider.updatePassword?.({ ...given, confirmPassword: 'other' })).toMatchObject({
      success: false,
      error: { message: 'The two new passwords differ.' },
    });
    stubNetwork(() => json({ code: 422, message: 'The current password is wrong.' }, 422));
    expect(await authProvider.updatePassword?.(given)).toMatchObject({
      success: false,
      error: { message: 'The current password is wrong.' },
    });
  });

  it('forgotPassword answers with the text of the login page', async () => {
    expect(await authProvider.forgotPassword?.({ email: who.email })).toMatchObject({
      success: false,
      error: { message: 'Please contact your manager to reset your password.' },
    });
  });
});
