import { request } from '../calls/http';
import { Problem } from '../../schemas/kit/problem';
import { startSession, type CurrentUser, type Tenant } from './session';

/** Envelope of the sign-in calls; a wrong password is `code` 401 with HTTP 200 and does not end the session (D-045). */
interface SignInAnswer {
  readonly code: number;
  readonly message?: string;
  /** Seconds until the next attempt is allowed, for a `code` 429. */
  readonly wait?: number;
}
/** The signed-in user, once the code was correct. */
interface Verified extends SignInAnswer {
  readonly result?: CurrentUser;
  readonly tenantDetail?: Tenant;
}

/** D-035: both names of the same value. */
const signIn = (email: string, password: string): Promise<SignInAnswer> =>
  post('users/signin', { email, username: email, password });
const sendOtp = (email: string): Promise<SignInAnswer> => post('users/send-otp', { email });
export const resendOtp = (email: string): Promise<SignInAnswer> => post('users/resend-otp', { email });
const verifyOtp = (email: string, otp: string): Promise<Verified> => post('users/verify-otp', { email, otp });

/** The result of a sign-in step; `sent` is true if the password was correct and a code was sent. */
export interface SignInStep {
  readonly done: boolean;
  readonly message: string;
  readonly code: number;
  /** Seconds until the next attempt is allowed. */
  readonly wait?: number;
  readonly sent?: boolean;
}

/** The first step: the password; then a code is emailed to the user. */
export async function signInByPassword(email: string, password: string): Promise<SignInStep> {
  const { code, message, wait } = await signIn(email, password);
  if (code !== 200) return { done: false, code, message: message || 'Some Error', ...(wait ? { wait } : {}) };
  keepEmail(email);
  // D-036: if the code could not be sent, it can be requested on the next page.
  const mail = await sendOtp(email);
  const sent = mail.code === 200;
  return { done: true, code, sent, message: mail.message || (sent ? 'OTP Sent Successfully.' : 'Some Error') };
}

/** The second step: the code from the email. The session starts with it. */
export async function signInByCode(email: string, otp: string): Promise<SignInStep> {
  const { code, message, result, tenantDetail } = await verifyOtp(email, otp);
  if (code !== 200 || !result || !tenantDetail) return { done: false, code, message: message || 'Some Error' };
  forgetEmail();
  startSession(result, tenantDetail);
  return { done: true, code, message: message || '' };
}

/** Users cannot reset a password themselves. */
export const forgottenPassword = 'Please contact your manager to reset your password.';

/** A failed request is returned like a refusal, so that a form shows both in the same way. */
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

/** The email, kept between the two pages until the tab is closed. */
const key = 'sign-in-email';
export const keptEmail = (): string | null => sessionStorage.getItem(key);
const keepEmail = (email: string): void => sessionStorage.setItem(key, email);
const forgetEmail = (): void => sessionStorage.removeItem(key);
