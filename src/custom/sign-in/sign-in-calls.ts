import { request } from '../../providers/http';
import type { CurrentUser, Tenant } from '../../providers/session';

/** Envelope of the sign-in calls; a wrong password is `code` 401 over HTTP 200 and ends no session (D-045). */
interface SignInAnswer {
  readonly code: number;
  readonly message?: string;
  /** Seconds until it may be tried again, of a `code` 429. */
  readonly wait?: number;
}
export interface Verified extends SignInAnswer {
  readonly result: CurrentUser;
  readonly tenantDetail: Tenant;
}

/** D-035: both names of the same value. */
export const signIn = (email: string, password: string): Promise<SignInAnswer> =>
  post('users/signin', { email, username: email, password });
export const sendOtp = (email: string): Promise<SignInAnswer> => post('users/send-otp', { email });
export const resendOtp = (email: string): Promise<SignInAnswer> => post('users/resend-otp', { email });
export const verifyOtp = (email: string, otp: string): Promise<Verified> => post('users/verify-otp', { email, otp });

/** A failed request is told like a refusal, so that a form has one way to say what went wrong. */
async function post<T extends SignInAnswer>(path: string, body: object): Promise<T> {
  try {
    const answer = await request(path, { method: 'POST', body, session: 'keep' });
    const wait = Number(answer.headers.get('retry-after'));
    return { ...(answer.body as T), ...(wait > 0 ? { wait } : {}) };
  } catch (error) {
    const { code = 500, message } = error as Partial<SignInAnswer>;
    const isOffline = error instanceof TypeError;
    return { code, message: isOffline ? 'The server could not be reached. Please try again.' : message } as T;
  }
}

/** The email between the two pages; it ends with the tab. */
const key = 'sign-in-email';
export const keptEmail = (): string | null => sessionStorage.getItem(key);
export const keepEmail = (email: string): void => sessionStorage.setItem(key, email);
export const forgetEmail = (): void => sessionStorage.removeItem(key);
