import sql from 'sql-template-tag';
import { administrator } from '../../src/schemas/kit/roles';
import type { Context } from '../context/context';

/** Who decides what this person asks for: their manager, or the administrators if there is none. */
export async function decidersOf({ tx, session }: Pick<Context, 'tx' | 'session'>): Promise<string[]> {
  const rows = await tx.rows<{ id: string | null }>(sql`
    select coalesce(own."reports_to", admin."id") as "id" from "users" own
    left join "users" admin on own."reports_to" is null and admin."tenant_id" = own."tenant_id" and admin."role" = ${administrator}
      and admin."id" <> own."id" and admin."deleted_at" is null
    where own."tenant_id" = ${session.tenantId} and own."id" = ${session.userId}`);
  return rows.flatMap(({ id }) => id ?? []);
}
