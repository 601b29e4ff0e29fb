import sql, { type Sql } from 'sql-template-tag';
import type { DimensionValues } from '../../src/schemas/kit/cells';
import { measureOf, type MeasureId } from '../../src/schemas/kit/measures';
import type { ListedRow } from '../../src/schemas/kit/report';
import { calls } from '../../src/schemas/leads/calls';
import { leads } from '../../src/schemas/leads/leads';
import { veilAs } from '../catalogue/field-rules';
import type { Context } from '../context/context';
import { askedBy } from '../measures/asked';
import { countedKeys } from '../measures/cell';

/** Rows of a list on a card; the rest is behind its total. */
const mostListed = 10;

/** How a list stands on a card: its records `r`, their leads `l`, the time by which they are in order, and what they say. */
const lists: Readonly<Record<string, { readonly from: Sql; readonly phone: Sql; readonly at: Sql; readonly note: Sql }>> = {
  leads: {
    from: sql`"leads" r join "leads" l on l."tenant_id" = r."tenant_id" and l."id" = r."id"`,
    phone: sql`l."phone"`,
    at: sql`coalesce(r."assigned_at", r."created_at")`,
    note: sql`null::text`,
  },
  'follow-ups': {
    from: sql`"follow_ups" r join "leads" l on l."tenant_id" = r."tenant_id" and l."id" = r."lead_id"`,
    phone: sql`l."phone"`,
    at: sql`r."call_date_time"`,
    note: sql`r."note"`,
  },
  calls: {
    from: sql`"calls" r left join "leads" l on l."tenant_id" = r."tenant_id" and l."id" = r."lead_id"`,
    phone: sql`coalesce(l."phone", r."phone")`,
    at: sql`r."started_at"`,
    note: sql`null::text`,
  },
};

/** The oldest rows that a measure counted, as far as this reader may see them. */
export async function listedRows(
  { tx, session, services }: Context,
  measure: MeasureId,
  days: { readonly from: string; readonly to: string },
  values: DimensionValues,
): Promise<ListedRow[]> {
  const list = lists[measureOf(measure).opens];
  const keys = countedKeys(askedBy(session, services.now(), days), { measure, values });
  if (!list || !keys) return [];
  const rows = await tx.rows<ListedRow>(sql`
    select r."id", coalesce(l."id", '') as "lead_id", coalesce(l."name", 'Unknown number') as "name", ${list.phone} as "phone",
      ${list.at} as "at", l."last_callaction_btn_message" as "stage_name", s."color", ${list.note} as "note"
    from ${list.from} left join "lead_stages" s on s."tenant_id" = l."tenant_id" and s."id" = l."stage_id"
    where r."tenant_id" = ${session.tenantId} and r."id" in (${keys}) order by ${list.at}, r."id" limit ${mostListed}`);
  return rows.map((row) => veilAs(calls, session, veilAs(leads, session, row, shownFields), { phone: 'phone' }));
}

const shownFields = { name: 'name', phone: 'phone', stage_name: 'last_callaction_btn_message', color: 'stage_id' };
