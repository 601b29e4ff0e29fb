import sql, { join, type Sql } from 'sql-template-tag';
import { mayDo } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';
import { officeWork, officeWorkIds, type OfficeCounts, type OfficeWork } from '../../src/schemas/kit/office-work';
import { scopeOf } from '../catalogue/scope';
import type { Context } from '../context/context';
import { ident, table } from '../store/identifiers';

/** What waits in the office, as far as this person may list it: each number is the total of its list. */
export async function officeCounts({ tx, session }: Context): Promise<OfficeCounts> {
  const seen = officeWorkIds.filter((id) => mayDo(session, resourceNamed(officeWork[id].of).access, 'list'));
  if (!seen.length) return {};
  const columns = seen.map((id) => sql`(${counted(officeWork[id])}) as ${ident(id)}`);
  return tx.one<OfficeCounts>(sql`select ${join(columns)}`);

  function counted({ of, field, value }: OfficeWork): Sql {
    const resource = resourceNamed(of);
    const name = table(resource);
    const scope = scopeOf(resource, session);
    const state =
      field === 'application_state'
        ? sql`${name}."application_id" in (select a."id" from "applications" a where a."tenant_id" = ${session.tenantId} and a."state" = ${value})`
        : sql`${name}.${ident(field)} = ${value}`;
    return sql`select count(*)::int from ${name} where ${name}."tenant_id" = ${session.tenantId} and ${name}."deleted_at" is null
      and ${state} and ${scope ?? sql`true`}`;
  }
}
