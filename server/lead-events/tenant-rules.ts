import sql, { type Sql } from 'sql-template-tag';
import type { ConditionLead } from '../../src/schemas/kit/condition-match';
import type { Conditions } from '../../src/schemas/kit/conditions';
import type { AllocationMethod } from '../domain/allocation';
import { compileRules, type SetRule } from '../domain/rule-set';
import { Ahead } from '../store/ahead';
import type { Store, Tx } from '../store/store';
import { dayStartIn } from './condition-sql';

/** The events of a lead (triggers of the rule engine). */
export type LeadTrigger =
  | 'lead_created'
  | 'lead_updated'
  | 'stage_changed'
  | 'followup_due'
  | 'no_activity'
  | 'form_submitted'
  | 'payment_received'
  | 'time';

/** What an action was given in its form, of which each type asks its own; each is looked at before it is used. */
export type ActionParams = MessageParams &
  WorkflowParams & {
    readonly user_id?: unknown;
    readonly stage_id?: unknown;
    readonly sub_stage?: unknown;
    readonly tag?: unknown;
    /** Minutes from the action's moment to the follow-up's. */
    readonly in_minutes?: unknown;
    readonly follow_type?: unknown;
    readonly note?: unknown;
    readonly message?: unknown;
    readonly url?: unknown;
  };
/** A text of the action's own, or a template of its channel. */
export interface MessageParams {
  readonly body?: unknown;
  readonly subject?: unknown;
  readonly template_id?: unknown;
}
/** Of a workflow's `wait` and `if`. */
interface WorkflowParams {
  readonly minutes?: unknown;
  readonly rule?: unknown;
  readonly globleCondtion?: unknown;
  readonly otherwise?: unknown;
}
export interface EngineRuleRow extends SetRule {
  readonly name: string;
  readonly trigger: LeadTrigger;
  readonly actions: readonly { readonly type: string; readonly params?: ActionParams | null }[];
  readonly delay_min: number | null;
  readonly schedule: string | null;
  readonly run_once_per_lead: boolean | null;
  readonly created_by: string | null;
}
export interface AllocatorRow extends SetRule {
  readonly name: string;
  readonly method: AllocationMethod;
  readonly user_ids: readonly string[] | null;
  readonly team_id?: string | null;
  readonly percentages: readonly { readonly user_id: string; readonly percent: number }[] | null;
  readonly daily_cap: number | null;
  readonly only_online: boolean | null;
  readonly working_hours_only?: boolean | null;
}
export interface WorkflowRuleRow extends SetRule {
  readonly workflow_ids: readonly string[];
  readonly on_exit: 'keep' | 'stop';
}
export interface WorkflowEntryRow extends SetRule {
  readonly entry_trigger: string;
  readonly takesAll: boolean;
}
export interface DialerRuleRow extends SetRule {
  readonly triggerType: 'create' | 'update';
  readonly listIds: readonly string[];
  readonly priority: number;
  /** Who saved it last; null: it came with the tenant. */
  readonly author: string | null;
}
/** Rules of one family in their order, and which of them a lead meets. */
export interface Family<R extends SetRule> {
  readonly rules: readonly R[];
  readonly of: (id: string) => R;
  readonly matching: (lead: ConditionLead) => string[];
}
/** The active rules of a tenant, compiled. */
export interface TenantRules {
  readonly engine: ReadonlyMap<LeadTrigger, Family<EngineRuleRow>>;
  readonly counsellors: Family<AllocatorRow>;
  readonly assignment: Family<AllocatorRow>;
  readonly workflowRules: Family<WorkflowRuleRow>;
  /** Workflows that leads enter automatically, by trigger. */
  readonly workflows: ReadonlyMap<string, Family<WorkflowEntryRow>>;
  readonly dialer: Family<DialerRuleRow>;
}

const kept = new WeakMap<Store, Map<string, { readonly print: string; readonly rules: TenantRules }>>();

/**
 * The tenant's active rules as this transaction sees them. One statement asks whether they are still those compiled last; only
 * then are they read again. Nothing has to be announced when a rule changes, in this process or another.
 */
export const tenantRules = (store: Store, tx: Tx, tenantId: string, zone: string): Promise<TenantRules> =>
  ahead.take(tx) ?? rulesNow(store, tx, tenantId, zone);
/** The next `tenantRules` of this transaction answers what is asked here. */
export const askTenantRules = (store: Store, tx: Tx, tenantId: string, zone: string): void =>
  ahead.ask(tx, () => rulesNow(store, tx, tenantId, zone));
const ahead = new Ahead<TenantRules>();

