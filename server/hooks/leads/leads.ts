import sql, { type Sql } from 'sql-template-tag';
import type { Lead, leads } from '../../../src/schemas/leads/leads';
import { leadViews } from '../../../src/schemas/calls/leads';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { defaultDuplicateRule, nameFor, normaliseEmail, type DuplicateRule } from '../../domain/duplicates';
import { normalisePhone, refusedCountry, type PhoneRules } from '../../domain/phone';
import { withCapture } from '../../domain/sources';
import { pushToColleges } from '../../lead-events/college-push';
import { leadEvent } from '../../lead-events/lead-events';
import { askTenantRules } from '../../lead-events/tenant-rules';
import { StandIn, type Hooks } from '../../context/hooks';
import type { Context } from '../../context/context';
import { actingOf } from '../../leads/acting';
import { arrive, noteArrival } from '../../leads/arrive';
import { askCaptureRules, captureRulesOf } from '../../leads/capture-rules';
import { noteOwnerChange, ownerColumns } from '../../leads/assign';
import { blockedReason } from '../../leads/known-leads';
import type { OwnerReason } from '../../leads/owner-history';
import { isInScope } from '../../context/data-scope';
import { checkNewOwner } from '../../leads/assign-access';
import { newLeadValues, type ArrivalRules } from '../../leads/plan-arrivals';
import { waitsFor } from '../../leads/referred-leads';
import { viewPredicate, viewsWithout } from '../../leads/views';
import { veiledFields } from '../../measures/cell';
import { manyLeads } from './many-leads';
import { leadAsked } from './lead-asked';

type LeadDraft = Draft<typeof leads>;
const phoneFields = ['phone', 'alternate_phone', 'whatsapp_number'] as const;

const beforeCreate: Hooks<typeof leads>['beforeCreate'] = async (draft, context) => {
  const { tx, session } = context;
  const acting = actingOf(context);
  const rules = await captureRulesOf(tx, session.tenantId);
  const lead: LeadDraft = { ...draft, ...normalised(draft, rules) };
  const clgName = await collegeName(context, lead.clg_id);
  if (lead.user_id === undefined && session.scope !== 'tenant') lead.user_id = session.userId; // else its maker could not see it

  const duplicates = rules.duplicate_rule ?? defaultDuplicateRule;
  const way = { via: viaOf(context), rules: arrivalRules(context, duplicates, clgName), isRecord: true } as const;
  const { refused: refusals, created, captures } = await arrive(acting, [{ line: 1, draft: lead }], way);
  const [refused] = refusals;
  if (refused) {
    const held = refused.lead;
    const seen = held && isInScope(session.scope, held.user_id) ? { lead_id: held.id } : {};
    throw problem(409, blockedReason, [], seen);
  }
  const [made] = created;
  if (!made) return new StandIn(captures[0]!.lead_id);
  if (lead.user_id && lead.user_id !== session.userId) await checkNewOwner(context, lead.user_id, []);
  if (lead.consent) lead.consent_at = acting.by.now.toISOString();
  return { ...lead, ...ownColumns(made), name: nameFor(lead), created_via: way.via };
};

const arrivalRules = ({ services }: Context, duplicates: DuplicateRule, clgName: string | null): ArrivalRules => ({
  duplicates,
  onMatch: 're_enquiry',
  unsaid: newLeadValues,
  now: services.now().toISOString(),
  ownerOf: () => null,
  clgName: () => clgName,
  mayChange: () => true,
});

/** What the arrival adds to the values sent. */
function ownColumns(made: Readonly<LeadDraft>): LeadDraft {
  const { clg_name = null, assigned_at = null, duplicate_of = null } = made;
  const { source = null, last_source = null, prmary_source = null, secondary_source = null, tertiary_source = null } = made;
  const trail = { source, last_source, prmary_source, secondary_source, tertiary_source };
  return { re_enquiry_count: 0, clg_name, assigned_at, duplicate_of, ...trail };
}

const beforeUpdate: Hooks<typeof leads>['beforeUpdate'] = async (patch, before, context) => {
  const { tx, session } = context;
  const now = context.services.now().toISOString();
  // The tenant's rules are about phones: a change of anything else asks nothing of them.
  const rules = phoneFields.some((field) => field in patch) ? await captureRulesOf(tx, session.tenantId) : {};
  const changed: LeadDraft = { ...patch, ...normalised(patch, rules, before) };
  if ('clg_id' in patch) changed.clg_name = await collegeName(context, patch.clg_id);
  if (patch.source && !before.prmary_source) Object.assign(changed, withCapture({}, patch.source));
  if (patch.consent) changed.consent_at = now;
  if ('user_id' in patch && patch.user_id !== before.user_id) {
    const to = patch.user_id ?? null;
    if (to === null && session.scope !== 'tenant')
      throw invalid('user_id', 'Only someone who sees the whole organisation can remove an owner');
    if (to !== null) await checkNewOwner(context, to, [before.user_id ?? null]);
    Object.assign(changed, ownerColumns(to, context.services.now()));
  }
  // The event of the change asks for them: with its own statement they travel for nothing.
  if (Object.keys(changed).length) askTenantRules(context.services.store, tx, session.tenantId, session.timezone);
  return changed;
};

