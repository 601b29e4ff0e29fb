import sql from 'sql-template-tag';
import { Problem, problem } from '../../src/schemas/kit/problem';
import type { Secrets } from '../store/secrets';
import type { Actor, Store, Tx } from '../store/store';
import type { Once, Reply } from './context';
import type { Session } from './session';

/** The key was given before, with another request. */
export class KeyUsed extends Problem {
  constructor() {
    super(409, 'This key has already been used for another request.');
  }
}

/** The hash is keyed: the content may include a password, which must not be guessable from a copy of the table. */
export function onceOf(secrets: Secrets, call: string, clientRef: unknown, header: unknown, content: unknown): Once {
  const hash = secrets.sign('once', JSON.stringify([call, content]));
  const given = [header, clientRef].find((one): one is string => typeof one === 'string' && one !== '');
  if (given !== undefined && given.length > 120) throw problem(422, 'The Idempotency-Key is too long.');
  return given === undefined ? { key: `body:${hash}`, hash, seconds: 5 } : { key: `given:${given}`, hash, seconds: 24 * 3600 };
}

/**
 * Runs `work` unless the same key of the same user was answered before: then the first answer, or 409 for another body.
 * Work and answer are kept in one transaction; a second request waits for the first at the primary key. What `work` throws
 * takes the key with it, so a refused write may be sent again.
 */
export async function once<R extends Reply>(tx: Tx, session: Session, again: Once, work: () => Promise<R>): Promise<R> {
  const known = await begin<R>(tx, session, again, null);
  return known ? repeated(known, again) : keep(tx, session, again, await work());
}

/**
 * The same for work that asks a provider between transactions of its own. Until it is done the key answers 409: whether work that
 * was cut off had its effect nobody here knows, so it is not done again by itself (TRUST-R25).
 */
export async function onceOutside(
  store: Pick<Store, 'transaction'>,
  actor: Actor,
  session: Session,
  again: Once,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const known = await store.transaction(actor, (tx) => begin(tx, session, again, underWay));
  if (known) return repeated(known, again);
  const free = (tx: Tx): Promise<number> => tx.run(sql`delete from "idempotency" where ${mine(session, again)}`);
  const reply = await work().catch(async (error: unknown) => {
    await store.transaction(actor, free);
    throw error;
  });
  return store.transaction(actor, (tx) => keep(tx, session, again, reply));
}

/** The answer says that it is the first one's: nobody takes it for the result of a second request that was meant. */
const repeated = <R extends Reply>(first: R, { key }: Once): R => ({
  ...first,
  headers: { 'idempotent-replayed': 'true' },
  ...(key.startsWith('body:') ? { more: { ...first.more, repeated: true } } : {}),
});

const underWay: Reply = {
  code: 409,
  message: 'This request was already received and has no result yet. Check what it did before you send it again.',
};
const mine = ({ tenantId, userId }: Session, { key }: Once) =>
  sql`"tenant_id" = ${tenantId} and "user_id" = ${userId} and "key" = ${key}`;

/** Takes the key with a provisional answer; returns the earlier answer if it was already taken. */
async function begin<R extends Reply>(tx: Tx, session: Session, again: Once, meanwhile: R | null): Promise<R | undefined> {
  const { key, hash, seconds } = again;
  const answer = meanwhile && JSON.stringify(meanwhile);
  const added = await tx.run(
    sql`insert into "idempotency" ("tenant_id", "user_id", "key", "request_hash", "answer")
      values (${session.tenantId}, ${session.userId}, ${key}, ${hash}, to_jsonb(${answer}::text)) on conflict do nothing`,
    'once-begin',
  );
  if (added) return undefined;
  const known = await tx.row<{ request_hash: string; answer: string | null; fresh: boolean }>(sql`
    select "request_hash", "answer" #>> '{}' as answer, "created_at" > now() - make_interval(secs => ${seconds}) as fresh
    from "idempotency" where ${mine(session, again)} for update`);
  if (known?.fresh && known.request_hash !== hash) throw new KeyUsed();
  if (known?.fresh && known.answer) return JSON.parse(known.answer);
  await tx.run(sql`update "idempotency" set "request_hash" = ${hash}, "answer" = to_jsonb(${answer}::text), "created_at" = now()
    where ${mine(session, again)}`);
  return undefined;
}

/** Kept as one text, so that the second answer is the first to the letter. */
async function keep<R extends Reply>(tx: Tx, session: Session, again: Once, reply: R): Promise<R> {
  const { code, message, data, count, more } = reply;
  const answer: Reply = { code, message, data, count, more };
  await tx.run(
    sql`update "idempotency" set "answer" = to_jsonb(${JSON.stringify(answer)}::text) where ${mine(session, again)}`,
    'once-keep',
  );
  return answer as R;
}
