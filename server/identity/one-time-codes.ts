import { randomInt } from 'node:crypto';
import sql from 'sql-template-tag';
import { otpLength } from '../../src/schemas/kit/otp';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import type { Refused } from '../context/context';
import type { Services } from '../context/services';
import { countWrongTry, mostWrongCodes, wrongTries } from './sign-in-limits';

/** The purpose of a code: a sign-in code confirms nothing else, and the other way round. */
export type CodeUse = 'otp' | 'second-factor';
interface Holder {
  readonly tenantId: string;
  readonly userId: string;
}
const codeSeconds = 300;
const codeTries = 5;
const tooManyCodes: Refused = { code: 429, message: 'Too many wrong codes. Please ask for a new code.' };

/** Emails a new code that is valid for 5 minutes; it replaces the user's older ones. */
export async function sendNewCode(
  tx: Tx,
  { services, use, who, email }: { services: Services; use: CodeUse; who: Holder; email: string },
): Promise<void> {
  const { tenantId, userId } = who;
  const code = String(randomInt(0, 10 ** otpLength)).padStart(otpLength, '0');
  const now = services.now();
  await tx.run(sql`update "otp_codes" set "used_at" = ${now.toISOString()}::timestamptz
    where "tenant_id" = ${tenantId} and "user_id" = ${userId} and "used_at" is null`);
  const id = newId();
  const expires = new Date(now.getTime() + codeSeconds * 1000).toISOString();
  await tx.run(sql`insert into "otp_codes" ("tenant_id", "id", "user_id", "code_hash", "expires_at", "wrong_tries")
    values (${tenantId}, ${id}, ${userId}, ${services.secrets.sign(use, `${id}.${code}`)}, ${expires}::timestamptz, 0)`);
  const name = use === 'otp' ? 'sign-in code' : 'confirmation code';
  await services.channels.send(tx, tenantId, {
    channel: 'email',
    to: email,
    subject: `Your ${name}`,
    body: `Your ${name} is ${code}. It is valid for 5 minutes.`,
    code,
  });
}

/**
 * Null when the code is right, and then it is used up; else what to answer. Decided and counted under a row lock, so the same
 * code in fifty requests is right once; the count stays only if the transaction is committed.
 */
export async function wrongCode(tx: Tx, services: Services, use: CodeUse, who: Holder, given: string): Promise<Refused | null> {
  const now = services.now();
  const { tenantId, userId } = who;
  const row = await tx.row<{ id: string; code_hash: string; expires_at: string; wrong_tries: number }>(sql`
    select "id", "code_hash", "expires_at", "wrong_tries" from "otp_codes"
    where "tenant_id" = ${tenantId} and "user_id" = ${userId} and "used_at" is null
    order by "created_at" desc, "id" desc limit 1 for update`);
  if (!row || Date.parse(row.expires_at) <= now.getTime())
    return { code: 401, message: 'The code has expired. Please ask for a new one.' };
  if (row.wrong_tries >= codeTries || (await wrongTries(tx, 'otp', userId)) >= mostWrongCodes) return tooManyCodes;
  if (!services.secrets.verify(use, `${row.id}.${given}`, row.code_hash)) {
    await tx.run(
      sql`update "otp_codes" set "wrong_tries" = "wrong_tries" + 1 where "tenant_id" = ${tenantId} and "id" = ${row.id}`,
    );
    const last = row.wrong_tries + 1 >= codeTries;
    if ((await countWrongTry(tx, 'otp', userId)) >= mostWrongCodes)
      services.log.warn({ user: userId, tenant: tenantId }, 'ten wrong sign-in codes in a day');
    return last ? tooManyCodes : { code: 401, message: 'Incorrect code.' };
  }
  await tx.run(sql`update "otp_codes" set "used_at" = ${now.toISOString()}::timestamptz
    where "tenant_id" = ${tenantId} and "id" = ${row.id}`);
  return null;
}
