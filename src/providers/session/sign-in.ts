import type { resendOtp, sendOtp, signIn, verifyOtp } from '../../schemas/calls/session';
import { dataOf, type DataOf, type MembersOf } from '../../schemas/kit/call';
import { Problem } from '../../schemas/kit/problem';
import type { SentTo } from '../../schemas/kit/sent-to';
import { verdictOf } from '../calls/answers';
import { answerOf, sendCall, type AnswerOf, type Callable } from '../calls/call';
import { tabStored } from '../stored';
import { startSession } from './session';

/** The answer to a sign-in call; a wrong password is `code` 401 with HTTP 200 and does not end the session (D-045). */
interface SignInAnswer<C> {
  readonly code: number;
  readonly message: string;
  /** Seconds until the next attempt is allowed, for a `code` 429. */
  readonly wait?: number;
  /** For a `code` 200. */
  readonly answer?: AnswerOf<C>;
}

export const resendCode = (email: string): Promise<SignInAnswer<typeof resendOtp>> =>
  ask<typeof resendOtp>('POST users/resend-otp', { email });

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
  // D-035: both names of the same value.
  const { code, message, wait } = await ask<typeof signIn>('POST users/signin', { email, username: email, password });
  if (code !== 200) return { done: false, code, message: message || 'Some Error', ...(wait ? { wait } : {}) };
  keepEmail(email);
  // D-036: if the code could not be sent, it can be requested on the next page.
  const mail = await ask<typeof sendOtp>('POST users/send-otp', { email });
  const sent = mail.code === 200;
  return { done: true, code, sent, message: mail.message || (sent ? 'OTP Sent Successfully.' : 'Some Error') };
}

/** The second step: the code from the email. The session starts with it. */
export async function signInByCode(email: string, otp: string): Promise<SignInStep> {
  const { code, message, answer } = await ask<typeof verifyOtp>('POST users/verify-otp', { email, otp });
  if (!answer) return { done: false, code, message: message || 'Some Error' };
  forgetEmail();
  startSession(answer.result, answer.tenantDetail);
  return { done: true, code, message };
}

/** Users cannot reset a password themselves. */
export const forgottenPassword = 'Please contact your manager to reset your password.';

/**
 * A failed request is returned like a refusal, so that a form shows both in the same way. Only the contract's type is loaded: its
 * example is a password.
 */
async function ask<C extends Callable & { readonly wire: string }>(wire: C['wire'], values: SentTo<C>): Promise<SignInAnswer<C>> {
  const spec = { wire, data: dataOf<DataOf<C>>(), members: dataOf<MembersOf<C>>() };
  const sent: { readonly wire: string } = spec;
  try {
    const { body, headers } = await sendCall(sent, values, { session: 'keep' });
    const { code, message } = verdictOf(body);
    const wait = Number(headers.get('retry-after'));
    if (code === 200) return { code, message, answer: answerOf(spec, body) };
    return { code: Number(code), message, ...(wait > 0 ? { wait } : {}) };
  } catch (error) {
    const { code, message } =
      error instanceof Problem ? error : { code: 500, message: error instanceof Error ? error.message : '' };
    const isOffline = error instanceof TypeError;
    return { code, message: isOffline ? 'The server could not be reached. Please try again.' : message };
  }
}

/** The email, kept between the two pages until the tab is closed. */
const key = 'sign-in-email';
export const keptEmail = (): string | null => tabStored.read(key);
const keepEmail = (email: string): void => tabStored.write(key, email);
const forgetEmail = (): void => tabStored.write(key, undefined);
