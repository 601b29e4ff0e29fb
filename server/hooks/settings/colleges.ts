import sql, { join, type Sql } from 'sql-template-tag';
import { mayDo } from '../../../src/schemas/kit/access';
import { pushAnswerLabels } from '../../../src/schemas/kit/college-push';
import { leads } from '../../../src/schemas/leads/leads';
import type { colleges } from '../../../src/schemas/settings/colleges';
import type { Hooks } from '../../context/hooks';
import type { Session } from '../../context/session';
import { dayBounds } from '../../domain/days';
import { askedBy } from '../../measures/asked';
import { countedFacts, measuresSeen, veiledFor } from '../../measures/cell';
import { collegeCells } from '../../measures/college-cells';
import { collegePushes } from '../../measures/facts/colleges';
import { factsOf } from '../../measures/facts-of';
import { collegesOfLead } from '../../measures/lead-colleges';

type Column = NonNullable<Hooks<typeof colleges>['asked']>[string];

/** Figures of the leads that this person sees, selected together with the labels of a list that shows them. */
export const hooks: Hooks<typeof colleges> = {
  asked: {
    commission_rate: (keys, { session }) => sql`
      select "clg_id"::text, case "commission"->>'type' when 'percent' then ${rate} || ' %' when 'fixed' then '₹ ' || ${rate} end
      from "colleges" where "tenant_id" = ${session.tenantId} and "clg_id" = any(${keys.map(Number)}::bigint[])`,
    leads_this_month(keys, { session, services }) {
      const texts = keys.map(String);
      const {
        measure,
        values: _,
        ...days
      } = collegeCells(texts, dayBounds(services.now(), session.timezone).date).leads_this_month;
      const asked = askedBy(session, services.now(), days);
      const facts = countedFacts(asked, { measure, values: {} });
      if (!facts || !sees(session, measure, 'any_college')) return nothing;
      // as if grouped by the college, but only the month's leads are looked up
      return ofEach(
        texts,
        sql`select c."key", count(distinct n."lead_id") from (select f."lead_id" from ${facts}) n
          cross join lateral (${collegesOfLead(asked, sql`n."lead_id"`)}) c where c."key" = any(${texts}::text[]) group by 1`,
      );
    },
    applications: ofOwnLeads('applications'),
    enrolled: ofOwnLeads('enrolled'),
    push_state(keys, { session, services }) {
      const texts = keys.map(String);
      const { date } = dayBounds(services.now(), session.timezone);
      const { values, ...days } = collegeCells(texts, date).enrolled;
      const asked = askedBy(session, services.now(), days);
      const facts = factsOf(asked, { table: collegePushes, toOwner: false, parts: new Set(), by: [], values });
      if (!facts || !sees(session, 'K6', 'college')) return nothing;
      return sql`select k."clg_id"::text, case when coalesce(k."lead_push_url", '') = '' then 'Not set up' else coalesce(${said}, 'None yet') end
        from "colleges" k left join (
          select distinct on (f."clg_id") f."clg_id", f."answer" from ${facts.from} order by f."clg_id", f."at" desc, f."id" desc) n
          on n."clg_id" = k."clg_id"::text
        where k."tenant_id" = ${session.tenantId} and k."clg_id" = any(${keys.map(Number)}::bigint[])`;
    },
  },
};

/** Of leads that have the college as their own. */
function ofOwnLeads(name: 'applications' | 'enrolled'): Column {
  return (keys, { session, services }) => {
    const texts = keys.map(String);
    const { measure, values, ...days } = collegeCells(texts, dayBounds(services.now(), session.timezone).date)[name];
    const facts = countedFacts(askedBy(session, services.now(), days), { measure, values });
    if (!facts || !sees(session, measure, 'college')) return nothing;
    return ofEach(texts, sql`select l."clg_id"::text, count(distinct f."lead_id") from ${facts} group by 1`);
  };
}

/** 0 where nothing was counted. */
const ofEach = (keys: readonly string[], counts: Sql): Sql => sql`
  select k."key", to_char(coalesce(n."count", 0), 'FM99,99,99,99,990') from unnest(${keys}::text[]) k("key")
  left join (${counts}) n("key", "count") on n."key" = k."key"`;
const nothing = sql`select null::text, null::text where false`;

const sees = (
  session: Session,
  measure: Parameters<ReturnType<typeof measuresSeen>>[0],
  dimension: Parameters<ReturnType<typeof veiledFor>>[0],
): boolean => mayDo(session, leads.access, 'list') && measuresSeen(session)(measure) && !veiledFor(session)(dimension);

const rate = sql`trim(trailing '.' from to_char(("commission"->>'value')::numeric, 'FM99,99,99,99,990.99'))`;
const said = sql`case n."answer" ${join(
  Object.entries(pushAnswerLabels).map(([answer, label]) => sql`when ${answer} then ${label}`),
  ' ',
)} end`;
