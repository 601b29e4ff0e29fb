import { request } from '../../providers/calls/http';
import { Problem } from '../../schemas/kit/problem';
import type { CurrentUser, Tenant } from '../../providers/session/session';

/** Envelope of the sign-in calls; a wrong password is `code` 401 over HTTP 200 and ends no session (D-045). */
interface SignInAnswer {
  readonly code: number;
  readonly message?: string;
  /** Seconds until it may be tried again, of a `code` 429. */
  readonly wait?: number;
}
/** With who signed in, once the code was right. */
interface Verified extends SignInAnswer {
  readonly result?: CurrentUser;
  readonly tenantDetail?: Tenant;
}

/** D-035: both names of the same value. */
export const signIn = (email: string, password: string): Promise<SignInAnswer> =>
  post('users/signin', { email, username: email, password });
export const sendOtp = (email: string): Promise<SignInAnswer> => post('users/send-otp', { email });
export const resendOtp = (email: string): Promise<SignInAnswer> => post('users/resend-otp', { email });
export const verifyOtp = (email: string, otp: string): Promise<Verified> => post('users/verify-otp', { email, otp });

/** A failed request is told like a refusal, so that a form has one way to say what went wrong. */
async function post<T extends SignInAnswer>(path: string, body: object): Promise<T | SignInAnswer> {
  try {
    const answer = await request(path, { method: 'POST', body, session: 'keep' });
    const wait = Number(answer.headers.get('retry-after'));
    return { ...(answer.body as T), ...(wait > 0 ? { wait } : {}) };
  } catch (error) {
    const { code, message } =
      error instanceof Problem ? error : { code: 500, message: error instanceof Error ? error.message : '' };
    const isOffline = error instanceof TypeError;
    return { code, message: isOffline ? 'The server could not be reached. Please try again.' : message };
  }
}

/** The email between the two pages; it ends with the tab. */
const key = 'sign-in-email';
export const keptEmail = (): string | null => sessionStorage.getItem(key);
export const keepEmail = (email: string): void => sessionStorage.setItem(key, email);
export const forgetEmail = (): void => sessionStorage.removeItem(key);
