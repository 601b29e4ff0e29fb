import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Secrets } from '../store/secrets';
import type { Tx } from '../store/store';
import type { Reply, Session } from './context';

/** A write that may arrive twice (D-052): the key the client gave, else its content within five seconds (TRUST-R1). */
export interface Once {
  readonly key: string;
  readonly hash: string;
  readonly seconds: number;
}

/** The hash is keyed: a content may hold a password, which nobody shall try out on a copy of the table. */
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
export async function once(tx: Tx, session: Session, { key, hash, seconds }: Once, work: () => Promise<Reply>): Promise<Reply> {
  const { tenantId, userId } = session;
  const mine = sql`"tenant_id" = ${tenantId} and "user_id" = ${userId} and "key" = ${key}`;
  const added = await tx.run(
    sql`insert into "idempotency" ("tenant_id", "user_id", "key", "request_hash")
      values (${tenantId}, ${userId}, ${key}, ${hash}) on conflict do nothing`,
  );
  if (!added) {
    const known = await tx.row<{ request_hash: string; answer: string | null; fresh: boolean }>(sql`
      select "request_hash", "answer" #>> '{}' as answer, "created_at" > now() - make_interval(secs => ${seconds}) as fresh
      from "idempotency" where ${mine} for update`);
    if (known?.fresh && known.request_hash !== hash) throw problem(409, 'This key was already used for another request.');
    if (known?.fresh && known.answer) return JSON.parse(known.answer) as Reply;
    await tx.run(sql`update "idempotency" set "request_hash" = ${hash}, "answer" = null, "created_at" = now() where ${mine}`);
  }
  const { code, message, data, count, more } = await work();
  const answer: Reply = { code, message, data, count, more };
  // Kept as one text, so that the second answer is the first to the letter.
  await tx.run(sql`update "idempotency" set "answer" = to_jsonb(${JSON.stringify(answer)}::text) where ${mine}`);
  return answer;
}
