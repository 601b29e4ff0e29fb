import sql, { join, raw, type Sql } from 'sql-template-tag';
import { isDay } from '../../../src/schemas/kit/day-ranges';
import { isOneOf } from '../../../src/schemas/kit/is-one-of';
import { invalid } from '../../../src/schemas/kit/problem';
import { dispositionMinutes, historyTypes, manyDials, shortTalk, type HistoryType } from '../../../src/schemas/kit/call-types';
import { callHistory } from '../../../src/schemas/leads/calls-history';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { rulesOf } from '../../catalogue/field-rules';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import type { Session } from '../../context/session';
import { startOfDay, addDays } from '../../domain/days';
import { sayings } from '../../measures/call-disposition';
import { withCost } from './call-cost';

const call = raw('"calls_history"');
/** The tabs, as predicates on the rows of the view. */
export const historyTypeIs: Readonly<Record<HistoryType, Sql>> = {
  all: sql`true`,
  outbound: sql`${call}."direction" = 'outbound'`,
  inbound: sql`${call}."direction" = 'inbound'`,
  missed: sql`(${call}."direction" = 'inbound' and ${call}."outcome" = 'missed')`,
};

/**
 * A call with its lead, its user's teams and what came of it. What a page does not ask for, the database does not look up: each
 * further field is a select of its own, so that a count or an order by time reads calls alone.
 */
const rows = ({ session: { tenantId, timezone }, services }: Context): Sql => {
  const settled = new Date(services.now().getTime() - dispositionMinutes * 60_000).toISOString();
  const day = (time: Sql): Sql => sql`(${time} at time zone ${timezone})::date`;
  const began = sql`(${day(sql`c."started_at"`)}::timestamp at time zone ${timezone})`;
  const dialsThatDay = sql`(select count(*) from "calls" d where d."tenant_id" = c."tenant_id" and d."phone" = c."phone"
    and d."deleted_at" is null and d."direction" = 'outbound' and d."outcome" is distinct from 'failed'
    and d."started_at" >= ${began} and d."started_at" < ${began} + interval '1 day')`;
  return sql`select c."tenant_id", c."id", c."started_at", c."user_id", u."team_ids", c."direction", c."lead_id", l."name" as "lead_name",
      c."phone", c."virtual_number", c."outcome", ${ringSeconds} as "ring_s", c."talk_s", c."duration_s", ${said('stage_id')} as "stage_id",
      ${said('sub_stage')} as "sub_stage", coalesce(${said('message')}, c."note") as "message",
      c."recording_url" is not null as "recorded", c."recording_url", c."cost", c."cost_currency", c."list_key", ${attemptNumber} as "attempt",
      case when l."id" is null then null when ${day(sql`l."created_at"`)} = ${day(sql`c."started_at"`)} then 'new' else 'old' end as "lead_age",
      l."clg_id", l."last_source", l."state" as "lead_state", c."supervised_by", c."supervision",
      to_jsonb(array_remove(array[
        case when c."talk_s" > 0 and c."lead_id" is not null and c."ended_at" < ${settled}::timestamptz
          and not exists (${sayings('id')}) then 'no_stage' end,
        case when c."talk_s" > 0 and c."talk_s" < ${shortTalk}::int then 'short' end,
        case when c."direction" = 'outbound' and ${dialsThatDay} > ${manyDials}::int then 'often' end], null)) as "flags",
      c."created_at", c."updated_at", c."created_by", c."updated_by", c."row_version", c."deleted_at"
    from "calls" c
    left join "leads" l on l."tenant_id" = c."tenant_id" and l."id" = c."lead_id"
    left join "users" u on u."tenant_id" = c."tenant_id" and u."id" = c."user_id"
    where c."tenant_id" = ${tenantId} and c."started_at" is not null`;
};

/** From the first ring until it was answered, or ended. */
const ringSeconds = sql`greatest(0, round(extract(epoch from coalesce(c."answered_at", c."ended_at") - c."started_at")))::bigint`;

/** The how manieth dial of this lead, or of this number; a call that the provider did not place is none. */
const attemptNumber = sql`case when c."direction" = 'outbound' and c."outcome" is distinct from 'failed' then (
  select count(*) from "calls" a where a."tenant_id" = c."tenant_id" and a."deleted_at" is null and a."direction" = 'outbound'
    and a."outcome" is distinct from 'failed' and a."started_at" <= c."started_at"
    and case when c."lead_id" is null then a."phone" = c."phone" and a."lead_id" is null else a."lead_id" = c."lead_id" end) end`;

const said = (column: 'stage_id' | 'sub_stage' | 'message'): Sql => sql`(${sayings(column)})`;

/** Which calls were missed is their outcome. */
export const seesType = (type: HistoryType, session: Session): boolean =>
  type !== 'missed' || !isVeiled(rulesOf(callHistory, session).get('outcome'));

/** The tab, and a span of days by its first and last. */
const listWhere: Hooks<typeof callHistory>['listWhere'] = ({ type, from, to }, { session }) => {
  const tab = type === undefined || type === '' ? 'all' : type;
  if (!isOneOf(historyTypes, tab)) throw invalid('type', `type must be ${historyTypes.join(', ')}`);
  if (!seesType(tab, session)) throw invalid('type', 'Your role does not see which calls were missed');
  const [first, last] = [dayAt('from', from), dayAt('to', to)];
  if (first && last && last < first) throw invalid('to', 'to must not be before from');
  const start = (date: string): string => startOfDay(date, session.timezone).toISOString();
  return join(
    [
      historyTypeIs[tab],
      ...(first ? [sql`${call}."started_at" >= ${start(first)}::timestamptz`] : []),
      ...(last ? [sql`${call}."started_at" < ${start(addDays(last, 1))}::timestamptz`] : []),
    ],
    ' and ',
  );
};

function dayAt(name: string, value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !isDay(value)) throw invalid(name, `${name} must be a date`);
  return value;
}

export const hooks: Hooks<typeof callHistory> = {
  rows,
  listQuery: ['type', 'from', 'to'],
  listWhere,
  present: async (calls, { session }) => calls.map((row) => withCost(row, session)),
};
