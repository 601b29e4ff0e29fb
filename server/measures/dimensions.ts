import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { DimensionId } from '../../src/schemas/kit/dimensions';
import { localTime, nowOf, type Asked } from './asked';
import { captureGrouping } from './capture-dimensions';
import { collegesOfLeads } from './lead-colleges';
import { leadGrouping } from './lead-dimensions';
import type { FactTable } from './facts/fact-table';
import type { Grouping } from './grouping';
import { visitGrouping } from './visit-dimensions';
import { workHour } from './work-hours';

/** Who counts as the user of a fact: the one it credits, or the owner of its lead instead. */
export interface Credit {
  readonly table: FactTable;
  readonly toOwner: boolean;
}

const times: Readonly<Partial<Record<DimensionId, (local: Sql, asked: Asked) => Sql>>> = {
  work_hour: workHour,
  hour: (local) => sql`extract(hour from ${local})::int::text`,
  day: (local) => sql`to_char(${local}, 'YYYY-MM-DD')`,
  week: (local) => sql`to_char(date_trunc('week', ${local}), 'YYYY-MM-DD')`,
  month: (local) => sql`to_char(${local}, 'YYYY-MM')`,
};
export const isTime = (id: DimensionId): boolean => times[id] !== undefined;
/** The period of a fact at that time, by a dimension of time. */
export const periodOf = (id: DimensionId, asked: Asked, at: Sql): Sql =>
  times[id]?.(localTime(at, asked), asked) ?? sql`null::text`;

const leadColumns: Readonly<Partial<Record<DimensionId, string>>> = {
  owner: 'user_id',
  source: 'prmary_source',
  secondary_source: 'secondary_source',
  tertiary_source: 'tertiary_source',
  last_source: 'last_source',
  college: 'clg_id',
  course: 'course',
  intake: 'intake',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_content: 'utm_content',
  utm_term: 'utm_term',
  stage: 'stage_id',
  sub_stage: 'last_callaction_sub_stage',
  state: 'state',
  city: 'city',
  publisher: 'publisher_id',
};

/** Undefined: these facts have no such property, and the number is not applicable. */
export function groupingOf(id: DimensionId, { table, toOwner }: Credit, asked: Asked): Grouping | undefined {
  const own = table.own?.[id];
  if (own) return { key: sql`nullif(${raw(`f."${own}"`)}::text, '')` };
  if (isTime(id)) return table.timeless ? undefined : { key: periodOf(id, asked, sql`f."at"`) };
  if (id === 'user') {
    const user = creditedUser({ table, toOwner });
    return user && { key: user };
  }
  if (id === 'team') {
    const user = creditedUser({ table, toOwner });
    return user && { on: user, relation: teamsOfUsers(asked), marked: teamsOfUsers(asked) };
  }
  if (table.lead === 'never') return undefined;
  if (id === 'owner_team') return { on: sql`l."user_id"`, relation: teamsOfUsers(asked), marked: teamsOfUsers(asked) };
  const column = leadColumns[id];
  if (column) return { key: sql`nullif(${raw(`l."${column}"`)}::text, '')` };
  if (id === 'locked') return { key: sql`coalesce(l."is_stage_mark_locked", 0)::text` };
  if (id === 'stage_sub') return { key: stageAndSub(sql`l."stage_id"`, sql`l."last_callaction_sub_stage"`) };
  if (id === 'stage_tag') return { on: sql`l."stage_id"`, relation: tagsOfStages(asked) };
  const ofLead = leadGrouping(id, asked);
  if (ofLead) return ofLead;
  if (id === 'idle_days') return { key: idleDays(asked) };
  if (id === 'any_source') return { on: sql`l."id"`, relation: sourcesOfLeads(asked) };
  if (id === 'any_college')
    return { on: sql`l."id"`, relation: collegesOfLeads(asked), marked: firstMarked(collegesOfLeads(asked)) };
  return captureGrouping(id, asked) ?? (table.visits ? visitGrouping(id, asked) : undefined);
}

function creditedUser({ table, toOwner }: Credit): Sql | undefined {
  if (table.lead !== 'never' && (toOwner || table.credit === 'owner')) return sql`l."user_id"`;
  return table.credit === 'user' ? sql`f."user_id"` : undefined;
}

const teamsOfUsers = ({ tenantId }: Asked): Sql => sql`
  select u."id" as "of", t."key", t."n" = 1 as "first" from "users" u
  cross join lateral jsonb_array_elements_text(case jsonb_typeof(u."team_ids") when 'array' then u."team_ids" else '[]'::jsonb end)
    with ordinality as t("key", "n")
  where u."tenant_id" = ${tenantId}`;
const tagsOfStages = ({ tenantId }: Asked): Sql => sql`
  select s."id" as "of", t."key" from "lead_stages" s
  cross join lateral jsonb_array_elements_text(case jsonb_typeof(s."group") when 'array' then s."group" else '[]'::jsonb end) as t("key")
  where s."tenant_id" = ${tenantId}`;
const sourcesOfLeads = ({ tenantId }: Asked): Sql => sql`
  select distinct c."lead_id" as "of", c."source" as "key" from "lead_captures" c
  where c."tenant_id" = ${tenantId} and c."deleted_at" is null and c."source" is not null`;

/** Of a relation that names each key of a value once. */
const firstMarked = (relation: Sql): Sql => sql`
  select m."of", m."key", m."key" = min(m."key") over (partition by m."of") as "first" from (${relation}) m`;

/** `01J…/With parents`: the key of a stage, and its sub-stage where there is one. */
export const stageAndSub = (stage: Sql, sub: Sql): Sql => sql`${stage} || coalesce('/' || nullif(${sub}, ''), '')`;

/** Whole days of the tenant since the lead's last act, as the first day of a span; null where nobody has acted. */
function idleDays(asked: Asked): Sql {
  const days = sql`(${localTime(nowOf(asked), asked)}::date - ${localTime(sql`l."last_act_at"`, asked)}::date)`;
  return sql`case when ${days} > 30 then '31' when ${days} > 15 then '16' when ${days} > 7 then '8' when ${days} > 3 then '4'
    when ${days} > 1 then '2' when ${days} is not null then '0' end`;
}

/** The predicate that one of these values holds; an empty text is 'not set'. */
export function holds(grouping: Grouping, values: readonly string[]): Sql {
  const [named, unset] = [values.filter((one) => one !== ''), values.includes('')];
  const parts: Sql[] = [];
  if ('key' in grouping) {
    if (named.length) parts.push(sql`${grouping.key} = any(${named}::text[])`);
    if (unset) parts.push(sql`${grouping.key} is null`);
  } else {
    const { on, relation } = grouping;
    if (named.length) parts.push(sql`${on} in (select r."of" from (${relation}) r where r."key" = any(${named}::text[]))`);
    if (unset) parts.push(sql`not exists (select from (${relation}) r where r."of" = ${on})`);
  }
  return parts.length ? sql`(${join(parts, ' or ')})` : sql`false`;
}