/** Phones as E.164 and from a country that the tenant allows, mail in lower case: those of `values` that are there. */
function normalised(values: LeadDraft, rules: PhoneRules, before?: Lead): LeadDraft {
  const out: LeadDraft = {};
  const record = { ...before, ...values };
  for (const field of phoneFields) {
    if (typeof values[field] !== 'string' || values[field] === '') continue;
    const verdict = normalisePhone(values[field], rules, record.country_code);
    if (!verdict.ok) throw invalid(field, verdict.message);
    out[field] = verdict.e164;
  }
  const abroad = refusedCountry({ ...record, ...out }, rules, before);
  if (abroad) throw invalid(abroad.field, abroad.message);
  if (typeof values.email === 'string') out.email = normaliseEmail(values.email);
  return out;
}

async function collegeName({ tx, session }: Context, clgId: number | null | undefined): Promise<string | null> {
  if (clgId === undefined || clgId === null) return null;
  const college = await tx.row<{ clg_name: string }>(
    sql`select "clg_name" from "colleges" where "tenant_id" = ${session.tenantId} and "clg_id" = ${clgId} and "deleted_at" is null`,
    'college-name',
  );
  if (!college) throw invalid('clg_id', 'This college does not exist');
  return college.clg_name;
}

const viaOf = ({ session }: Context) => (session.apiKey ? 'api' : session.type === 'applicant' ? 'form' : 'manual');

const ownerReasonOf = ({ session, inBulk }: Context): OwnerReason => (inBulk ? 'bulk' : session.apiKey ? 'api' : 'manual');

const afterWrite: Hooks<typeof leads>['afterWrite'] = async (row, before, context) => {
  const acting = actingOf(context);
  const { tx, services, by } = acting;
  const { id } = row;
  const { undoes } = context;
  const why = {
    reason: ownerReasonOf(context),
    ...(undoes && { undoes: { job: undoes.job, since: before?.assigned_at ?? null } }),
  };
  const to = row.user_id ?? null;
  if (!before) return noteArrival(acting, { ...row, user_id: to }, viaOf(context), why);
  const from = before.user_id ?? null;
  if (from !== to) await noteOwnerChange(acting, [{ id, user_id: from }], to, why);
  if (before.clg_id !== row.clg_id) await pushToColleges(tx, services, by, [id]);
  await leadEvent(tx, services, by, 'lead_updated', [row]);
};

const marks: Hooks<typeof leads>['marks'] = {
  is_favourite: (keys, { session }) =>
    sql`select "lead_id" from "lead_favourites" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId}
          and "deleted_at" is null and "lead_id" = any(${[...keys]}::text[])`,
};

/** `type=all|fav|assigned-leads` and `view=` of /leads; `n_id` narrows assigned-leads to one notification's (D-079). */
const listWhere: Hooks<typeof leads>['listWhere'] = (query, { session, services }) => {
  const { type = 'all', view: name = 'all', n_id } = query;
  if (type !== 'all' && type !== 'fav' && type !== 'assigned-leads') throw invalid('type', 'Choose all, fav or assigned-leads');
  const view = leadViews.find((one) => one === name);
  if (!view) throw invalid('view', `View '${String(name)}' does not exist`);
  const inView = viewPredicate(view, { tenantId: session.tenantId, now: services.now(), zone: session.timezone });
  if (!viewsWithout(veiledFields(session)).includes(view)) throw invalid('view', 'Your role cannot filter by this');
  const among = foundBy(session, query['found']);
  const shown = among ? sql`${inView} and ${among}` : inView;
  if (type === 'fav')
    return sql`${shown} and "id" in (select fav."lead_id" from "lead_favourites" fav where fav."tenant_id" = ${session.tenantId} and fav."user_id" = ${session.userId})`;
  if (type === 'assigned-leads') return sql`${shown} and ${referredTo(session, n_id)}`;
  return view === 'all' && !among ? undefined : shown;
};

/** Those of the person's own search for several phones and emails (`found` is its id). */
function foundBy(session: Context['session'], found: unknown): Sql | undefined {
  if (typeof found !== 'string' || found === '') return undefined;
  return sql`"id" in (select named.id from "lead_searches" s, lateral jsonb_array_elements_text(s."lead_ids") as named(id)
    where s."tenant_id" = ${session.tenantId} and s."created_by" = ${session.userId} and s."id" = ${found})`;
}

/** Leads that someone asked this user to take and that are not answered yet, or those of one notification. */
function referredTo(session: Context['session'], notification: unknown): Sql {
  if (typeof notification === 'string' && notification !== '')
    return sql`"id" in (select named.id from "notifications" n, lateral jsonb_array_elements_text(coalesce(n."lead_ids", '[]'::jsonb)) as named(id)
      where n."tenant_id" = ${session.tenantId} and n."user_id" = ${session.userId} and n."id" = ${notification} and n."deleted_at" is null)`;
  return waitsFor(session);
}

/** Leads referred to someone are seen by that one until they are answered. */
const alsoListed: Hooks<typeof leads>['alsoListed'] = ({ type }, { session }) =>
  type === 'assigned-leads' ? waitsFor(session) : undefined;
const alsoRead: Hooks<typeof leads>['alsoRead'] = ({ session }) => waitsFor(session);

export const hooks: Hooks<typeof leads> = {
  askAhead: ({ tx, session }) => askCaptureRules(tx, session.tenantId),
  beforeCreate,
  looksFirst: true,
  beforeUpdate,
  afterWrite,
  acts: manyLeads,
  asked: leadAsked,
  marks,
  listQuery: ['type', 'view', 'n_id', 'found'],
  listWhere,
  alsoListed,
  alsoRead,
};
