import sql, { empty, join } from 'sql-template-tag';
import { purchaseSummary as resource } from '../../../src/schemas/applications/purchase-summary';
import { invalid } from '../../../src/schemas/kit/problem';
import { titleOf } from '../../../src/schemas/kit/resource';
import { isPlain } from '../../../src/schemas/kit/wire';
import type { Context, Handlers, Reply } from '../../context/context';
import { handleAction } from '../../context/handle-action';
import { filterParts } from '../../store/list-filters';
import { readListRequest, type ListRequest } from '../../store/list-request';

export const handlers: Handlers = {
  ...handleAction(resource, 'list', purchaseSummary),
};

interface Line {
  readonly id: string;
  readonly day: string;
  readonly form_id: string | null;
  readonly form_name: string | null;
  readonly orders: number;
  readonly paid: number;
  readonly amount: number;
  readonly discount: number;
}
type Totals = Pick<Line, 'orders' | 'paid' | 'amount' | 'discount'>;

/** Orders by the tenant's day and form; paid ones with what was collected and what coupons took off (D-145). */
async function purchaseSummary(context: Context): Promise<Reply> {
  const { tx, session, wire } = context;
  const request = requestOf(context);
  const [order] = request.order;
  const day = sql`(o."created_at" at time zone ${session.timezone})::date`;
  const each = sql`
    select to_char(${day}, 'YYYY-MM-DD') || ' ' || coalesce(a."form_id", '') as "id", ${day} as "day", a."form_id", o."status", o."total",
      coalesce((select sum((i->>'amount')::numeric) from jsonb_array_elements(o."items") i), o."total") - o."total" as "off"
    from "orders" o left join "applications" a on a."tenant_id" = o."tenant_id" and a."id" = o."application_id"
    where o."tenant_id" = ${session.tenantId} and o."deleted_at" is null`;
  const orders = sql`select * from (${each}) o where ${join([sql`true`, ...filterParts(resource, request)], ' and ')}`;
  const sums = sql`count(*)::int as "orders", count(*) filter (where "status" = 'paid')::int as "paid",
    coalesce(sum("total") filter (where "status" = 'paid'), 0)::float8 as "amount",
    coalesce(sum("off") filter (where "status" = 'paid'), 0)::float8 as "discount"`;
  const rows = await tx.rows<Line>(sql`
    with o as (${orders}), l as (select "id", "day", "form_id", ${sums} from o group by 1, 2, 3)
    select l."id", to_char(l."day", 'YYYY-MM-DD') as "day",
      l."form_id", l."orders", l."paid", l."amount", l."discount", f."name" as "form_name"
    from l left join "forms" f on f."tenant_id" = ${session.tenantId} and f."id" = l."form_id"
    order by l."day" ${order?.descending ? sql`desc` : empty}, f."name", l."form_id"
    limit ${request.limit} offset ${request.offset}`);
  const totals = (await tx.row<Totals & { count: number }>(sql`
    with o as (${orders}) select ${sums}, count(distinct ("day", "form_id"))::int as "count" from o`))!;
  const { count, ...sum } = totals;
  const shown = rows.map(({ form_name: name, ...line }) => ({ ...line, _labels: name ? { form_id: name } : {} }));
  return isPlain(wire) ? { data: shown, count } : { data: { columns: columns(), rows: shown, totals: sum }, count };
}

/** The report's own address says a span of days by its ends. Throws Problem 422 at the name that the query has. */
function requestOf({ query, wire, session, services }: Context): ListRequest {
  const { from, to, 'form_id[]': forms, ...rest } = query;
  const rules = { now: services.now(), zone: session.timezone };
  if (isPlain(wire)) return readListRequest(resource, query, rules);
  for (const name of ['from', 'to']) checkDay(name, query[name]);
  const span = { ...(from === undefined ? {} : { day_gte: from }), ...(to === undefined ? {} : { day_lte: to }) };
  return readListRequest(resource, { ...(forms === undefined ? {} : { form_id: forms }), ...rest, ...span }, rules);
}

function columns(): { key: string; title: string }[] {
  return (resource.columns ?? []).map((key) => ({ key, title: titleOf(resource, key) }));
}

function checkDay(name: string, value: unknown): void {
  if (value === undefined || value === '') return;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(Date.parse(value)))
    throw invalid(name, `${name} must be a date`);
}
