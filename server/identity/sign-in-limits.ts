import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Attempt, Store, Tx } from '../store/store';
import { networkOf } from './network-of';
import { TryLater } from './try-later';

const quarter = 15 * 60;
const day = 24 * 3600;

/** Who attempts to sign in, as far as is known before the password: the account's name, and from where. */
export interface Caller {
  readonly email: string;
  readonly ip: string;
  /** The mark of a device on which this user has signed in before (known-device.ts). */
  readonly device: string | undefined;
  /** Networks from which this user has signed in lately. */
  readonly networks: ReadonlySet<string>;
}

/**
 * D-037, TRUST-S36: from 5 failures for an account from one device or network, 20 from one network and 50 for an account on,
 * within 15 minutes, attempts are slowed down, never locked. A known device is slowed by its own failures only, a known network by
 * what came from it; all others share one attempt in 18 s for an account, each in its turn: guessing stays bounded however many
 * addresses guess.
 */
const attemptOf = ({ email, ip, device, networks }: Caller): Attempt => {
  const network = networkOf(ip);
  return {
    window: quarter,
    party: { key: `signin:${email}:${device ?? network}`, free: 5, first: 60, longest: 300 },
    network: { key: networkKey(ip), free: 20, first: 15, longest: 60 },
    account: { key: accountKey(email), free: 50, gap: 18, kept: 600, longest: 3600 },
    known: device !== undefined,
    queued: device === undefined && !networks.has(network),
  };
};
const networkKey = (ip: string): string => `signin-ip:${networkOf(ip)}`;
const accountKey = (email: string): string => `signin-user:${email}`;

/** Counts the try as wrong until `forgetTry`; throws TryLater when it has to wait. */
export async function countTry(store: Store, caller: Caller): Promise<void> {
  const wait = await store.admit(attemptOf(caller));
  if (wait > 0) throw new TryLater(429, `Too many attempts. Please try again in ${spoken(wait)}.`, wait);
}
/** The password was wrong. */
export async function countFailure(store: Store, { ip }: Caller): Promise<void> {
  await store.hit(networkKey(ip), quarter);
}
/** The password was not checked: the attempt does not count. */
export async function takeBackTry(store: Store, caller: Caller): Promise<void> {
  await store.takeBack(attemptOf(caller).party.key);
  if (caller.device === undefined) await store.takeBack(accountKey(caller.email));
}
/** After a right password: this account from this device or network starts afresh. */
export async function forgetTries(store: Store, caller: Caller): Promise<void> {
  await store.clearHits(attemptOf(caller).party.key);
  if (caller.device === undefined) await store.takeBack(accountKey(caller.email));
}
const spoken = (seconds: number): string =>
  seconds === 1 ? 'a second' : seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/** Daily counts reset tomorrow. */
export const tomorrow = (what: string): Error => problem(429, `Too many wrong ${what}. Please try again tomorrow.`);

/** Sign-ins of one account one after the other, so that attempts in parallel cannot outrun their count. */
export async function inTurn<T>(email: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(email) ?? Promise.resolve();
  const turn = before.then(work);
  const settled = turn.catch(() => {});
  turns.set(email, settled);
  void settled.then(() => turns.get(email) === settled && turns.delete(email));
  return turn;
}
const turns = new Map<string, Promise<unknown>>();

/** Wrong codes of one account over all its codes: ten per day (TRUST-S9). */
export const mostWrongCodes = 10;
export const wrongCodes = (store: Store, userId: string): Promise<number> => store.hits(`otp:${userId}`, day);

/** One more code within the same sign-in: at the earliest 55 s after the last, five in 30 minutes. Throws 429. */
export async function checkResend(store: Store, userId: string): Promise<void> {
  if ((await store.hits(`otp-sent:${userId}`, 55)) > 0)
    throw problem(429, 'Please wait a minute before you request another code.');
  if ((await store.hit(`otp-resend:${userId}`, 30 * 60)) > 5)
    throw problem(429, 'Too many codes were sent. Please try again in 30 minutes.');
}
export const countCodeSent = (store: Store, userId: string): Promise<number> => store.hit(`otp-sent:${userId}`, 30 * 60);

/** The count of wrong attempts in a day, within a transaction: 'otp' by code, 'password' in changing it. */
export async function wrongTries(tx: Tx, what: 'otp' | 'password', userId: string): Promise<number> {
  return (await tx.row<{ n: number }>(sql`select count_attempts(${`${what}:${userId}`}, ${day}) as n`))?.n ?? 0;
}
/** Counts one more; it stays only if the transaction is committed. Returns the new count. */
export async function countWrongTry(tx: Tx, what: 'otp' | 'password', userId: string): Promise<number> {
  return (await tx.row<{ n: number }>(sql`select add_attempt(${`${what}:${userId}`}, ${day}) as n`))?.n ?? 0;
}
