import sql, { empty, type Sql } from 'sql-template-tag';
import * as calls from '../../../src/schemas/calls/lead-colleges';
import { mayDo } from '../../../src/schemas/kit/access';
import { isVeiled, veilRow } from '../../../src/schemas/kit/field-rules';
import { leads } from '../../../src/schemas/leads/leads';
import { problem } from '../../../src/schemas/kit/problem';
import type { AnyResource } from '../../../src/schemas/kit/resource';
import { collegeCourses } from '../../../src/schemas/settings/college-courses';
import { colleges } from '../../../src/schemas/settings/colleges';
import { rulesOf, veilAs } from '../../catalogue/field-rules';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { fitOf, type Offer, type Wishes } from '../../domain/college-fit';
import { dayOf } from '../../domain/days';
import { leadOf, type LeadRecord } from '../../leads/lead-access';
import { openForm } from '../../leads/college-choice';

type Matches = typeof calls.collegeMatches;
type Filter = CallContext<Matches>['query'];
type Found = Omit<calls.CollegeMatch, 'fit' | 'eligible' | 'parts'> & Offer;

/** Courses judged for one answer; the lead's own courses and streams come first. */
const most = 5000;

const matches = async (context: CallContext<Matches>): Promise<CallReply<Matches>> => {
  const { session, services, params, query } = context;
  const lead = await leadOf(context, params['id'] ?? '');
  const wishes = await withLevels(context, wishesOf(known(session, lead)));
  const found = await offersFor(context, lead.id, wishes, query);
  const hidesWebsite = isVeiled(rulesOf(colleges, session).get('website'));
  const today = dayOf(services.now(), session.timezone);
  const showsCommission = mayDo(session, colleges.access, 'read') && !isVeiled(rulesOf(colleges, session).get('commission'));
  const hidden = (resource: AnyResource, name: string): boolean => isVeiled(rulesOf(resource, session).get(name));
  const asked = { fee_from: 'fee_total', fee_to: 'fee_total', exam: 'exams' } as const;
  for (const [name, field] of Object.entries(asked))
    if (Object.hasOwn(query, name) && hidden(collegeCourses, field))
      throw problem(403, 'Your role does not see what this filter asks for.');
  const judged = found
    .map((offer) => veilAs(collegeCourses, session, offer, offerFields))
    .map((offer) => ({ ...offer, exams: hidden(collegeCourses, 'exams') ? [] : offer.exams }))
    .filter((offer) => offered(offer, query))
    .map((offer, at) => {
      const { stream_id: _stream, level: _level, min_percent: _least, ...shown } = offer;
      return {
        ...shown,
        ...fitOf(wishes, offer, today),
        commission: showsCommission ? offer.commission : null,
        website: hidesWebsite ? null : offer.website,
        at,
      };
    })
    .filter(
      ({ eligible }) => query.eligible === undefined || eligible === 'yes' || (query.eligible === 'not_no' && eligible !== 'no'),
    )
    .sort((one, other) => other.fit - one.fit || one.clg_name.localeCompare(other.clg_name) || one.at - other.at);
  const from = (query.page - 1) * calls.matchesPerPage;
  const data = judged.slice(from, from + calls.matchesPerPage).map(({ at: _at, ...match }) => match);
  return { data, more: { total: judged.length, exact: found.length < most } };
};

/** What the role sees of the lead: a masked value says no more here than a hidden one. */
const known = (session: Session, lead: LeadRecord): Partial<LeadRecord> =>
  veilRow(new Map([...rulesOf(leads, session)].map(([field, rule]) => [field, isVeiled(rule) ? 'hidden' : rule] as const)), lead);

/** The fields of an offer that are a course's of a college. */
const offerFields = Object.fromEntries(
  ['fee_total', 'min_percent', 'exams', 'seats', 'intake', 'last_date'].map((name) => [name, name]),
);

/** What a person types by hand is in many spellings; an empty list says nothing. */
function wishesOf(lead: Partial<LeadRecord>): Omit<Wishes, 'levels'> {
  const { preferences: wished, academics, entrance_exams: exams } = lead;
  const listed = (own: string | null | undefined, more: readonly string[] | null | undefined): string[] =>
    [...new Set([own ?? '', ...(more ?? [])])].filter(Boolean);
  return {
    courses: listed(lead.course, wished?.course_ids),
    streams: listed(lead.stream, wished?.stream_ids),
    education: lead.last_education ?? null,
    academics: academics ?? [],
    exams: (exams ?? []).map(({ exam }) => exam),
    budget: wished?.budget_max ?? null,
    cities: wished?.cities ?? [],
    home: lead.city ?? null,
    state: lead.state ?? null,
    hostel: wished?.hostel === true,
  };
}

async function withLevels({ tx, session }: Pick<Context, 'tx' | 'session'>, wishes: Omit<Wishes, 'levels'>): Promise<Wishes> {
  const found: { levels: string[] } = await tx.one(
    sql`select coalesce(jsonb_agg(distinct "level"), '[]') as "levels" from "courses"
        where "tenant_id" = ${session.tenantId} and "id" = any(${[...wishes.courses]}::text[]) and "level" is not null`,
  );
  return { ...wishes, ...found };
}

function offered(offer: Found, { fee_from: from, fee_to: to, exam, hostel }: Filter): boolean {
  if (from !== undefined && (offer.fee_total === null || offer.fee_total < from)) return false;
  if (to !== undefined && (offer.fee_total === null || offer.fee_total > to)) return false;
  if (exam !== undefined && !offer.exams.includes(exam)) return false;
  return !hostel || offer.hostel === true;
}