async function rulesNow(store: Store, tx: Tx, tenantId: string, zone: string): Promise<TenantRules> {
  const print = JSON.stringify([zone, await tx.rows(fingerprint(tenantId), 'tenant-rules-print')]);
  const byTenant = kept.get(store) ?? new Map<string, { print: string; rules: TenantRules }>();
  kept.set(store, byTenant);
  const known = byTenant.get(tenantId);
  if (known?.print === print) return known.rules;
  const rules = await readRules(tx, tenantId, zone);
  byTenant.set(tenantId, { print, rules });
  return rules;
}

const live = (tenantId: string): Sql => sql`"tenant_id" = ${tenantId} and "status" = 1 and "deleted_at" is null`;
function fingerprint(tenantId: string): Sql {
  const of = sql`count(*)::int as "n", coalesce(sum("row_version"), 0)::bigint as "versions", max("updated_at") as "at"`;
  return sql`select ${of} from "rules" where ${live(tenantId)}
    union all select ${of} from "counsellor_rules" where ${live(tenantId)}
    union all select ${of} from "assignment_rules" where ${live(tenantId)}
    union all select ${of} from "workflow_rules" where ${live(tenantId)}
    union all select ${of} from "workflows" where ${live(tenantId)}
    union all select ${of} from "dialer_rules" where ${live(tenantId)}`;
}

/** IANA name of the tenant's zone, for work that no session has. */
export async function zoneOf(tx: Tx, tenantId: string): Promise<string> {
  const tenant = await tx.row<{ timezone: string | null }>(
    sql`select "timezone" from "tenant" where "tenant_id" = ${tenantId}`,
    'tenant-zone',
  );
  return tenant?.timezone ?? 'Asia/Kolkata';
}

async function readRules(tx: Tx, tenantId: string, zone: string): Promise<TenantRules> {
  const ordered = sql`order by "priority" desc, "created_at"`;
  const engine = await tx.rows<EngineRuleRow>(
    sql`select "_id" as "id", "name", "trigger", "rule", "globleCondtion", "actions", "delay_min", "schedule", "run_once_per_lead", "created_by"
        from "rules" where ${live(tenantId)} ${ordered}, "_id"`,
  );
  const counsellors = await tx.rows<AllocatorRow>(
    sql`select "_id" as "id", "name", "rule", "globleCondtion", "method", "user_ids", "percentages", "daily_cap", "only_online", "working_hours_only"
        from "counsellor_rules" where ${live(tenantId)} ${ordered}, "_id"`,
  );
  const assignment = await tx.rows<AllocatorRow>(
    sql`select "id", "name", "rule", "globleCondtion", "method", "user_ids", "team_id", "percentages", "daily_cap", "only_online"
        from "assignment_rules" where ${live(tenantId)} ${ordered}, "id"`,
  );
  const workflowRules = await tx.rows<WorkflowRuleRow>(
    sql`select "_id" as "id", "rule", "globleCondtion", "workflow_ids", "on_exit" from "workflow_rules" where ${live(tenantId)} ${ordered}, "_id"`,
  );
  const workflows = await tx.rows<Omit<WorkflowEntryRow, 'rule'> & { entry_rule: Conditions['rule'] | null }>(
    sql`select "id", "entry_trigger", "entry_rule" from "workflows" where ${live(tenantId)} and "entry_trigger" <> 'manual' order by "created_at", "id"`,
  );
  const dialer = await tx.rows<DialerRuleRow>(
    sql`select "id", "rule", "globleCondtion", "triggerType", "listIds", "priority", coalesce("updated_by", "created_by") as "author" from "dialer_rules" where ${live(tenantId)} ${ordered}, "id"`,
  );
  const entries = workflows.map(({ entry_rule, ...one }) => ({ ...one, rule: entry_rule ?? [], takesAll: entry_rule === null }));
  return {
    engine: grouped(engine, (rule) => rule.trigger, zone),
    counsellors: family(counsellors, zone),
    assignment: family(assignment, zone),
    workflowRules: family(workflowRules, zone),
    workflows: grouped(entries, (one) => one.entry_trigger, zone),
    dialer: family(dialer, zone),
  };
}

function family<R extends SetRule & { readonly takesAll?: boolean }>(rules: readonly R[], zone: string): Family<R> {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const asking = compileRules(
    rules.filter((rule) => !rule.takesAll),
    dayStartIn(zone),
  );
  const all = rules.filter((rule) => rule.takesAll).map((rule) => rule.id);
  return { rules, of: (id) => byId.get(id)!, matching: all.length ? (lead) => [...all, ...asking(lead)] : asking };
}

function grouped<R extends SetRule, K>(rules: readonly R[], keyOf: (rule: R) => K, zone: string): Map<K, Family<R>> {
  const lists = new Map<K, R[]>();
  for (const rule of rules) lists.set(keyOf(rule), [...(lists.get(keyOf(rule)) ?? []), rule]);
  return new Map([...lists].map(([key, list]) => [key, family(list, zone)]));
}
