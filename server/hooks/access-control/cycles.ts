import sql from 'sql-template-tag';
import { invalid } from '../../../src/schemas/kit/problem';
import type { Context } from '../../context/context';
import { ident, table } from '../../store/identifiers';

/** Throws 422 when `parent` is the record itself or below it by `field`: a hierarchy must not contain a loop. */
export async function refuseCycle(
  context: Context,
  resource: string,
  field: string,
  id: string,
  parent: string | null | undefined,
  title: string,
): Promise<void> {
  if (parent === undefined || parent === null) return;
  const found = await context.tx.row(sql`
    with recursive up as (
      select ${parent}::text as id, 1 as depth
      union all
      select t.${ident(field)}, up.depth + 1 from up join ${table(resource)} t
        on t.tenant_id = ${context.session.tenantId} and t.id = up.id
      where up.depth < 100 and t.${ident(field)} is not null
    ) select 1 from up where id = ${id} limit 1`);
  if (found) throw invalid(field, `${title} would form a loop`);
}
