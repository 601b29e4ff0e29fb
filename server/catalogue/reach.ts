import sql from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { recordIn } from '../../src/schemas/kit/is-record';
import { invalid, problem, type Problem } from '../../src/schemas/kit/problem';
import { opensLeads } from '../../src/schemas/kit/reach';
import { displayOf, refOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { administrator } from '../../src/schemas/kit/roles';
import { people } from '../../src/schemas/kit/named-resources';
import type { Context } from '../context/context';
import { visiblePeople } from '../identity/visible-people';
import { keyColumn, table } from '../store/identifiers';
import { rulesOf, shownValue } from './field-rules';
import { columnsOf } from './rows';

/** Whose records someone reaches: everyone's of the tenant, or those of these users. */
type Reach = 'all' | ReadonlySet<string>;

/**
 * Writes a record so that nobody reaches more by it than the person who writes it reaches already (TRUST-S33); throws Problem
 * 422 at the field otherwise, and the transaction takes the write back. `fields` are those that the write changes, `record` is
 * the whole as it will be. A person who sees the whole tenant has every scope.
 */
export async function withinReach<T extends Readonly<AnyRow>>(
  resource: AnyResource,
  fields: readonly string[],
  record: Readonly<AnyRow>,
  context: Context,
  write: () => Promise<T>,
): Promise<T> {
  const { reach } = resource;
  const { session } = context;
  if (reach === undefined || session.scope === 'tenant') return write();
  await refuseUnreached(resource, record, fields[0] ?? '', context);
  if (!Array.isArray(reach)) {
    const opened = await openedBy(resource, record, context);
    const kept = openField(reach);
    if (opened !== undefined && (kept === undefined || fields.includes(kept))) throw invalid(opened, everyLead);
    return write();
  }
  const field = reach.find((name) => fields.includes(name));
  if (field === undefined) return write();
  // One such change per tenant at a time: two harmless changes may open something together.
  await context.tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${session.tenantId} reach`}, 0))`, 'reach-lock');
  const before = await reachOf(context);
  const row = await write();
  const made = before.has(String(row['id'])) || record['id'] !== undefined ? undefined : String(row['id']);
  const held = before.get(session.userId) ?? nobody;
  for (const [viewer, now] of await reachOf(context)) {
    const seen = beyond(now, before.get(viewer) ?? nobody, held, made);
    if (seen !== undefined) throw await refusal(field, viewer, seen, context);
  }
  return row;
}

/** Throws Problem 403 when the record is a user whom this person does not reach: nobody changes, deletes or restores those. */
export async function refuseUnreached(
  resource: AnyResource,
  record: Readonly<AnyRow>,
  field: string,
  context: Context,
): Promise<void> {
  if (resource.name === people && record['id'] !== undefined) await refuseUnreachedUsers([String(record['id'])], field, context);
}

/** The same for users whom another record's change acts on: the members of a team, its manager. */
export async function refuseUnreachedUsers(userIds: readonly string[], field: string, context: Context): Promise<void> {
  const { session } = context;
  const others = userIds.filter((id) => id !== session.userId);
  if (session.scope === 'tenant' || !others.length) return;
  const held = (await reachOf(context, session.userId)).get(session.userId) ?? nobody;
  const unreached = held === 'all' ? undefined : others.find((id) => !held.has(id));
  if (unreached === undefined) return;
  const [name] = await namesOf([unreached], context);
  const message = `You cannot see the records of ${name}, so you cannot make this change. Ask an administrator.`;
  throw problem(403, message, [{ path: field, message }]);
}

/**
 * Throws Problem 422 at the field when that user reaches records which this person does not, because the person who controls the
 * account reaches them.
 */
export async function refuseWiderReach(userId: string, field: string, context: Context): Promise<void> {
  if (context.session.scope === 'tenant') return;
  const now = await reachOf(context);
  const seen = beyond(now.get(userId) ?? new Set([userId]), nobody, now.get(context.session.userId) ?? nobody);
  if (seen !== undefined) throw await refusal(field, userId, seen, context);
}

const nobody: ReadonlySet<string> = new Set();
const everyLead = 'This assigns leads from the whole organisation, and you cannot see all of them. Ask an administrator.';

