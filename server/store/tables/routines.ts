import { attemptFunctions, attemptSignatures } from './attempt-functions';
import { customFunctions, customTable, customTables } from './custom-index';
import { appRole, definer, lookUpRole } from './ddl';

/** Roles and extensions: what only an administrator may make. */
export const foundation: readonly string[] = [
  `do $do$ begin
  if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole} nologin; end if;
  if not exists (select from pg_roles where rolname = '${lookUpRole}') then create role ${lookUpRole} nologin; end if;
exception when duplicate_object or unique_violation then null; end $do$`,
  `grant ${lookUpRole} to current_user`,
  `create extension if not exists pg_trgm`,
  `create extension if not exists btree_gin`,
  `grant usage on schema public to ${appRole}`,
  `grant usage, create on schema public to ${lookUpRole}`,
];

/** Tables that no schema file names. `schema_state` keeps what the catalogue cannot be asked: hashes of definitions. */
export const systemTables: readonly string[] = [
  `create table if not exists "schema_state" ("name" text primary key, "hash" text not null)`,
  `create table if not exists "audit" (
  "tenant_id" text not null, "seq" bigint generated always as identity, "at" timestamp(3) with time zone not null default now(),
  "user_id" text, "table_name" text not null, "row_key" text not null, "op" text not null, "old" jsonb, "new" jsonb,
  "ip" text, "agent" text, "request_id" text not null, "reason" text, primary key ("tenant_id", "seq"))`,
  // Rising, and read backwards: what is written last is put at the end of a page, which splits full and not in halves.
  `create index if not exists "ix_audit_at" on "audit" ("tenant_id", "at", "seq")`,
  `create index if not exists "ix_audit_user" on "audit" ("tenant_id", "user_id", "at", "seq")`,
  `create index if not exists "ix_audit_table" on "audit" ("tenant_id", "table_name", "at", "seq")`,
  `create index if not exists "ix_audit_op" on "audit" ("tenant_id", "op", "at", "seq")`,
  `create index if not exists "ix_audit_removed" on "audit" ("tenant_id", "at", "seq")
  where ("op" = 'delete' or ("op" = 'update' and "old" ? 'deleted_at'))`,
  `create index if not exists "ix_audit_row" on "audit" ("tenant_id", "table_name", "row_key", "seq")`,
  // Links of each tenant's hash chain over its audit rows (server/store/audit).
  `create table if not exists "audit_seals" (
  "tenant_id" text not null, "number" bigint not null, "at" timestamp(3) with time zone not null default now(), "last_seq" bigint not null,
  "entries" bytea not null, "hash" text not null, "signature" text not null, primary key ("tenant_id", "number"))`,
  `create table if not exists "counters" ("tenant_id" text not null, "name" text not null, "last" bigint not null, primary key ("tenant_id", "name"))`,
  `create table if not exists "idempotency" (
  "tenant_id" text not null, "user_id" text not null, "key" text not null, "request_hash" text not null, "answer" jsonb,
  "created_at" timestamp(3) with time zone not null default now(), primary key ("tenant_id", "user_id", "key"))`,
  `create index if not exists "ix_idempotency_age" on "idempotency" ("tenant_id", "created_at")`,
  `create unlogged table if not exists "attempts" ("key" text not null, "at" timestamp(3) with time zone not null)`,
  `create index if not exists "ix_attempts" on "attempts" ("key", "at")`,
  ...customTables,
];

const ofTenant = `"tenant_id" = current_setting('app.tenant', true)`;
const systemRights: readonly string[] = [
  ...['audit', 'audit_seals', 'counters', 'idempotency', customTable].flatMap((name) => [
    `alter table "${name}" enable row level security`,
    `alter table "${name}" force row level security`,
    `drop policy if exists "tenant" on "${name}"`,
    `create policy "tenant" on "${name}" using (${ofTenant}) with check (${ofTenant})`,
    `revoke all on "${name}" from public`,
  ]),
  // The audit and the index of custom values are written by triggers only: the app role reads them.
  `grant select on "audit", "${customTable}" to ${appRole}`,
  `grant select, insert on "audit_seals" to ${appRole}`,
  `grant select, insert, update on "counters" to ${appRole}`,
  `grant select, insert, update, delete on "idempotency" to ${appRole}`,
  `revoke all on "attempts", "schema_state" from public`,
  `grant select, insert, delete on "attempts" to ${lookUpRole}`,
  `grant select on "schema_state" to ${appRole}`,
];

