import sql, { type Sql } from 'sql-template-tag';
import * as calls from '../../../src/schemas/calls/lead-colleges';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { leadColleges } from '../../../src/schemas/leads/lead-colleges';
import { colleges } from '../../../src/schemas/settings/colleges';
import { collegeCourses } from '../../../src/schemas/settings/college-courses';
import { keyFrom } from '../../catalogue/drafts';
import { veilAs } from '../../catalogue/field-rules';
import { fetchRow } from '../../catalogue/rows';
import type { Context, Handlers, Reply } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { handleAction, type ActionContext } from '../../context/handle-action';
import { pushChoice, takesPush } from '../../lead-events/college-push';
import { openForm, placeOnShortlist } from '../../leads/college-choice';
import { leadOf } from '../../leads/lead-access';
import { iso } from './journey-parts';

type Choices = typeof calls.collegeChoices;

const choices = async (context: CallContext<Choices>): Promise<CallReply<Choices>> => {
  const lead = await leadOf(context, context.params['id'] ?? '');
  return { data: await choicesOf(context, lead.id, context.query.relation) };
};

/** With the state of the newest application to one of the college's forms. */
async function choicesOf(
  { tx, session, services }: Pick<Context, 'tx' | 'session' | 'services'>,
  leadId: string,
  relation: string,
): Promise<calls.CollegeChoice[]> {
  const order: Sql =
    relation === 'shortlisted' ? sql`h."rank" nulls last, h."id"` : sql`h."chosen_at" desc nulls last, h."id" desc`;
  const rows: calls.CollegeChoice[] = await tx.rows(
    sql`select h."id", h."row_version", h."clg_id", c."clg_name", t."name" as "city", h."course_id", k."name" as "course_name",
          cc."fee_total", cc."last_date", h."reason_code", h."reason", h."response", h."next_step",
          ${iso(sql`h."opened_at"`)} as "opened_at",
          u."name" as "chosen_by_name", h."shared_at", h."shared_via", c."website", ${openForm({ session, services }, sql`h."course_id"`)} as "form_id",
          coalesce(h."chosen_at", h."created_at") as "chosen_at", a."state" as "application_state", coalesce(${takesPush}, false) as "takes_push"
        from "lead_colleges" h
        join "colleges" c on c."tenant_id" = h."tenant_id" and c."clg_id" = h."clg_id"
        left join "cities" t on t."tenant_id" = c."tenant_id" and t."id" = c."city_id"
        left join "courses" k on k."tenant_id" = h."tenant_id" and k."id" = h."course_id"
        left join "college_courses" cc on cc."tenant_id" = h."tenant_id" and cc."clg_id" = h."clg_id" and cc."course_id" = h."course_id"
          and cc."deleted_at" is null
        left join "users" u on u."tenant_id" = h."tenant_id" and u."id" = coalesce(h."chosen_by", h."created_by")
        left join lateral (
          select p."state" from "applications" p join "forms" f on f."tenant_id" = p."tenant_id" and f."id" = p."form_id"
          where p."tenant_id" = h."tenant_id" and p."lead_id" = h."lead_id" and f."college_id" = h."clg_id" and p."deleted_at" is null
          order by p."created_at" desc, p."id" desc limit 1) a on true
        where h."tenant_id" = ${session.tenantId} and h."lead_id" = ${leadId} and h."relation" = ${relation} and h."deleted_at" is null
        order by ${order}`,
  );
  const ofCollege = rows.map((row) => veilAs(colleges, session, row, { website: 'website' }));
  return ofCollege.map((row) =>
    veilAs(collegeCourses, session, veilAs(leadColleges, session, row, choiceFields), {
      fee_total: 'fee_total',
      last_date: 'last_date',
    }),
  );
}
const own = { response: 'response', next_step: 'next_step', opened_at: 'opened_at' };
const choiceFields = { reason_code: 'reason_code', reason: 'reason', course_id: 'course_id', course_name: 'course_id', ...own };

/** Puts a college of the shortlist in another place, 1 for the first. */
async function place(context: ActionContext<typeof leadColleges, 'place'>): Promise<Reply> {
  const choice = await fetchRow(leadColleges, keyFrom(leadColleges, context), context);
  const { rank } = context.body;
  if (typeof rank !== 'number' || !Number.isInteger(rank) || rank < 1 || rank > 1000)
    throw invalid('rank', 'Place must be a whole number from 1');
  const lead = await leadOf(context, choice.lead_id, 'lock');
  await placeOnShortlist(context, lead.id, choice.id, rank);
  return { data: await choicesOf(context, lead.id, 'shortlisted') };
}

/** Sends the lead to the college's own system, after the commit. */
async function push(context: ActionContext<typeof leadColleges, 'push'>): Promise<Reply> {
  const choice = await fetchRow(leadColleges, keyFrom(leadColleges, context), context);
  const { id } = await leadOf(context, choice.lead_id, 'lock');
  if (choice.relation !== 'shortlisted') throw problem(409, 'This college is no longer on the shortlist.');
  const { tx, services, session } = context;
  if (!(await pushChoice(tx, services, session, choice)))
    throw problem(409, 'This college takes no leads: it is not an active partner with a push address.');
  return { data: await choicesOf(context, id, 'shortlisted'), message: 'The lead is on its way to the college.' };
}

export const handlers: Handlers = {
  ...handle(calls.collegeChoices, choices),
  ...handleAction(leadColleges, 'place', place),
  ...handleAction(leadColleges, 'push', push),
};
