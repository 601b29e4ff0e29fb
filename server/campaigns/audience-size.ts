import sql from 'sql-template-tag';
import type { Context } from '../context/context';
import { audienceWhere } from '../lead-events/audience';

/** How many leads of a stored audience this person can reach now. */
export async function audienceSizeOf({ tx, session }: Pick<Context, 'tx' | 'session'>, audienceId: string): Promise<number> {
  const where = await audienceWhere(tx, session.tenantId, audienceId, session.scope);
  if (!where) return 0;
  const row: { n: number } = await tx.one(sql`select count(*)::int as "n" from "leads" where ${where}`);
  return row.n;
}
