import type { AnyResource } from '../../../src/schemas/kit/resource';
import type { Connection } from '../connection';
import { quote } from '../identifiers';
import { literal } from '../parameters';
import { planFor } from '../tables/apply';
import { hasLeftIndexes, lacksOnlyIndexes } from '../tables/left-indexes';
import { customTable, entriesOfRows } from '../tables/custom-index';
import { sourceEntries, valueColumns } from '../tables/values-elsewhere';
import { tableModels } from '../tables/model';

/** Rules that rows must meet at any moment, even after a process was killed. */
export interface Finding {
  readonly what: string;
  /** How many rows or places break the rule. */
  readonly wrong: number;
}

/** Of the whole database: tables, indexes, keys, row security and triggers are what the schema files say. */
export async function schemaFindings(connection: Connection, resources: readonly AnyResource[]): Promise<Finding[]> {
  const plan = await planFor(connection, resources);
  const pending = plan.statements.length + plan.destructive.length + plan.refills.length;
  const isMaking = lacksOnlyIndexes(plan) && (await hasLeftIndexes(connection));
  const [marked] = await connection.script(`select (select count(*) from pg_index x join pg_class c on c.oid = x.indrelid
      where c.relnamespace = 'public'::regnamespace and not x.indisvalid) as indexes,
    (select count(*) from pg_constraint k where k.connamespace = 'public'::regnamespace and not k.convalidated) as keys`);
  return [
    { what: 'the tables match the schema files', wrong: isMaking ? 0 : pending },
    { what: 'every index is valid', wrong: Number(marked!.indexes) },
    { what: 'every foreign key is checked', wrong: Number(marked!.keys) },
  ];
}

/** Of one tenant's rows, as they are at one moment. */
export async function tenantFindings(
  connection: Connection,
  resources: readonly AnyResource[],
  tenantId: string,
): Promise<Finding[]> {
  const tenant = literal(tenantId);
  await connection.script('begin isolation level repeatable read read only; set local statement_timeout = 0');
  try {
    await connection.script(`select set_config('app.tenant', ${tenant}, true)`);
    const found = new Map<string, number>();
    for (const { what, text } of [
      ...audited(resources, tenant),
      ...counted(resources, tenant),
      ...customIndexed(resources, tenant),
      ...kept(tenant),
      ...(await parents(connection, tenant)),
    ]) {
      const [row] = await connection.script(text);
      found.set(what, (found.get(what) ?? 0) + Number(row!.wrong));
    }
    return [...found].map(([what, wrong]) => ({ what, wrong }));
  } finally {
    await connection.script('rollback').catch(() => {});
  }
}

interface Check {
  readonly what: string;
  readonly text: string;
}

/** The audit has every row that stands, in the version in which it stands. */
const audited = (resources: readonly AnyResource[], tenant: string): Check[] =>
  tableModels(resources)
    .filter((model) => model.audited && !model.shared)
    .map(({ name, key }) => ({
      what: 'each changed row has its audit rows',
      text: `select count(*) as wrong from ${quote(name)} t where t."tenant_id" = ${tenant} and not exists (
        select from "audit" a where a."tenant_id" = ${tenant} and a."table_name" = '${name}' and a."row_key" = t.${quote(key)}::text
          and (t."row_version" = 1 or (a."new" ->> 'row_version')::bigint = t."row_version"))`,
    }));

/** The index of custom and kept values can be made again from the rows, and is what that would make. */
const customIndexed = (resources: readonly AnyResource[], tenant: string): Check[] =>
  tableModels(resources)
    .flatMap((model) => model.kept ?? [])
    .map((of) => {
      const all = [entriesOfRows(of, quote(of.name)), ...of.sources.map((source) => sourceEntries(source))].join(' union all ');
      const made = `select * from (${all}) as m(${valueColumns}) where "tenant_id" = ${tenant}`;
      const kept = `select ${valueColumns} from ${quote(customTable)} where "tenant_id" = ${tenant} and "table_name" = '${of.name}'`;
      return {
        what: 'the index of custom values matches the rows',
        text: `select count(*) as wrong from ((${made} except all ${kept}) union all (${kept} except all ${made})) as d`,
      };
    });

