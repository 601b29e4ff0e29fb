import sql, { join } from 'sql-template-tag';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { leadCaptures } from '../../src/schemas/leads/lead-captures';
import { leadOwnerHistory } from '../../src/schemas/leads/lead-owner-history';
import { leads as leadTable } from '../../src/schemas/leads/leads';
import { leadEvent } from '../lead-events/lead-events';
import { sqlState } from '../store/failures';
import { ident } from '../store/identifiers';
import { newId } from '../store/ids';
import { insertRows } from '../store/listed-rows';
import type { Tx } from '../store/store';
import type { Acting } from './acting';
import { targets } from './arrival-columns';
import type { OwnerReason } from './assign';
import type { Arrival, ArrivalPlan } from './plan-arrivals';

/** Columns that an arrival writes into a new lead; every other column takes its default. */
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
/** A lead of this phone was committed by someone else since the look-up: the chunk is planned again. */
export class LeadAppeared extends Error {}

/** How leads arrived: `via` and the import are stored with each capture. */
export interface Way {
  readonly via: string;
  /** From a file: everything in its rows is stored too, and nobody is notified of each single lead. */
  readonly importId?: string;
}

/**
 * Leads come, one or thousands: what was planned is written in three statements (new leads, what changes in known ones, captures
 * with first owners), and the new ones are raised as one event. Throws LeadAppeared.
 */
export async function arrive(acting: Acting, plan: ArrivalPlan, way: Way): Promise<void> {
  await writeArrivals(acting, plan, way);
  const isBulk = way.importId !== undefined;
  await leadEvent(acting.tx, acting.services, acting.by, 'lead_created', plan.created, { isBulk });
}

async function writeArrivals({ tx, by }: Acting, plan: ArrivalPlan, way: Way): Promise<void> {
  const { tenantId } = by;
  const leads = plan.created;
  const inserting = insertLeads(tx, tenantId, leads);
  inserting.catch(() => {}); // seen below
  // The rest is prepared while the database writes the leads.
  if (leads.length) await new Promise((resolve) => setImmediate(resolve));
  const captures = plan.captures.map(({ lead_id, is_re_enquiry, draft }) => ({
    id: newId(),
    lead_id,
    via: way.via,
    is_re_enquiry,
    source: draft.source,
    clg_id: draft.clg_id,
    utm_source: draft.utm_source,
    utm_medium: draft.utm_medium,
    utm_campaign: draft.utm_campaign,
    import_id: way.importId ?? null,
    data: way.importId ? present(draft) : null,
  }));
  const owners = leads
    .filter((lead) => lead.user_id)
    .map((lead) => ({
      id: newId(),
      lead_id: lead.id,
      to_user_id: lead.user_id,
      reason: (way.importId ? 'import' : 'manual') satisfies OwnerReason,
    }));
  const parts = [
    insertRows(tenantId, leadCaptures, captureColumns, captures),
    insertRows(tenantId, leadOwnerHistory, ['id', 'lead_id', 'to_user_id', 'reason'], owners),
  ].filter((part) => part !== undefined);
  await inserting;
  await patchLeads(tx, tenantId, plan.patches);
  if (parts.length) await tx.run(sql`with ${join(parts.map((part, at) => sql`${ident(`part_${at}`)} as (${part})`))} select 1`);
}

/**
 * Without ON CONFLICT, which looks into each unique index twice and writes each row in two steps: a conflict ends the transaction
 * anyway.
 */
async function insertLeads(tx: Tx, tenantId: string, leads: ArrivalPlan['created']): Promise<void> {
  const statement = insertRows(tenantId, leadTable, leadColumns, leads);
  if (!statement) return;
  try {
    await tx.run(statement);
  } catch (error) {
    throw sqlState(error) === '23505' ? new LeadAppeared() : error;
  }
}

/** Changed columns of each lead laid over the stored row in the database: what a patch does not name stays. */
async function patchLeads(tx: Tx, tenantId: string, patches: ArrivalPlan['patches']): Promise<void> {
  if (!patches.size) return;
  const list = [...patches].map(([id, patch]) => ({ id, patch }));
  const changed = new Set(list.flatMap(({ patch }) => Object.keys(patch)));
  const columns = patchColumns.filter((column) => changed.has(column));
  const names = join(columns.map(ident));
  const values = join(columns.map((column) => sql`r.${ident(column)}`));
  await tx.run(sql`
    update "leads" l set (${names}) = (select ${values} from jsonb_populate_record(l, x."patch") r)
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as x("id" text, "patch" jsonb)
    where l."tenant_id" = ${tenantId} and l."id" = x."id" and l."id" = any(${[...patches.keys()]}::text[])`);
}

function present(draft: Arrival): AnyRow {
  const kept: AnyRow = {};
  for (const name in draft) if (draft[name] !== null && draft[name] !== undefined) kept[name] = draft[name];
  return kept;
}