const isOpening = (actions: unknown): boolean =>
  Array.isArray(actions) && actions.some((one) => opensLeads[String(recordIn(one)['type'])]);

/** The field whose value alone opens leads; an update that leaves it as it is opens nothing. */
const openField = (reach: NonNullable<AnyResource['reach']>): string | undefined =>
  typeof reach !== 'object' ? undefined : 'address' in reach ? reach.address : 'callers' in reach ? reach.callers : undefined;

/** The field by which a record opens leads of any owner. */
async function openedBy(resource: AnyResource, record: Readonly<AnyRow>, context: Context): Promise<string | undefined> {
  const { reach } = resource;
  if (reach === 'every lead') return displayOf(resource);
  if (typeof reach !== 'object') return undefined;
  if ('address' in reach) return record[reach.address] ? reach.address : undefined;
  if ('callers' in reach) return [record[reach.callers] ?? []].flat().length ? reach.callers : undefined;
  if ('actions' in reach) return isOpening(record[reach.actions]) ? reach.actions : undefined;
  if (!('through' in reach)) return undefined;
  const to = resourceNamed(refOf(resource, reach.through)!.to);
  const keys = [record[reach.through] ?? []].flat().map(String);
  const named = await context.tx.rows<AnyRow>(sql`
    select ${columnsOf(to)} from ${table(to)} where "tenant_id" = ${context.session.tenantId}
      and ${keyColumn(to)}::text = any(${keys}::text[]) and "deleted_at" is null`);
  for (const one of named) if ((await openedBy(to, one, context)) !== undefined) return reach.through;
  return undefined;
}

/** Someone (or 'all') whose records are opened although `held` does not hold them; `made` is new and has no records yet. */
function beyond(now: Reach, before: Reach, held: Reach, made?: string): string | undefined {
  if (held === 'all' || before === 'all') return undefined;
  if (now === 'all') return 'all';
  return [...now].find((id) => !before.has(id) && !held.has(id) && id !== made);
}

/** Whose records each user reaches who may sign in, or this one only. */
async function reachOf({ tx, session: { tenantId } }: Context, viewer?: string): Promise<Map<string, Reach>> {
  const rows = await tx.rows<{ id: string; whole: boolean; ids: string[] | null }>(
    sql`
      with recursive who as (
        select u."id", u."role", u."team_ids", r."data_scope"
        from "users" u left join "users_roles" r on r."tenant_id" = u."tenant_id" and r."role" = u."role"
        where u."tenant_id" = ${tenantId} and u."status" = 1 and u."deleted_at" is null
          and ${viewer === undefined ? sql`true` : sql`u."id" = ${viewer}`}
      ),
      ${visiblePeople(tenantId)}
      select who."id", (who."role" = ${administrator} or who."data_scope" = 'tenant') as "whole",
        case when who."data_scope" in ('branch', 'team') then people."ids"
          when who."data_scope" = 'none' then '[]'::jsonb else jsonb_build_array(who."id") end as "ids"
      from who left join (select viewer, jsonb_agg("id") as "ids" from seen group by viewer) people on people.viewer = who."id"`,
    viewer === undefined ? 'reach-of-all' : 'reach-of-one',
  );
  return new Map(rows.map(({ id, whole, ids }) => [id, whole ? 'all' : new Set(ids ?? [])]));
}

async function refusal(field: string, viewer: string, seen: string, context: Context): Promise<Problem> {
  const [viewerName, seenName] = await namesOf([viewer, seen], context);
  const who = viewer === context.session.userId ? 'You' : viewerName;
  const whose = seen === 'all' ? 'all records of the organisation' : `the records of ${seenName}`;
  return invalid(field, `${who} would see ${whose}, which you cannot see yourself. Ask an administrator to change this.`);
}

/** As this person may read them. */
async function namesOf(ids: readonly string[], { tx, session }: Context): Promise<string[]> {
  const rule = rulesOf(resourceNamed(people), session).get('name');
  const rows = await tx.rows<{ id: string; name: string }>(
    sql`select "id", "name" from "users" where "tenant_id" = ${session.tenantId} and "id" = any(${[...ids]}::text[])`,
  );
  return ids.map((id) => {
    const name = rows.find((row) => row.id === id)?.name;
    return name === undefined || rule === 'hidden' ? 'somebody' : String(shownValue(rule, name));
  });
}
