import sql, { join, type Sql } from 'sql-template-tag';
import * as viewsCalls from '../../../src/schemas/calls/views';
import { mayDo } from '../../../src/schemas/kit/access';
import { reports, resources } from '../../../src/schemas/kit/all';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import type { Context, Handlers } from '../../context/context';
import { columnsNow, viewAddress } from './view-address';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { newId } from '../../store/ids';
import { sqlState } from '../../store/failures';
import type { Tx } from '../../store/store';

export const handlers: Handlers = {
  ...handle(viewsCalls.listViews, list),
  ...handle(viewsCalls.addView, add),
  ...handle(viewsCalls.changeView, change),
  ...handle(viewsCalls.deleteView, remove),
  ...handle(viewsCalls.keepListSettings, keep),
};

/** The maximum of views per person and list. */
const mostViews = 100;
const mostPinned = 20;
const taken = 'You already have a view with this name.';

/** Everyone who can see a list or a report can save views of it; an unknown name is refused. */
function listName({ params, session }: Context): string {
  const report = reports.find(({ name }) => name === params.resource);
  if (report) {
    if (!mayDo(session, report.access, 'read')) throw problem(403, notAllowed);
    return report.name;
  }
  const resource = resources.find((one) => one.name === params.resource);
  if (!resource || resource.access === 'nobody') throw problem(404, 'This list does not exist.');
  if (!mayDo(session, resource.access, 'list')) throw problem(403, notAllowed);
  return resource.name;
}

/** A view belongs to its author, their teams or everyone. Teammates share a team or a manager. */
function seenBy({ tenantId, userId }: Session): Sql {
  return sql`(v."user_id" = ${userId} or v."shared_with" = 'everyone' or (v."shared_with" = 'team' and exists (
    select from "users" a join "users" b on b."tenant_id" = a."tenant_id" and b."id" = ${userId}
    where a."tenant_id" = ${tenantId} and a."id" = v."user_id" and (
      a."reports_to" = b."id" or b."reports_to" = a."id" or a."reports_to" = b."reports_to"
      or exists (select from jsonb_array_elements_text(coalesce(a."team_ids", '[]')) as team
        where jsonb_exists(coalesce(b."team_ids", '[]'), team))))))`;
}

async function list(context: CallContext<typeof viewsCalls.listViews>): Promise<CallReply<typeof viewsCalls.listViews>> {
  const { tx, session } = context;
  const resource = listName(context);
  const rows = await tx.rows<viewsCalls.ListViews['views'][number]>(
    sql`select v."id", v."name", v."shared_with", v."address", v."user_id", u."name" as user_name,
        (v."user_id" = ${session.userId} or ${isAdministrator(session)}) as mine
      from "saved_views" v left join "users" u on u."tenant_id" = v."tenant_id" and u."id" = v."user_id"
      where v."tenant_id" = ${session.tenantId} and v."resource" = ${resource} and v."deleted_at" is null and ${seenBy(session)}
      order by lower(v."name"), v."id" limit 300`,
    'list_views',
  );
  const settings = await settingsOf(tx, session, resource, [session.userId, roleOwner(session.role)]);
  const own = settings.find((one) => one.owner === session.userId);
  const seen = new Set(rows.map((row) => row.id));
  const renamed = resources.find(({ name }) => name === resource)?.renamed;
  const byRole = settings.find((one) => one.owner === roleOwner(session.role));
  const data: viewsCalls.ListViews = {
    views: rows.map((row) => ({ ...row, address: viewAddress(row.address, renamed) })),
    columns: own?.columns ? columnsNow(own.columns, renamed) : null,
    role_columns: byRole?.columns ? columnsNow(byRole.columns, renamed) : null,
    default_view: own?.default_view && seen.has(own.default_view) ? own.default_view : null,
    pinned: (own?.pinned ?? []).filter((id) => seen.has(id)),
  };
  return { data };
}

async function add(context: CallContext<typeof viewsCalls.addView>): Promise<CallReply<typeof viewsCalls.addView>> {
  const { tx, session, body } = context;
  const resource = listName(context);
  const { name, shared_with, address } = body;
  const kept = await tx.row<{ n: number; same: boolean }>(sql`
    select count(*) as n, coalesce(bool_or(lower("name") = lower(${trimmed(name)})), false) as same from "saved_views"
    where "tenant_id" = ${session.tenantId} and "resource" = ${resource} and "user_id" = ${session.userId} and "deleted_at" is null`);
  if (kept!.same) throw invalid('name', taken);
  if (kept!.n >= mostViews)
    throw problem(409, `You already have ${mostViews} views of this list, the maximum. Delete one first.`);
  const id = newId();
  await named(
    tx.run(sql`
      insert into "saved_views" ("tenant_id", "id", "resource", "name", "shared_with", "user_id", "address")
      values (${session.tenantId}, ${id}, ${resource}, ${trimmed(name)}, ${shared_with}, ${session.userId}, ${address})`),
  );
  return { message: 'View saved.', data: { id } };
}

async function change(context: CallContext<typeof viewsCalls.changeView>): Promise<CallReply<typeof viewsCalls.changeView>> {
  const { tx, session, body } = context;
  const id = await ownView(context);
  const set: Sql[] = [];
  if (body.name !== undefined) {
    const same = await tx.row(sql`
      select "id" from "saved_views" o where "tenant_id" = ${session.tenantId} and "id" <> ${id} and "deleted_at" is null
        and lower("name") = lower(${trimmed(body.name)}) and ("resource", "user_id") =
          (select "resource", "user_id" from "saved_views" where "tenant_id" = ${session.tenantId} and "id" = ${id})`);
    if (same) throw invalid('name', taken);
    set.push(sql`"name" = ${trimmed(body.name)}`);
  }
  if (body.shared_with !== undefined) set.push(sql`"shared_with" = ${body.shared_with}`);
  if (body.address !== undefined) set.push(sql`"address" = ${body.address}`);
  if (set.length)
    await named(tx.run(sql`update "saved_views" set ${join(set)} where "tenant_id" = ${session.tenantId} and "id" = ${id}`));
  return { message: 'View saved.', data: { id } };
}

