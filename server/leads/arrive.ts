import sql, { join } from 'sql-template-tag';
import { leadCaptures } from '../../src/schemas/leads/lead-captures';
import { leads as leadTable } from '../../src/schemas/leads/leads';
import { leadEvent } from '../lead-events/lead-events';
import { sqlState } from '../store/failures';
import { ident } from '../store/identifiers';
import { newId } from '../store/ids';
import { statementName } from '../store/statement-name';
import { insertRows } from '../store/listed-rows';
import type { Tx } from '../store/store';
import type { Acting } from './acting';
import { targets } from './arrival-columns';
import { noteOwnerChange, type OwnedLead } from './assign';
import { knownLeads, lockIdentity } from './known-leads';
import { ownerHistory, type Why } from './owner-history';
import { planArrivals, type Arrival, type ArrivalPlan, type ArrivalRules, type ArrivingRow, type Capture } from './plan-arrivals';

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

/** How leads arrive: `via` and the import are stored with each capture. */
export interface Way {
  readonly via: string;
  /** From a file: everything in its rows is stored too, and nobody is notified of each single lead. */
  readonly importId?: string;
  readonly rules: ArrivalRules;
  /** New leads without an owner stay so: no rule assigns them. */
  readonly leavesUnassigned?: boolean;
  /** No rule, workflow or calling list takes the new leads up. */
  readonly noAutomation?: true;
  /** What the people agreed to: kept with each capture. */
  readonly consentText?: string;
  /** Leads of this import created so far: the round robin of owners continues. */
  readonly createdBefore?: number;
  /** A single lead that is a record of its own if it is new: the caller stores it, then calls `noteArrival`. */
  readonly isRecord?: true;
}

/**
 * Leads arrive, one or thousands: they are matched with known ones by the tenant's rule and written in three statements (new leads,
 * what changes in known ones, captures with first owners); the new ones are raised as one event. Returns what became of each.
 * Throws LeadAppeared.
 */
export async function arrive(acting: Acting, rows: readonly ArrivingRow[], way: Way): Promise<ArrivalPlan> {
  const { tx, by } = acting;
  const { rules } = way;
  const drafts = rows.map(({ draft }) => draft);
  if (way.isRecord) for (const draft of drafts) lockIdentity(tx, by.tenantId, draft, rules.duplicates);
  const pinned = rows.flatMap(({ leadId }) => leadId ?? []);
  const known = await knownLeads(tx, by.tenantId, drafts, rules.duplicates, 'locked', pinned);
  const plan = planArrivals(rows, known, rules, way.createdBefore ?? 0);
  if (way.isRecord && plan.created.length) return plan;
  await writeArrivals(acting, plan, way);
  await leadEvent(tx, acting.services, by, 'lead_created', plan.created, {
    isBulk: way.importId !== undefined,
    ...(way.leavesUnassigned ? { noOwner: true } : {}),
    ...(way.noAutomation ? { noAutomation: true } : {}),
  });
  return plan;
}

/** A new lead that was stored as a record of its own: its capture, its first owner and the event. */
export async function noteArrival(acting: Acting, lead: Arrival & OwnedLead, via: string, why: Why): Promise<void> {
  const { tx, services, by } = acting;
  const { id, user_id: owner } = lead;
  const [capture] = capturesOf([{ lead_id: id, is_re_enquiry: false, draft: lead }], { via });
  const inserting = insertRows(by.tenantId, leadCaptures, captureColumns, [capture!])!;
  tx.send(inserting, statementName(inserting));
  if (owner) await noteOwnerChange(acting, [{ id, user_id: null }], owner, why);
  await leadEvent(tx, services, by, 'lead_created', [lead]);
}

const capturesOf = (
  captures: readonly Capture[],
  { via, importId, consentText }: Pick<Way, 'via' | 'importId' | 'consentText'>,
) =>
  captures.map(({ lead_id, is_re_enquiry, draft }) => ({
    id: newId(),
    lead_id,
    via,
    is_re_enquiry,
    source: draft.source,
    clg_id: draft.clg_id,
    utm_source: draft.utm_source,
    utm_medium: draft.utm_medium,
    utm_campaign: draft.utm_campaign,
    import_id: importId ?? null,
    data: { ...arrived(draft), ...(consentText ? { consent_text: consentText } : {}) },
  }));

async function writeArrivals({ tx, by }: Acting, plan: ArrivalPlan, way: Way): Promise<void> {
  const { tenantId } = by;
  const leads = plan.created;
  const inserting = insertLeads(tx, tenantId, leads);
  inserting.catch(() => {}); // seen below
  // The rest is prepared while the database writes the leads.
  if (leads.length) await new Promise((resolve) => setImmediate(resolve));
  const captures = capturesOf(plan.captures, way);
  const owners = leads.flatMap(({ id, user_id }) => (user_id ? [{ leadId: id, from: null, to: user_id }] : []));
  const parts = [
    insertRows(tenantId, leadCaptures, captureColumns, captures),
    ownerHistory(by, owners, { reason: way.importId ? 'import' : 'manual' }),
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
  if (leads.length <= mostNamed) for (const { id, user_id } of leads) tx.touched('leads', id, [user_id ?? null], 'created');
}
/** So many leads are new rows of an open list; of more the list learns that it changed. */
const mostNamed = 20;

/** Changed columns of each lead laid over the stored row in the database: what a patch does not name stays. */
export async function patchLeads(tx: Tx, tenantId: string, patches: ArrivalPlan['patches']): Promise<void> {
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

/** What arrived, of the fields that an arrival may fill: a new lead's row also has others. */
function arrived(draft: Arrival): object {
  return Object.fromEntries(
    targets.flatMap((name) => (draft[name] === null || draft[name] === undefined ? [] : [[name, draft[name]]])),
  );
}
