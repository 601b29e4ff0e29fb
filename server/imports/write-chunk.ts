import sql, { join, type Sql } from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { leadCaptures } from '../../src/schemas/leads/lead-captures';
import { leadOwnerHistory } from '../../src/schemas/leads/lead-owner-history';
import { leads as leadTable } from '../../src/schemas/leads/leads';
import { importRows } from '../../src/schemas/system/import-rows';
import { sqlState } from '../store/failures';
import { ident, table } from '../store/identifiers';
import { newId } from '../store/ids';
import { insertListed } from '../store/listed-rows';
import { json } from '../store/parameters';
import type { Tx } from '../store/store';
import { columnType } from '../store/tables/model';
import { targets } from './lead-columns';
import type { LeadDraft } from './lead-row';
import type { ChunkPlan, Outcome } from './plan-chunk';

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
  're_enquired_clgs',
  'last_re_enquired_clg_id',
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
const patchColumns = leadColumns.filter((column) => !['id', 'duplicate_of'].includes(column));
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
  const leads = plan.created;
  const inserting = insertLeads(tx, tenantId, leads);
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
  ].map((one) => Object.assign({ id: newId(), import_id: importId }, one));
  const parts = [
    insertInto(tenantId, leadCaptures, captureColumns, captures),
    insertInto(tenantId, leadOwnerHistory, ['id', 'lead_id', 'to_user_id', 'reason'], changes),
    insertInto(tenantId, importRows, ['id', 'import_id', 'line', 'outcome', 'record_id', 'field', 'reason'], outcomes),
  ].filter((part) => part !== undefined);
  await inserting;
  await patchLeads(tx, scope, plan.patches);
  if (parts.length) await tx.run(sql`WITH ${join(parts.map((part, at) => sql`${ident(`part_${at}`)} AS (${part})`))} SELECT 1`);
}

/** Without ON CONFLICT, which looks into each unique index twice and writes each row in two steps: a conflict ends the transaction anyhow. */
async function insertLeads(tx: Tx, tenantId: string, leads: ChunkPlan['created']): Promise<void> {
  const statement = insertInto(tenantId, leadTable, leadColumns, leads);
  if (!statement) return;
  try {
    await tx.run(statement);
  } catch (error) {
    throw sqlState(error) === '23505' ? new LeadAppeared() : error;
  }
}

/** Adds what the chunk did to the import's counts. Throws Problem 404 when the import was deleted. */
export async function countChunk(tx: Tx, { tenantId, importId }: ImportScope, plan: ChunkPlan, failed: number): Promise<void> {
  const count = (outcome: Outcome): number => plan.outcomes.filter((one) => one.outcome === outcome).length;
  const touched = await tx.run(sql`
    UPDATE "imports" SET "created" = "created" + ${count('created')}::int, "updated" = "updated" + ${count('updated')}::int,
      "re_enquiries" = "re_enquiries" + ${count('re_enquiry')}::int, "failed" = "failed" + ${failed}::int,
      "rows" = "rows" + ${plan.outcomes.length + failed}::int
    WHERE "tenant_id" = ${tenantId} AND "id" = ${importId} AND "deleted_at" IS NULL`);
  if (touched === 0) throw problem(404, 'This import does not exist any more.');
}

/** One INSERT with the columns that some row has a value for; undefined without rows. */
function insertInto(
  tenantId: string,
  resource: AnyResource,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Sql | undefined {
  if (!rows.length) return undefined;
  const filled = columns.flatMap((name) => {
    const type = columnType(resource.fields.properties[name] ?? { type: 'string' });
    const values = rows.map(type === 'jsonb' ? (row) => json(row[name]) : (row) => row[name]);
    return values.every((value) => value === undefined || value === null) ? [] : [{ name, type, values }];
  });
  return insertListed(table(resource), filled, tenantId);
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

function present(draft: LeadDraft): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name in draft) if (draft[name] !== null && draft[name] !== undefined) kept[name] = draft[name];
  return kept;
}
