import type { AuthProvider } from '@refinedev/core';
import { statusOf } from '../ui/page/states';
import { currentSession } from './session/session';
import { signOut } from './session/sign-out';

/** refine's view of the session. Signing in has its own pages; the client itself ends a session at HTTP 401. */
export const authProvider: AuthProvider = {
  login: async () => ({ success: false }),
  logout: async () => {
    await signOut();
    return { success: true };
  },
  check: async () => ({ authenticated: currentSession() !== null }),
  onError: async (error) => (statusOf(error) === 401 && error instanceof Error ? { error } : {}),
  getIdentity: async () => currentSession()?.user ?? null,
  getPermissions: async () => null,
};
