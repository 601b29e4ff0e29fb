import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Store, Tx } from '../store/store';

const quarter = 15 * 60;
const day = 24 * 3600;

/** Failures in 15 minutes (D-037): keyed so that an outsider at another address cannot lock a user out. */
const failureKeys = (email: string, ip: string): readonly (readonly [string, number])[] => [
  [`signin:${email}:${ip}`, 5],
  [`signin-ip:${ip}`, 20],
  [`signin-user:${email}`, 50],
];

export const tooMany = () => problem(429, 'Too many attempts. Please try again in 15 minutes.');

/** Throws 429 once the failures of this account and address have used up what they may. */
export async function checkSignIn(store: Store, email: string, ip: string): Promise<void> {
  for (const [key, most] of failureKeys(email, ip)) if ((await store.hits(key, quarter)) >= most) throw tooMany();
}
export async function countFailure(store: Store, email: string, ip: string): Promise<void> {
  for (const [key] of failureKeys(email, ip)) await store.hit(key, quarter);
}
/** After a right password: this account from this address starts afresh. */
export function forgetFailures(store: Store, email: string, ip: string): Promise<void> {
  return store.clearHits(`signin:${email}:${ip}`);
}

/** Sign-ins of one account one after the other, so that tries in parallel cannot outrun their count. */
export async function inTurn<T>(email: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(email) ?? Promise.resolve();
  const turn = before.then(work);
  const settled = turn.catch(() => {});
  turns.set(email, settled);
  void settled.then(() => turns.get(email) === settled && turns.delete(email));
  return turn;
}
const turns = new Map<string, Promise<unknown>>();

/** Wrong codes of one account over all its codes: ten a day (TRUST-S9). */
export const mostWrongCodes = 10;
export const wrongCodes = (store: Store, userId: string): Promise<number> => store.hits(`otp:${userId}`, day);

/** One more code within the same sign-in: at the earliest 55 s after the last, five in 30 minutes. Throws 429. */
export async function checkResend(store: Store, userId: string): Promise<void> {
  if ((await store.hits(`otp-sent:${userId}`, 55)) > 0)
    throw problem(429, 'Please wait a minute before you ask for another code.');
  if ((await store.hit(`otp-resend:${userId}`, 30 * 60)) > 5)
    throw problem(429, 'Too many codes were sent. Please try again in 30 minutes.');
}
export const countCodeSent = (store: Store, userId: string): Promise<number> => store.hit(`otp-sent:${userId}`, 30 * 60);

/** The count of wrong tries in a day, within a transaction: 'otp' by code, 'password' in changing it. */
export async function wrongTries(tx: Tx, what: 'otp' | 'password', userId: string): Promise<number> {
  return (await tx.row<{ n: number }>(sql`select count_attempts(${`${what}:${userId}`}, ${day}) as n`))?.n ?? 0;
}
/** Counts one more; it stays only if the transaction is committed. Answers the new count. */
export async function countWrongTry(tx: Tx, what: 'otp' | 'password', userId: string): Promise<number> {
  return (await tx.row<{ n: number }>(sql`select add_attempt(${`${what}:${userId}`}, ${day}) as n`))?.n ?? 0;
}
