import sql, { join, type Sql } from 'sql-template-tag';
import { ident } from '../store/identifiers';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import type { ChunkPlan, Outcome } from './plan-chunk';
import { targets } from './lead-columns';

/** Columns an import writes into a new lead; every other column takes its default. */
const leadColumns = [
  ...targets,
  'id',
  'clg_name',
  'last_source',
  'prmary_source',
  'secondary_source',
  'tertiary_source',
  'custom',
  'assigned_at',
  'lead_type',
  'created_via',
  're_enquiry_count',
  'duplicate_of',
];
const captureColumns = [
  'id',
  'lead_id',
  'via',
  'is_re_enquiry',
  'source',
  'clg_id',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'import_id',
  'data',
];
const patchColumns = [
  ...leadColumns.filter((column) => !['id', 'duplicate_of'].includes(column)),
  're_enquired_clgs',
  'last_re_enquired_clg_id',
];
const defaults: Readonly<Record<string, unknown>> = { country: 'India', country_code: '91', priority: 0, do_not_disturb: false };

export interface ImportScope {
  readonly tenantId: string;
  readonly userId: string | null;
  readonly importId: string;
}
/** A lead of this phone was committed by somebody else since the look-up: the chunk is planned again. */
export class LeadAppeared extends Error {}

/** Three statements for a chunk of any size, within the caller's transaction: the connection is asked for little and seldom. Throws LeadAppeared. */
export async function writeChunk(
  tx: Tx,
  scope: ImportScope,
  plan: ChunkPlan,
  failed: readonly { readonly line: number; readonly field: string; readonly reason: string }[],
): Promise<void> {
  const { tenantId, importId } = scope;
  const leads = plan.created.map((lead) => ({ ...defaults, ...lead, is_verified: 0 }));
  const inserting = leads.length
    ? tx.run(sql`${insertInto(tenantId, 'leads', leadColumns, leads)} ON CONFLICT DO NOTHING`)
    : Promise.resolve(0);
  inserting.catch(() => {}); // seen below
  // The rest is made while the database writes the leads.
  await new Promise((resolve) => setImmediate(resolve));
  const captures = plan.captures.map(({ lead_id, is_re_enquiry, draft }) => ({
    id: newId(),
    lead_id,
    via: 'import',
    is_re_enquiry,
    source: draft.source,
    clg_id: draft.clg_id,
    utm_source: draft.utm_source,
    utm_medium: draft.utm_medium,
    utm_campaign: draft.utm_campaign,
    import_id: importId,
    data: present(draft),
  }));
  const changes = plan.created
    .filter((lead) => lead.user_id)
    .map((lead) => ({ id: newId(), lead_id: lead.id, to_user_id: lead.user_id, reason: 'import' }));
  const outcomes = [
    ...plan.outcomes,
    ...failed.map((one) => ({
      line: one.line,
      field: one.field.slice(0, 80),
      reason: one.reason.slice(0, 300),
      outcome: 'failed' as Outcome,
    })),
  ].map((one) => ({ ...one, id: newId(), import_id: importId }));
  const parts = [
    insertInto(tenantId, 'lead_captures', captureColumns, captures),
    insertInto(tenantId, 'lead_owner_history', ['id', 'lead_id', 'to_user_id', 'reason'], changes),
    insertInto(tenantId, 'import_rows', ['id', 'import_id', 'line', 'outcome', 'record_id', 'field', 'reason'], outcomes),
  ];
  const count = (outcome: Outcome): number => outcomes.filter((one) => one.outcome === outcome).length;
  if ((await inserting) !== leads.length) throw new LeadAppeared();
  await patchLeads(tx, scope, plan.patches);
  await tx.run(sql`
    WITH ${join(parts.map((part, at) => sql`${ident(`part_${at}`)} AS (${part})`))}
    UPDATE "imports" SET "created" = "created" + ${count('created')}::int, "updated" = "updated" + ${count('updated')}::int,
      "re_enquiries" = "re_enquiries" + ${count('re_enquiry')}::int, "failed" = "failed" + ${failed.length}::int,
      "rows" = "rows" + ${outcomes.length}::int
    WHERE "tenant_id" = ${tenantId} AND "id" = ${importId}`);
}

/** One INSERT from one JSON text: the row type of the table converts every value, and the plan is the same for any number of rows. */
function insertInto(
  tenantId: string,
  table: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Sql {
  const names = join(columns.map(ident));
  return sql`
    INSERT INTO ${ident(table)} ("tenant_id", ${names})
    SELECT ${tenantId}, ${names}
    FROM jsonb_populate_recordset(NULL::${ident(table)}, ${JSON.stringify(rows)}::jsonb)`;
}

/** Changed columns of each lead laid over the stored row in the database: what a patch does not name stays. */
async function patchLeads(tx: Tx, scope: ImportScope, patches: ChunkPlan['patches']): Promise<void> {
  if (!patches.size) return;
  const list = [...patches].map(([id, patch]) => ({ id, patch }));
  const changed = new Set(list.flatMap(({ patch }) => Object.keys(patch)));
  const columns = patchColumns.filter((column) => changed.has(column));
  const names = join(columns.map(ident));
  const values = join(columns.map((column) => sql`r.${ident(column)}`));
  await tx.run(sql`
    UPDATE "leads" l SET (${names}) = (SELECT ${values} FROM jsonb_populate_record(l, x."patch") r)
    FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb) AS x("id" text, "patch" jsonb)
    WHERE l."tenant_id" = ${scope.tenantId} AND l."id" = x."id" AND l."id" = ANY(${[...patches.keys()]}::text[])`);
}

function present(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
}