/** The key's index and the table itself count the same. */
const counted = (resources: readonly AnyResource[], tenant: string): Check[] =>
  tableModels(resources)
    .filter((model) => !model.shared)
    .flatMap(({ name }) => [
      {
        what: 'index counts match table counts',
        text: `set local enable_seqscan = off; set local enable_indexscan = on; set local enable_indexonlyscan = on; set local enable_bitmapscan = on;
          select set_config('app.counted', count(*)::text, true) from ${quote(name)} where "tenant_id" = ${tenant};
          set local enable_seqscan = on; set local enable_indexscan = off; set local enable_indexonlyscan = off; set local enable_bitmapscan = off;
          select abs(count(*) - current_setting('app.counted')::bigint) as wrong from ${quote(name)} where "tenant_id" = ${tenant};
          set local enable_indexscan = on; set local enable_indexonlyscan = on; set local enable_bitmapscan = on`,
      },
    ]);

/** No row points to a parent that is not its tenant's. */
async function parents(connection: Connection, tenant: string): Promise<Check[]> {
  const keys = await connection.script<{
    child: string;
    parent: string;
    from_columns: string[];
    to_columns: string[];
  }>(`select c.relname as child, p.relname as parent,
      (select jsonb_agg(a.attname order by u.n) from unnest(k.conkey) with ordinality u(num, n) join pg_attribute a on a.attrelid = c.oid and a.attnum = u.num) as from_columns,
      (select jsonb_agg(a.attname order by u.n) from unnest(k.confkey) with ordinality u(num, n) join pg_attribute a on a.attrelid = p.oid and a.attnum = u.num) as to_columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace`);
  return keys.flatMap(({ child, parent, from_columns: from, to_columns: to }) => {
    if (!from.includes('tenant_id')) return [];
    const present = from.map((name) => `c.${quote(name)} is not null`).join(' and ');
    const same = from.map((name, at) => `p.${quote(to[at]!)} = c.${quote(name)}`).join(' and ');
    return [
      {
        what: 'every child row has its parent in the same tenant',
        text: `select count(*) as wrong from ${quote(child)} c where c."tenant_id" = ${tenant} and ${present}
          and not exists (select from ${quote(parent)} p where ${same})`,
      },
    ];
  });
}

const kept = (tenant: string): Check[] => [
  {
    what: 'one pending follow-up per lead at most, if the tenant enforces it',
    text: `select count(*) as wrong from (select 1 from "follow_ups" where "tenant_id" = ${tenant} and "state" = 'pending'
        and "deleted_at" is null group by "lead_id" having count(*) > 1) f
      where exists (select from "tenant" where "tenant_id" = ${tenant} and "enforce_pending_followup")`,
  },
  {
    what: 'a lead matches its newest history row',
    text: `select count(*) as wrong from "leads" l join lateral (select c."btn_message", c."sub_stage" from "call_actions" c
        where c."tenant_id" = ${tenant} and c."lead_id" = l."id" and c."deleted_at" is null order by c."created_at" desc, c."id" desc limit 1) a on true
      where l."tenant_id" = ${tenant} and l."deleted_at" is null and l."merged_into" is null
        and (l."last_callaction_btn_message", l."last_callaction_sub_stage") is distinct from (a."btn_message", a."sub_stage")
        and not exists (select from "leads" m where m."tenant_id" = ${tenant} and m."merged_into" = l."id")`,
  },
  {
    what: 'a finished job has an end time, and a running job has a lease',
    text: `select count(*) as wrong from "jobs" where "tenant_id" = ${tenant} and "deleted_at" is null and (
      ("state" in ('done', 'failed') and "finished_at" is null) or ("state" = 'running' and "lease_until" is null))`,
  },
  {
    what: 'every stored request has its answer',
    text: `select count(*) as wrong from "idempotency" where "tenant_id" = ${tenant} and "answer" is null`,
  },
  {
    what: 'no two leads share a phone number if the tenant forbids it',
    text: `select count(*) as wrong from (select 1 from "leads" where "tenant_id" = ${tenant} and "deleted_at" is null and "phone" is not null
      and "duplicate_of" is null and "merged_into" is null group by "phone" having count(*) > 1) t`,
  },
];
