import sql, { raw, type Sql } from 'sql-template-tag';
import { leads } from '../../../src/schemas/leads/leads';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { untouched, viewPredicate } from '../../leads/views';
import { columnText } from '../../store/tables/model';

type Keys = readonly (string | number)[];
type Columns = NonNullable<Hooks<typeof leads>['asked']>;

const isoTime = (moment: Sql): Sql => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** One text of each lead; the lead is "l". */
const ofLead = (keys: Keys, { session }: Context, text: Sql): Sql =>
  sql`select l."id", ${text} from "leads" l where l."tenant_id" = ${session.tenantId} and l."id" = any(${[...keys]}::text[])`;

/** Of the leads themselves, columns unqualified. */
const yes = (keys: Keys, { session }: Context, predicate: Sql): Sql =>
  sql`select "id", case when ${predicate} then 'yes' else 'no' end from "leads"
    where "tenant_id" = ${session.tenantId} and "id" = any(${[...keys]}::text[])`;

const ofLastCall =
  (column: Sql): Columns[string] =>
  (keys, context) =>
    ofLead(
      keys,
      context,
      sql`(select ${column} from "calls" c where c."tenant_id" = l."tenant_id" and c."lead_id" = l."id" and c."deleted_at" is null
      and c."started_at" is not null order by c."started_at" desc, c."id" desc limit 1)`,
    );

const ofLastApplication =
  (column: Sql): Columns[string] =>
  (keys, context) =>
    ofLead(
      keys,
      context,
      sql`(select ${column} from "applications" a where a."tenant_id" = l."tenant_id" and a."lead_id" = l."id" and a."deleted_at" is null
      order by a."created_at" desc, a."id" desc limit 1)`,
    );

const consent =
  (channel: string): Columns[string] =>
  (keys, context) =>
    ofLead(keys, context, sql`case l."consent" ->> ${channel} when 'true' then 'given' when 'false' then 'withdrawn' end`);

/** What a list of leads shows only where someone chose the column. */
export const leadAsked: Columns = {
  last_call_outcome: ofLastCall(sql`c."outcome"`),
  last_call_at: ofLastCall(isoTime(sql`c."started_at"`)),
  days_in_stage: (keys, context) =>
    ofLead(
      keys,
      context,
      sql`greatest(0, floor(extract(epoch from ${context.services.now().toISOString()}::timestamptz - ${raw(columnText(leads, 'days_in_stage'))}) / 86400))::int::text`,
    ),
  followup_overdue: (keys, context) =>
    yes(
      keys,
      context,
      viewPredicate('overdue', {
        tenantId: context.session.tenantId,
        now: context.services.now(),
        zone: context.session.timezone,
      }),
    ),
  untouched: (keys, context) => yes(keys, context, untouched),
  landing_page: (keys, context) => ofLead(keys, context, raw(columnText(leads, 'landing_page'))),
  consent_sms: consent('sms'),
  consent_email: consent('email'),
  consent_whatsapp: consent('whatsapp'),
  consent_call: consent('call'),
  application_stage: ofLastApplication(sql`a."state"`),
  payment_status: ofLastApplication(sql`a."payment_state"`),
};