const auditFunction = (op: 'insert' | 'update' | 'delete', images: string, from: string): string =>
  `create or replace function audit_${op}() returns trigger language plpgsql ${definer} as $audit$
declare
  tenant text := nullif(current_setting('app.tenant', true), '');
  request text := nullif(current_setting('app.request', true), '');
  usr text := nullif(current_setting('app.user', true), '');
  address text := nullif(current_setting('app.ip', true), '');
  browser text := nullif(current_setting('app.agent', true), '');
  why text := nullif(current_setting('app.reason', true), '');
  secrets text[] := coalesce(tg_argv[1:], '{}');
begin
  if tenant is null or request is null then
    raise exception 'no writing without a tenant and a request' using errcode = '42501';
  end if;
  insert into "audit" ("tenant_id", "user_id", "table_name", "row_key", "op", "old", "new", "ip", "agent", "request_id", "reason")
  select tenant, usr, tg_table_name, "~key", '${op}', ${images}, address, browser, request, why
  from (${from}) as "~changed";
  return null;
end $audit$`;

const entering = (signature: string, context: string): string => `create or replace function ${signature}
returns table (token_version bigint, status bigint, revoked boolean) language plpgsql as $enter$
begin
  ${context}
  if usr = '' or jti = '' then return; end if;
  return query select u."token_version", u."status",
      exists (select from "revoked_tokens" r where r."tenant_id" = tenant and r."jti" = ${signature.split('(')[0]}.jti and r."deleted_at" is null)
    from "users" u where u."tenant_id" = tenant and u."id" = usr and u."deleted_at" is null;
end $enter$`;

const nothing = 'null::jsonb';
/** Most tables have no secrets, and a call for every row is a tenth of an import's audit. */
const image = (of: string): string =>
  `case when secrets = '{}' then ${of} - '{tenant_id,search_text}'::text[] else audit_image(${of}, secrets) end`;
const wholeRows = (as: string, from: string): string =>
  images(as, from).replace('to_jsonb("~r")', 'jsonb_strip_nulls(to_jsonb("~r"))');
/** Rows as JSON with their key. OFFSET 0 keeps each image a value made once; unfolded, it is made again for every use and field. */
const images = (as: string, from: string): string =>
  `select "~${as}", "~${as}" ->> tg_argv[0] as "~key" from (select to_jsonb("~r") as "~${as}" from ${from} as "~r" offset 0) as "~i" offset 0`;
const routinesText: readonly string[] = [
  // Secrets are recorded by name and never by value (D-089); the tenant and the search text are not part of a record.
  `create or replace function audit_image(image jsonb, secrets text[]) returns jsonb language plpgsql immutable as $image$
declare
  secret text;
begin
  image := image - '{tenant_id,search_text}'::text[];
  foreach secret in array secrets loop
    if jsonb_typeof(image -> secret) <> 'null' then image := image || jsonb_build_object(secret, '***'); end if;
  end loop;
  return image;
end $image$`,
  auditFunction('insert', `${nothing}, ${image('"~new"')}`, wholeRows('new', 'new_rows')),
  auditFunction('delete', `${image('"~old"')}, ${nothing}`, wholeRows('old', 'old_rows')),
  // Old and new hold the fields that changed. A secret that changed reads '***' on both sides.
  auditFunction(
    'update',
    `${image('"~old"')}, ${image('"~new"')}`,
    `select "~key", jsonb_object_agg("~a"."key", "~a"."value") as "~old", jsonb_object_agg("~a"."key", "~is" -> "~a"."key") as "~new"
    from (${images('was', 'old_rows')}) as "~before"
    join (${images('is', 'new_rows').replace('"~key"', '"~key2"')}) as "~after" on "~key" = "~key2"
    cross join lateral jsonb_each("~was") as "~a"
    where "~is" -> "~a"."key" <> "~a"."value"
    group by "~key"`,
  ),
  `create or replace function touch_row() returns trigger language plpgsql as $touch$
begin
  new."updated_at" := now();
  new."updated_by" := nullif(current_setting('app.user', true), '');
  new."row_version" := old."row_version" + 1;
  return new;
end $touch$`,
  // One call opens a transaction: it sets the context and reads what may end a session (D-017).
  entering(
    'enter(tenant text, usr text, ip text, agent text, request text, reason text, jti text)',
    `perform set_config('app.tenant', tenant, true), set_config('app.user', usr, true), set_config('app.ip', ip, true),
    set_config('app.agent', agent, true), set_config('app.request', request, true), set_config('app.reason', reason, true);`,
  ),
  // What only reads leaves no audit: half the time for the commonest transaction.
  entering(
    'enter_reading(tenant text, usr text, jti text)',
    `perform set_config('app.tenant', tenant, true), set_config('app.user', usr, true);`,
  ),
];

