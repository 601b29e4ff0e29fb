import sql, { join } from 'sql-template-tag';
import { conditionColumns } from '../../src/schemas/kit/condition-columns';
import type { ConditionLead } from '../../src/schemas/kit/condition-match';
import { JobKind } from '../context/jobs';
import type { Services } from '../context/services';
import { ident } from '../store/identifiers';
import type { Tx } from '../store/store';
import { pushToColleges } from './college-push';
import { mailNewLead } from './new-lead-mail';
import { pushNewLeads } from './zoho-push';
import { tenantRules, type LeadTrigger, type TenantRules } from './tenant-rules';

export interface EventBy {
  readonly tenantId: string;
  readonly userId: string | null;
  /** The tenant's zone: days in conditions are its own. */
  readonly zone: string;
}
type EventLead = ConditionLead & { readonly id: string; readonly user_id?: unknown; readonly clg_id?: unknown };
/** How an event came about, as far as it changes what automation does; it travels with everything that the event queues. */
export interface EventHow {
  /** The person who caused it allowed no automation messages to the lead because of it (D-064). */
  readonly noMessages?: boolean;
  /** One of thousands at a time: the owner is notified of all of them at once. */
  readonly isBulk?: boolean;
  /** The person who imports them wants them unassigned. */
  readonly noOwner?: boolean;
  /** The person who imports them starts no rules, workflows and calling lists; owners are found all the same. */
  readonly noAutomation?: boolean;
}
export interface LeadEventWork extends EventHow {
  readonly trigger: LeadTrigger;
  readonly leads: readonly { readonly id: string; readonly rules: readonly string[] }[];
}
export const leadEventWork = new JobKind<LeadEventWork>('lead-event');

/**
 * Raises a lead event, in the transaction in which it happened. Rules are matched here, with the
 * lead as it is now; what they do is queued and runs after commit. Nothing is queued for a lead that no rule matches.
 */
export async function leadEvent(
  tx: Tx,
  services: Services,
  by: EventBy,
  trigger: LeadTrigger,
  leads: readonly EventLead[],
  how: EventHow = {},
): Promise<void> {
  if (!leads.length) return;
  // Their first statements travel together.
  const [rules] = await Promise.all([
    tenantRules(services.store, tx, by.tenantId, by.zone),
    trigger === 'lead_created' ? tellOfNewLeads(tx, services, by, leads, how) : undefined,
  ]);
  const meant = leads.flatMap((lead) => {
    const matched = how.noAutomation ? [] : (rules.engine.get(trigger)?.matching(lead) ?? []);
    const isAskedFor = how.noAutomation ? wantsOwner(rules, trigger, lead) : isMeant(rules, trigger, lead);
    return matched.length || isAskedFor ? [{ id: lead.id, rules: matched }] : [];
  });
  await queueLeadEvents(tx, services, by, trigger, meant, how);
}

/** What every new lead triggers, whatever the rules: a lead that is known to have no college or owner needs no look at it. */
async function tellOfNewLeads(
  tx: Tx,
  services: Services,
  by: EventBy,
  leads: readonly Pick<EventLead, 'id' | 'clg_id' | 'user_id'>[],
  how: EventHow,
): Promise<void> {
  const keysOf = (some: typeof leads): string[] => some.map(({ id }) => id);
  await pushNewLeads(tx, services, by, keysOf(leads));
  const ofColleges = leads.filter((lead) => lead.clg_id !== null);
  if (ofColleges.length) await pushToColleges(tx, services, by, keysOf(ofColleges));
  if (how.isBulk) return;
  for (const { id } of leads.filter((lead) => lead.user_id !== null)) await mailNewLead(tx, services, by.tenantId, id);
}

/** Queues what the rules named with each lead do, two hundred leads per job. */
export async function queueLeadEvents(
  tx: Tx,
  services: Services,
  by: EventBy,
  trigger: LeadTrigger,
  meant: LeadEventWork['leads'],
  how: EventHow = {},
): Promise<void> {
  if (!meant.length) return;
  for (let at = 0; at < meant.length; at += 200) {
    const payload: LeadEventWork = { trigger, leads: meant.slice(at, at + 200), ...how };
    await services.jobs.add(tx, by, { kind: leadEventWork, payload });
  }
  tx.afterCommit(() => services.jobs.wake());
}

/** The same for leads of which only the keys are at hand: their rows are read when some rule asks for this event. */
export async function leadEventOfKeys(
  tx: Tx,
  services: Services,
  by: EventBy,
  trigger: LeadTrigger,
  keys: readonly string[],
): Promise<void> {
  if (!keys.length) return;
  const rules = await tenantRules(services.store, tx, by.tenantId, by.zone);
  if (!isAsked(rules, trigger)) {
    if (trigger === 'lead_created') {
      const leads = keys.map((id) => ({ id }));
      await tellOfNewLeads(tx, services, by, leads, {});
    }
    return;
  }
  const leads = await tx.rows<EventLead>(
    sql`select ${asked} from "leads" where "tenant_id" = ${by.tenantId} and "id" = any(${[...keys]}::text[]) and "deleted_at" is null`,
    'leads-of-event',
  );
  await leadEvent(tx, services, by, trigger, leads);
}

/** What rules ask of a lead, and no more: an import has a thousand at once. */
const asked = join([...new Set(['id', 'user_id', 'custom', ...conditionColumns.map(({ name }) => name)])].map(ident));

/** Does any rule use such events? */
function isAsked(rules: TenantRules, trigger: LeadTrigger): boolean {
  if (rules.engine.has(trigger) || rules.workflows.has(trigger)) return true;
  if (trigger === 'lead_created' && (rules.counsellors.rules.length || rules.assignment.rules.length)) return true;
  return rules.workflowRules.rules.length > 0 || rules.dialer.rules.length > 0;
}

/** May a rule find an owner for this new lead? */
function wantsOwner(rules: TenantRules, trigger: LeadTrigger, lead: EventLead): boolean {
  const isUnowned = lead.user_id === null || lead.user_id === undefined;
  return trigger === 'lead_created' && isUnowned && rules.counsellors.rules.length + rules.assignment.rules.length > 0;
}

/** Does anything besides the rule engine use this event? */
function isMeant(rules: TenantRules, trigger: LeadTrigger, lead: EventLead): boolean {
  if (wantsOwner(rules, trigger, lead)) return true;
  if (rules.workflows.get(trigger)?.matching(lead).length) return true;
  // A new lead is in no workflow and on no list that it might leave.
  if (trigger === 'lead_created') return rules.workflowRules.matching(lead).length > 0 || rules.dialer.matching(lead).length > 0;
  if (trigger !== 'lead_updated' && trigger !== 'stage_changed') return false;
  return rules.workflowRules.rules.length > 0 || rules.dialer.rules.length > 0;
}
