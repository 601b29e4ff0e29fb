import sql from 'sql-template-tag';
import type { Context } from '../context/context';

/** Puts the tenant's own word for its colleges into the texts of a report. */
export async function entityTexts({ tx, session }: Context): Promise<(text: string) => string> {
  const row = await tx.row<{ entity_name: string | null }>(
    sql`select "entity_name" from "tenant" where "tenant_id" = ${session.tenantId}`,
  );
  const word = row?.entity_name ?? 'College';
  return (text) => text.replaceAll('{entity}', word).replace('College', () => word);
}