const lookUps: readonly { readonly signature: string; readonly returns: string; readonly body: string }[] = [
  {
    signature: 'user_by_email(address text)',
    returns: 'table (tenant_id text, id text)',
    body: `select u."tenant_id", u."id" from "users" u where lower(u."email") = lower(address) and u."deleted_at" is null`,
  },
  {
    signature: 'form_by_slug(address text)',
    returns: 'table (tenant_id text, id text)',
    body: `select f."tenant_id", f."id" from "forms" f where lower(f."slug") = lower(address) and f."deleted_at" is null`,
  },
  {
    signature: 'tenant_ids()',
    returns: 'table (tenant_id text)',
    body: `select t."tenant_id" from "tenant" t where t."deleted_at" is null order by 1`,
  },
  {
    signature: 'short_url_by_code(wanted text)',
    returns: 'table (tenant_id text, id text)',
    body: `select u."tenant_id", u."id" from "short_urls" u where lower(u."code") = lower(wanted) and u."code" = wanted
      and u."deleted_at" is null`,
  },
  {
    signature: 'tenant_of_widget(wanted text)',
    returns: 'table (tenant_id text)',
    body: `select w."tenant_id" from "widgets" w where w."id" = wanted and w."status" = 1 and w."deleted_at" is null`,
  },
  {
    signature: 'tenant_of_site(wanted text)',
    returns: 'table (tenant_id text)',
    body: `select s."tenant_id" from "analytics_properties" s where s."id" = wanted and s."status" = 1 and s."deleted_at" is null`,
  },
  {
    // Each tenant in turn, and each person of a tenant in turn: what one of them runs already counts as waiting before the rest.
    // A broadcast leaves thousands of due jobs, so only those of each person that can be taken are compared with the rest.
    signature: 'due_jobs(ahead_seconds integer, at_most integer)',
    returns: 'table (tenant_id text, id text, kind text, created_by text)',
    body: `with due as (
      select j."tenant_id", j."id", j."kind", j."created_by", coalesce(j."run_at", j."created_at") as since
      from "jobs" j
      where j."state" in ('queued', 'running') and j."deleted_at" is null and (j."run_at" is null or j."run_at" <= now())
        and (j."lease_until" is null or j."lease_until" <= now() + make_interval(secs => ahead_seconds))),
    busy as (
      select b."tenant_id", b."created_by", count(*) as n from "jobs" b
      where b."state" = 'running' and b."deleted_at" is null and b."lease_until" > now() + make_interval(secs => ahead_seconds)
      group by 1, 2),
    first as (
      select * from (
        select d.*, row_number() over (partition by d."tenant_id", d."created_by" order by d.since, d."id") as place from due d) numbered
      where place <= at_most),
    person as (
      select f.*, coalesce(b.n, 0) + f.place as turn
      from first f left join busy b on b."tenant_id" = f."tenant_id" and b."created_by" is not distinct from f."created_by"),
    tenant_turn as (
      select p.*, coalesce((select sum(b.n) from busy b where b."tenant_id" = p."tenant_id"), 0)
        + row_number() over (partition by p."tenant_id" order by p.turn, p.since, p."id") as whole
      from person p)
    select t."tenant_id", t."id", t."kind", t."created_by" from tenant_turn t order by t.whole, t.since, t."id" limit at_most`,
  },
  {
    // A key ends with the person in whose name it acts.
    signature: 'api_key_by_hash(hash text)',
    returns:
      'table (tenant_id text, id text, name text, owner text, scopes jsonb, allowed_ips jsonb, publisher_id text, expires_at timestamptz)',
    body: `select k."tenant_id", k."id", k."name", k."created_by", k."scopes", k."allowed_ips", k."publisher_id", k."expires_at"
    from "api_key_hashes" h
    join "api_keys" k on k."tenant_id" = h."tenant_id" and k."id" = h."key_id" and k."status" = 1 and k."deleted_at" is null
    join "users" u on u."tenant_id" = k."tenant_id" and u."id" = k."created_by" and u."status" = 1 and u."deleted_at" is null
    where lower(h."key_hash") = lower(hash) and h."deleted_at" is null`,
  },
  {
    signature: 'webhook_tenants()',
    returns: 'table (tenant_id text)',
    body: `select distinct w."tenant_id" from "webhooks" w where w."status" = 1 and w."deleted_at" is null`,
  },
  {
    // The oldest that is due of each record: events of one record arrive in their order (TRUST-R21).
    signature: 'due_deliveries(at_most integer)',
    returns: 'table (tenant_id text, id text, webhook_id text)',
    body: `select d."tenant_id", d."id", d."webhook_id" from "webhook_deliveries" d
    join "webhooks" w on w."tenant_id" = d."tenant_id" and w."id" = d."webhook_id" and w."status" = 1 and w."deleted_at" is null
    join "webhook_states" s on s."tenant_id" = w."tenant_id" and s."webhook_id" = w."id"
      and (s."paused_until" is null or s."paused_until" <= now())
    where d."state" = 'queued' and d."deleted_at" is null and (d."next_at" is null or d."next_at" <= now())
      and not exists (select from "webhook_deliveries" e where e."tenant_id" = d."tenant_id" and e."webhook_id" = d."webhook_id"
        and e."state" = 'queued' and e."deleted_at" is null and e."record_id" = d."record_id" and e."event" ^@ split_part(d."event", '.', 1)
        and e."audit_seq" < d."audit_seq")
    order by d."audit_seq" limit at_most`,
  },
];
/** Tables that the look-up functions read over all tenants. */
export const lookUpTables: ReadonlySet<string> = new Set([
  'users',
  'tenant',
  'jobs',
  'forms',
  'api_keys',
  'api_key_hashes',
  'webhooks',
  'webhook_deliveries',
  'webhook_states',
  'short_urls',
  'widgets',
  'analytics_properties',
]);