/** Each course that an active college has, with the lead's own choice of that college; those it does not want are left out. */
async function offersFor(
  place: Pick<Context, 'tx' | 'session' | 'services'>,
  leadId: string,
  { courses, streams }: Wishes,
  { stream, course, city, partner }: Filter,
): Promise<Found[]> {
  const { tx, session } = place;
  const { tenantId } = session;
  const also = (on: boolean, condition: Sql): Sql => (on ? sql` and ${condition}` : empty);
  return tx.rows(
    sql`select c."clg_id", c."clg_name", o."course_id", k."name" as "course_name", k."stream_id", s."name" as "stream_name", k."level",
          t."name" as "city", p."value" as "state", o."fee_total", o."min_percent", coalesce(o."exams", '[]'::jsonb) as "exams",
          o."seats", o."intake", o."last_date", c."hostel", coalesce(c."is_partner", true) as "is_partner", c."commission",
          c."website", ${openForm(place, sql`o."course_id"`)} as "form_id",
          case when h."id" is null then null
            else jsonb_build_object('id', h."id", 'relation', h."relation", 'course_id', h."course_id", 'shared_at', h."shared_at", 'shared_via', h."shared_via") end as "choice"
        from "colleges" c
        join lateral (${coursesOf(tenantId)}) o on true
        join "courses" k on k."tenant_id" = c."tenant_id" and k."id" = o."course_id" and k."deleted_at" is null and coalesce(k."status", 1) = 1
        left join "streams" s on s."tenant_id" = k."tenant_id" and s."id" = k."stream_id"
        left join "cities" t on t."tenant_id" = c."tenant_id" and t."id" = c."city_id"
        left join "states" p on p."tenant_id" = c."tenant_id" and p."id" = c."state_id"
        left join "lead_colleges" h on h."tenant_id" = c."tenant_id" and h."lead_id" = ${leadId} and h."clg_id" = c."clg_id" and h."deleted_at" is null
        where c."tenant_id" = ${tenantId} and c."deleted_at" is null and coalesce(c."status", 1) = 1
          and coalesce(h."relation", '') <> 'not_interested'
          ${also(stream !== undefined, sql`k."stream_id" = ${stream}`)}${also(course !== undefined, sql`k."id" = ${course}`)}
          ${also(city !== undefined, sql`c."city_id" = ${city}`)}${also(partner === true, sql`coalesce(c."is_partner", true)`)}
        order by k."id" = any(${[...courses]}::text[]) desc, k."stream_id" = any(${[...streams]}::text[]) desc, c."clg_name", c."clg_id", k."name", k."id"
        limit ${most}`,
  );
}

/** Of the college `c`: its courses with their details, and those that it only lists. */
const coursesOf = (tenantId: string): Sql => sql`
  select cc."course_id", cc."fee_total", cc."min_percent", cc."exams", cc."seats", cc."intake", cc."last_date" from "college_courses" cc
  where cc."tenant_id" = ${tenantId} and cc."clg_id" = c."clg_id" and cc."deleted_at" is null
  union all
  select l."course_id", null, null, null, null, null, null from jsonb_array_elements_text(coalesce(c."course_ids", '[]'::jsonb)) as l("course_id")
  where not exists (select from "college_courses" cc where cc."tenant_id" = ${tenantId} and cc."clg_id" = c."clg_id"
    and cc."course_id" = l."course_id" and cc."deleted_at" is null)`;

const choices = async ({
  tx,
  session: { tenantId },
}: CallContext<typeof calls.collegeMatchChoices>): Promise<CallReply<typeof calls.collegeMatchChoices>> => {
  const data: calls.MatchChoices = await tx.one(
    sql`with "live" as (select c."tenant_id", c."clg_id", c."city_id", o."course_id", o."exams" from "colleges" c
          join lateral (${coursesOf(tenantId)}) o on true
          where c."tenant_id" = ${tenantId} and c."deleted_at" is null and coalesce(c."status", 1) = 1),
        "taught" as (select k."id", k."name", k."stream_id" from "courses" k
          where k."tenant_id" = ${tenantId} and k."deleted_at" is null and k."id" in (select "course_id" from "live"))
        select
          (select coalesce(jsonb_agg(jsonb_build_object('id', s."id", 'name', s."name") order by s."name"), '[]') from "streams" s
            where s."tenant_id" = ${tenantId} and s."id" in (select "stream_id" from "taught")) as "streams",
          (select coalesce(jsonb_agg(jsonb_build_object('id', k."id", 'name', k."name", 'stream_id', k."stream_id") order by k."name"), '[]')
            from "taught" k) as "courses",
          (select coalesce(jsonb_agg(jsonb_build_object('id', t."id", 'name', t."name") order by t."name"), '[]') from "cities" t
            where t."tenant_id" = ${tenantId} and t."id" in (select "city_id" from "live")) as "cities",
          (select coalesce(jsonb_agg(distinct e), '[]') from "live" l, jsonb_array_elements_text(coalesce(l."exams", '[]'::jsonb)) as e) as "exams"`,
  );
  return { data };
};

export const handlers: Handlers = {
  ...handle(calls.collegeMatches, matches),
  ...handle(calls.collegeMatchChoices, choices),
};
