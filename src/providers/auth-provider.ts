import type { AuthActionResponse, AuthProvider } from '@refinedev/core';
import { recordIn } from '../schemas/kit/is-record';
import { Problem } from '../schemas/kit/problem';
import { statusOf } from '../ui/page/states';
import { changeOwnPassword } from './session/own-password';
import { loadPermissions } from './session/permissions';
import { safeReturnUrl, signInPath } from './session/return-url';
import { currentSession } from './session/session';
import { forgottenPassword, keptEmail, signInByCode, signInByPassword, type SignInStep } from './session/sign-in';
import { signOut } from './session/sign-out';
import { currentWho } from './session/who';

/** The session as refine's auth provider. The API client itself ends a session at HTTP 401. */
export const authProvider: AuthProvider = {
  /** `{ email, password }` is the first step, `{ otp }` the second, as on /login and /verify-otp. `returnUrl` is kept. */
  async login(given: unknown) {
    const { email, password, otp, returnUrl } = recordIn(given);
    const landing = safeReturnUrl(textOf(returnUrl));
    if (currentSession()) return { success: true, redirectTo: landing };
    const address = textOf(email).trim() || (keptEmail() ?? '');
    if (!address) return refused('Email is required');
    if (textOf(otp)) return answerOf(await signInByCode(address, textOf(otp)), landing);
    if (!textOf(password)) return refused('Password is required');
    return answerOf(await signInByPassword(address, textOf(password)), signInPath('/verify-otp', landing));
  },
  logout: async () => {
    await signOut();
    return { success: true };
  },
  forgotPassword: async () => refused(forgottenPassword, 403),
  /** `{ currentPassword, password, confirmPassword }` of the signed-in user. */
  async updatePassword(given: unknown) {
    const { currentPassword, password, confirmPassword } = recordIn(given);
    if (!textOf(currentPassword)) return refused('Current password is required');
    if (confirmPassword !== undefined && confirmPassword !== password) return refused('The two new passwords differ.');
    try {
      await changeOwnPassword(textOf(currentPassword), textOf(password));
      return { success: true };
    } catch (error) {
      return { success: false, error: error instanceof Error ? error : new Error(String(error)) };
    }
  },
  check: async () => (currentSession() ? { authenticated: true } : { authenticated: false, redirectTo: '/login' }),
  onError: async (error) => (statusOf(error) === 401 && error instanceof Error ? { error } : {}),
  getIdentity: async () => currentSession()?.user ?? null,
  /** The levels of each permission code: `{ LEADS: [1, 2, 6] }`; null if nobody is signed in. */
  async getPermissions() {
    if (!currentSession()) return null;
    await loadPermissions();
    return Object.fromEntries([...(currentWho()?.levels ?? [])].map(([code, levels]) => [code, [...levels].sort()]));
  },
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const refused = (message: string, code = 422): AuthActionResponse => ({ success: false, error: new Problem(code, message) });

function answerOf({ done, code, message, wait, sent }: SignInStep, redirectTo: string): AuthActionResponse {
  if (!done) return { success: false, error: new Problem(code, message, [], wait ? { wait } : {}) };
  return { success: true, redirectTo, ...(sent ? { successNotification: { message } } : {}) };
}
