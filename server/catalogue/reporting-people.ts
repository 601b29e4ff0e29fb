import sql from 'sql-template-tag';
import { users } from '../../src/schemas/access-control/users';
import type { UserHierarchy } from '../../src/schemas/calls/user-hierarchy';
import type { HierarchyPerson } from '../../src/schemas/kit/reporting-lines';
import type { Context } from '../context/context';
import { veilAs } from './field-rules';

/** As many as the page draws. */
export const mostPeople = 5000;
/** A browser renews its token before 15 minutes are over, so someone without a newer one has closed it. */
const seenWithinMs = 20 * 60_000;

/**
 * The people of the hierarchy by name: for someone who sees every record the staff of the tenant, for others themselves, everyone
 * below them and the people whose records they see. `complete`: there are no more than `most`.
 */
export async function reportingPeople(
  { tx, session, services }: Omit<Context, 'query' | 'body'>,
  most: number,
): Promise<UserHierarchy> {
  const { tenantId, userId, scope } = session;
  const now = services.now();
  const since = new Date(now.getTime() - seenWithinMs).toISOString();
  const seen =
    scope === 'tenant'
      ? sql`(u."type" = 'org' or u."id" = ${userId})`
      : sql`(u."id" in (select "id" from below) or u."id" = any(${scope.userIds}::text[]))`;
  const rows = await tx.rows<Omit<HierarchyPerson, 'team_names' | 'planned'> & { readonly team_names: readonly string[] | null }>(
    sql`with recursive below as (
        select ${userId}::text as "id"
        union
        select u."id" from below b join "users" u on u."reports_to" = b."id"
        where u."tenant_id" = ${tenantId} and u."deleted_at" is null
      )
      select u."id", u."name", r."role_name", u."reports_to", u."status" = 1 as "active",
        (select jsonb_agg(t."name" order by t."name") from "teams" t where t."tenant_id" = u."tenant_id"
          and t."deleted_at" is null and u."team_ids" @> jsonb_build_array(t."id")) as "team_names",
        case when not exists (select 1 from "refresh_tokens" k where k."tenant_id" = u."tenant_id" and k."user_id" = u."id"
            and k."revoked_at" is null and k."expires_at" > ${now.toISOString()}::timestamptz
            and k."created_at" > ${since}::timestamptz) then 'offline'
          when u."user_status" = 1 then 'break' else 'online' end as "state"
      from "users" u left join "users_roles" r on r."tenant_id" = u."tenant_id" and r."role" = u."role"
      where u."tenant_id" = ${tenantId} and u."deleted_at" is null and ${seen}
      order by lower(u."name"), u."id" limit ${most + 1}`,
    'reporting-people',
  );
  const people = rows.slice(0, most).map((row) => {
    const shown = veilAs(users, session, row, fields);
    return { ...shown, team_names: shown.team_names ?? [], planned: null };
  });
  return { people, complete: rows.length <= most };
}

/** Of which field of a user each value is. */
const fields = { name: 'name', role_name: 'role', reports_to: 'reports_to', team_names: 'team_ids', state: 'user_status' };
