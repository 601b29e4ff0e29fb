import sql, { join, type Sql } from 'sql-template-tag';
import { isDeepStrictEqual } from 'node:util';
import type { ConditionLead } from '../../src/schemas/kit/condition-match';
import { titleOf, type AnyResource, type Draft } from '../../src/schemas/kit/resource';
import { leads } from '../../src/schemas/leads/leads';
import { ident, table } from '../store/identifiers';
import type { Acting } from './acting';
import { patchLeads } from './arrive';
import type { LeadRecord } from './lead-access';
import { leadPlaces } from './lead-places';
import { lockLeads } from './merge';
import { identityIn } from './plan-arrivals';

type Doing = Pick<Acting, 'tx' | 'by'>;
type LeadDraft = Draft<typeof leads>;
/** What an import did with one line. */
export interface ImportedLine {
  readonly line: number;
  readonly outcome: 'created' | 'updated' | 're_enquiry';
  readonly record_id: string;
  readonly before: ConditionLead | null;
  readonly after: ConditionLead | null;
}
export interface UndoneLine {
  readonly line: number;
  readonly undone: boolean;
  /** Why not, or what of it stays. */
  readonly reason: string | null;
}
interface OfImport {
  readonly importId: string;
  /** The job that imported: what it wrote is not a later act. */
  readonly jobId: string;
}

/** Rows that the product makes by itself; all others of a lead are someone's work. */
const automatic = new Set(['rule-runs', 'workflow-entries', 'dialer-list-leads', 'lead-captures', 'lead-owner-history', 'leads']);

/**
 * Takes back what an import did, later lines first: leads that it created and nobody has worked with since are deleted, fields that
 * still have the value it gave them get the earlier one, re-enquiries are taken off. Everything else stays, with the reason.
 */
export async function undoArrivals(acting: Acting, lines: readonly ImportedLine[], of: OfImport): Promise<UndoneLine[]> {
  const { tx, by } = acting;
  const known = await lockLeads(acting, [...new Set(lines.map(({ record_id }) => record_id))]);
  const made = lines.filter(({ outcome }) => outcome === 'created').map(({ record_id }) => record_id);
  const acts = await laterActs(acting, made, of);
  const gone: LeadRecord[] = [];
  const patches = new Map<string, LeadDraft>();
  const asked = new Set<string>();
  const results = lines.map((line): UndoneLine => {
    const lead = known.get(line.record_id);
    const result = (undone: boolean, reason: string | null = null): UndoneLine => ({ line: line.line, undone, reason });
    if (!lead || lead.merged_into) return result(false, 'The lead was merged into another one since.');
    if (lead.deleted_at) return result(line.outcome === 'created', 'The lead had been deleted before.');
    if (line.outcome === 'created') {
      const act = acts.get(lead.id);
      if (act) return result(false, act);
      gone.push(lead);
      return result(true);
    }
    const { patch, changed } = restored({ ...lead, ...patches.get(lead.id) }, line);
    patches.set(lead.id, { ...patches.get(lead.id), ...patch });
    if (line.outcome === 're_enquiry') asked.add(lead.id);
    const isPart = changed.length > 0;
    return result(
      line.outcome === 're_enquiry' || Object.keys(patch).length > 0 || !isPart,
      isPart ? changedText(changed) : null,
    );
  });
  const changedOnly = new Map([...patches].filter(([, patch]) => Object.keys(patch).length));
  await patchLeads(tx, by.tenantId, changedOnly);
  await tx.run(sql`update "lead_captures" set "deleted_at" = ${by.now.toISOString()}::timestamptz where "tenant_id" = ${by.tenantId}
    and "lead_id" = any(${[...asked]}::text[]) and "import_id" = ${of.importId} and "is_re_enquiry" and "deleted_at" is null`);
  const keys = gone.map(({ id }) => id);
  await tx.run(sql`update "follow_ups" set "deleted_at" = ${by.now.toISOString()}::timestamptz
    where "tenant_id" = ${by.tenantId} and "lead_id" = any(${keys}::text[]) and "state" = 'pending' and "deleted_at" is null`);
  await tx.run(sql`update "leads" set "deleted_at" = ${by.now.toISOString()}::timestamptz
    where "tenant_id" = ${by.tenantId} and "id" = any(${keys}::text[])`);
  return results;
}

/** Earlier values of the fields that nobody changed since; a counter loses what the import added. */
function restored(lead: LeadRecord, { before, after }: ImportedLine): { patch: LeadDraft; changed: string[] } {
  const now = new Map<string, unknown>(Object.entries(lead));
  const patch = new Map<string, unknown>();
  const changed: string[] = [];
  // Another lead may have it by now.
  const identity = new Set<string>(identityIn(lead));
  for (const [name, was] of Object.entries(before ?? {})) {
    const given = after?.[name] ?? null;
    const value = now.get(name) ?? null;
    if (identity.has(name)) changed.push(name);
    else if (name === 're_enquiry_count') patch.set(name, Math.max(0, Number(value) - (Number(given) - Number(was))));
    else if (sameValue(value, given)) patch.set(name, was);
    else changed.push(name);
  }
  return { patch: Object.fromEntries(patch), changed };
}
const sameValue = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one, other) || (typeof one === 'number' && typeof other === 'string' && one === Number(other));

const changedText = (names: readonly string[]): string =>
  `Changed since and kept: ${names.map((name) => titleOf(leads, name)).join(', ')}.`.slice(0, 300);

/** Leaves out the follow-ups and stages that a rule or workflow gave the lead: nobody worked on them. */
const byPerson = (resource: AnyResource): Sql =>
  Object.hasOwn(resource.fields.properties, 'actor') ? sql`and "actor" is null` : sql``;

/** What someone did with a lead after it was imported, in words. */
async function laterActs({ tx, by }: Doing, ids: readonly string[], { importId, jobId }: OfImport): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = leadPlaces
    .filter(({ resource, holds }) => holds === 'one' && !automatic.has(resource.name))
    .map(
      ({ resource, column }) => sql`select ${ident(column)} as "id", ${resource.label}::text as "what" from ${table(resource)}
        where "tenant_id" = ${by.tenantId} and ${ident(column)} = any(${[...ids]}::text[]) and "deleted_at" is null ${byPerson(resource)}`,
    );
  const others = [
    sql`select "lead_id" as "id", 'Enquiry' as "what" from "lead_captures" where "tenant_id" = ${by.tenantId}
      and "lead_id" = any(${[...ids]}::text[]) and "deleted_at" is null and "import_id" is distinct from ${importId}`,
    sql`select "row_key" as "id", 'Change' as "what" from "audit" where "tenant_id" = ${by.tenantId} and "table_name" = 'leads'
      and "row_key" = any(${[...ids]}::text[]) and "op" = 'update' and "user_id" is not null and "request_id" <> ${jobId}
      and coalesce("reason", '') <> 'lead-import-undo'`,
  ];
  const found: { id: string; what: string }[] = await tx.rows(
    sql`select "id", min("what") as "what" from (${join([...rows, ...others], ' union all ')}) a group by "id"`,
  );
  return new Map(found.map(({ id, what }) => [id, `The lead has been worked with since: ${what.toLowerCase()}.`]));
}