async function remove(context: CallContext<typeof viewsCalls.deleteView>): Promise<CallReply<typeof viewsCalls.deleteView>> {
  const id = await ownView(context);
  await context.tx.run(sql`
    update "saved_views" set "deleted_at" = now() where "tenant_id" = ${context.session.tenantId} and "id" = ${id}`);
  return { message: 'View deleted.', data: { id } };
}

async function keep(
  context: CallContext<typeof viewsCalls.keepListSettings>,
): Promise<CallReply<typeof viewsCalls.keepListSettings>> {
  const { tx, session, body } = context;
  const resource = listName(context);
  const { role, columns, default_view, pin, unpin } = body;
  if (role !== undefined && !isAdministrator(session)) throw problem(403, notAllowed);
  if (role !== undefined && (default_view !== undefined || pin !== undefined || unpin !== undefined))
    throw invalid('role', 'Only columns can be set for a role');
  await refuseUnseen(context, resource, [...(default_view ? [default_view] : []), ...(pin ? [pin] : [])]);
  const owner = role === undefined ? session.userId : roleOwner(role);
  // Another tab may save its own choice at this moment, so only what is sent is written, and pins change in the row as it is then.
  const sent: Sql[] = [];
  if (columns !== undefined) sent.push(sql`"columns" = excluded."columns"`);
  if (default_view !== undefined) sent.push(sql`"default_view" = excluded."default_view"`);
  if (pin !== undefined || unpin !== undefined)
    sent.push(sql`"pinned" = ${stillPinned(session, [pin, unpin])} || excluded."pinned"`);
  if (!sent.length) sent.push(sql`"owner" = excluded."owner"`);
  const values = [columns?.length ? JSON.stringify(columns) : null, JSON.stringify(pin ? [pin] : [])] as const;
  const next: viewsCalls.KeptSettings = await tx.one(sql`
    insert into "list_settings" ("tenant_id", "id", "resource", "owner", "columns", "default_view", "pinned")
    values (${session.tenantId}, ${newId()}, ${resource}, ${owner}, ${values[0]}::jsonb, ${default_view || null}, ${values[1]}::jsonb)
    on conflict ("tenant_id", "resource", "owner") where "deleted_at" is null do update set ${join(sent)}
    returning "columns", "default_view", coalesce("pinned", '[]') as "pinned"`);
  if (pin && next.pinned.length > mostPinned)
    throw problem(409, `You already have ${mostPinned} pinned views of this list, the maximum. Unpin one first.`);
  return { data: next };
}

/** The pins of the row without these and without views that this person does not see any more, in their order. */
const stillPinned = (session: Session, without: readonly (string | undefined)[]): Sql => sql`coalesce((
  select jsonb_agg(p.id order by p.place) from jsonb_array_elements_text("list_settings"."pinned") with ordinality p(id, place)
  where p.id <> all(${without.filter((id) => id !== undefined)}::text[]) and exists (
    select from "saved_views" v where v."tenant_id" = "list_settings"."tenant_id" and v."id" = p.id and v."deleted_at" is null and ${seenBy(session)})), '[]')`;

/** Another person's private view does not exist for this person. */
async function refuseUnseen({ tx, session }: Context, resource: string, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const found = await tx.rows<{ id: string }>(sql`
    select v."id" from "saved_views" v where v."tenant_id" = ${session.tenantId} and v."resource" = ${resource}
      and v."deleted_at" is null and v."id" = any(${[...ids]}::text[]) and ${seenBy(session)}`);
  const known = new Set(found.map((row) => row.id));
  if (ids.some((id) => !known.has(id))) throw problem(404, 'This view does not exist.');
}

/** The view's author can change it, and the administrator. */
async function ownView(context: Context): Promise<string> {
  const { tx, session, query } = context;
  const id = String(query.id);
  const row = await tx.row<{ user_id: string; seen: boolean }>(sql`
    select v."user_id", ${seenBy(session)} as seen from "saved_views" v where v."tenant_id" = ${session.tenantId} and v."id" = ${id}
      and v."resource" = ${listName(context)} and v."deleted_at" is null`);
  const isOwn = row?.user_id === session.userId || isAdministrator(session);
  if (!row || (!row.seen && !isOwn)) throw problem(404, 'This view does not exist.');
  if (!isOwn) throw problem(403, 'This view belongs to someone else. Save it under a new name.');
  return id;
}

interface Settings {
  readonly owner: string;
  readonly columns: string[] | null;
  readonly default_view: string | null;
  readonly pinned: string[] | null;
}
function settingsOf(tx: Tx, session: Session, resource: string, owners: readonly string[]): Promise<Settings[]> {
  return tx.rows<Settings>(
    sql`select "owner", "columns", "default_view", "pinned" from "list_settings"
      where "tenant_id" = ${session.tenantId} and "resource" = ${resource} and "owner" = any(${[...owners]}::text[])
        and "deleted_at" is null`,
    'list_settings_of',
  );
}

/** Another tab may have taken the name since this transaction looked. */
const named = (writing: Promise<unknown>): Promise<unknown> =>
  writing.catch((error: unknown) => {
    throw sqlState(error) === '23505' ? invalid('name', taken) : error;
  });

const roleOwner = (role: number): string => `role ${role}`;
function trimmed(name: string): string {
  const text = name.trim();
  if (!text) throw invalid('name', 'Name is required');
  return text;
}