/**
 * Statistics in the middle of an import: without them the planner takes a tenant's thousands of leads for ten and reads them
 * all for every chunk. Only the columns that look-ups use, and of 3,000 rows: how many there are is all that the plans need, and
 * the usual 30,000 take five times as long, at every doubling of the import. PostgreSQL makes its own, of every column, soon after.
 */
const statistics: readonly string[] = [
  `create or replace function refresh_statistics() returns void language plpgsql ${definer} set default_statistics_target = 10 as $statistics$
begin
  analyze "leads" ("tenant_id", "id", "phone", "email", "created_at", "deleted_at", "duplicate_of", "merged_into");
  analyze "import_rows" ("tenant_id", "import_id", "line");
end $statistics$`,
  `revoke all on function refresh_statistics() from public`,
  `grant execute on function refresh_statistics() to ${appRole}`,
];

/** Functions and rights of the whole database; needs the tables. Running it again changes nothing. */
export const routines: readonly string[] = [
  ...systemRights,
  ...lookUps.map(
    ({ signature, returns, body }) =>
      `create or replace function ${signature} returns ${returns} language sql stable ${definer} as $look$ ${body} $look$`,
  ),
  ...attemptFunctions,
  ...statistics,
  ...[...lookUps.map(({ signature }) => signature), ...attemptSignatures].flatMap((signature) => [
    `alter function ${signature} owner to ${lookUpRole}`,
    `revoke all on function ${signature} from public`,
    `grant execute on function ${signature} to ${appRole}`,
  ]),
];
/** Functions that triggers name; they come before the tables' own statements. */
export const triggerFunctions: readonly string[] = [
  ...routinesText,
  ...customFunctions,
  ...['audit_insert()', 'audit_update()', 'audit_delete()'].map((name) => `revoke all on function ${name} from public`),
];
