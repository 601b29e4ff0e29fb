import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';

const perHour = 200;

/** Counts a message that a person sends. Throws 429 past the caller's hourly share of the channel. */
export async function countSending({ tx, session }: Pick<Context, 'tx' | 'session'>, channel: string): Promise<void> {
  const counted = await tx.row<{ n: number }>(
    sql`select add_attempt(${`${channel}-send:${session.tenantId}:${session.userId}`}, 3600) as n`,
  );
  if (Number(counted?.n) > perHour)
    throw problem(429, `You can send up to ${perHour} messages per hour. Please try again later.`);
}
