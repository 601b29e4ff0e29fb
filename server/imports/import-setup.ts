import sql from 'sql-template-tag';
import type { CellFix, DateFormat } from '../../src/schemas/kit/lead-uploads';
import type { CustomFieldSpec } from '../../src/schemas/kit/custom-values';
import { problem } from '../../src/schemas/kit/problem';
import { worksLeads } from '../../src/schemas/kit/roles';
import { defaultDuplicateRule, type DuplicateRule } from '../domain/duplicates';
import type { PhoneRules } from '../domain/phone';
import type { DataScope } from '../context/session';
import type { Services } from '../context/services';
import { loadUser } from '../identity/sessions';
import { captureRulesOf } from '../leads/capture-rules';
import type { Tx } from '../store/store';
import type { Mapping } from './lead-columns';
import type { RowRules } from './lead-row';
import { loadKeys } from './look-ups';
import type { OnMatch } from '../leads/plan-arrivals';

/** The options of an upload as the wire names them. */
export interface UploadOptions {
  readonly on_match?: OnMatch;
  readonly overwrite?: readonly string[];
  readonly match?: string;
  readonly owner?: 'unassigned' | 'rule' | 'me' | 'round_robin' | 'column';
  readonly owner_ids?: readonly string[];
  readonly source?: string;
  readonly clg_id?: number;
  readonly tags?: readonly string[];
  readonly date_format?: DateFormat;
  readonly consent_text?: string;
  readonly automations?: boolean;
  readonly fixes?: readonly CellFix[];
}
/** Keys by the text of a cell. */
export interface Names {
  readonly source: ReadonlyMap<string, string>;
  readonly stream: ReadonlyMap<string, string>;
}
export interface ImportSetup {
  /** Of the sources and streams that committed chunks met. */
  names: Names;
  readonly path: string;
  readonly phone: PhoneRules;
  /** The tenant's. */
  readonly zone: string;
  readonly duplicates: DuplicateRule;
  readonly custom: ReadonlyMap<string, CustomFieldSpec>;
  readonly keyOf: RowRules['keyOf'];
  readonly clgName: (id: number) => string | null;
  /** Users who receive leads round robin; empty unless the option says so. */
  readonly owners: readonly string[];
  /** Which leads the person who imports may change; a re-enquiry is not a change (D-063). */
  readonly reach: DataScope;
}

const byPhone: DuplicateRule = { keys: ['phone'], action: 're_enquiry' };

/** All tenant data needed to read and plan rows, loaded once per start of a job. Throws Problem 404 without the file. */
export async function loadSetup(
  tx: Tx,
  services: Services,
  of: { tenantId: string; userId: string | null; fileId: string; mapping: Mapping; options: UploadOptions },
): Promise<ImportSetup> {
  const { tenantId, options } = of;
  const file = await services.files.pathOf(tx, tenantId, of.fileId);
  const rules = await captureRulesOf(tx, tenantId);
  const custom = await leadCustomFields(tx, tenantId);
  const used = new Set(Object.values(of.mapping));
  if (options.clg_id !== undefined) used.add('clg_id');
  const keyOf = await loadKeys(tx, tenantId, used);
  const names = used.has('clg_id')
    ? await tx.rows<{ clg_id: number; clg_name: string }>(
        sql`select "clg_id", "clg_name" from "colleges" where "tenant_id" = ${tenantId} and "deleted_at" is null`,
      )
    : [];
  const clgNames = new Map(names.map((row) => [Number(row.clg_id), row.clg_name]));
  if (options.clg_id !== undefined && !clgNames.has(options.clg_id)) throw problem(422, 'The chosen college no longer exists.');
  const person = of.userId === null ? undefined : await loadUser(tx, tenantId, of.userId);
  return {
    reach: of.userId === null ? 'tenant' : (person?.scope ?? { userIds: [] }),
    names: { source: new Map(), stream: new Map() },
    path: file.path,
    phone: rules,
    zone: rules.timezone ?? 'Asia/Kolkata',
    duplicates: options.match === 'phone' ? byPhone : (rules.duplicate_rule ?? defaultDuplicateRule),
    custom: new Map(custom.map((field) => [field.key, field])),
    keyOf,
    clgName: (id) => clgNames.get(id) ?? null,
    owners: options.owner === 'round_robin' ? await ownersInTurn(tx, tenantId, options.owner_ids ?? []) : [],
  };
}

export function leadCustomFields(tx: Tx, tenantId: string): Promise<CustomFieldSpec[]> {
  return tx.rows<CustomFieldSpec>(sql`
    select "key", "label", "type", "options", "pattern", "min", "max", "status", "depends_on", "unique" from "custom_fields"
    where "tenant_id" = ${tenantId} and "entity" = 'lead' and "status" = 1 and "deleted_at" is null and "key" is not null`);
}

/** The chosen users, or everyone who works leads of their own and takes new ones. */
async function ownersInTurn(tx: Tx, tenantId: string, chosen: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string; role: number }>(sql`
    select "id", "role" from "users" where "tenant_id" = ${tenantId} and "deleted_at" is null and "status" = 1 and "type" = 'org'
      and (${chosen.length}::int > 0 or coalesce("accepts_leads", true)) order by "id"`);
  const ids = new Set(rows.map((row) => row.id));
  const owners = chosen.length
    ? chosen.filter((id) => ids.has(id))
    : rows.filter((row) => worksLeads(Number(row.role))).map((row) => row.id);
  if (!owners.length) throw problem(422, 'There are no active users to assign the leads to. Choose active users.');
  return owners;
}
