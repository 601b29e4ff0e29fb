import sql, { empty, type Sql } from 'sql-template-tag';
import { purchaseSummary as resource } from '../../../src/schemas/applications/purchase-summary';
import { invalid } from '../../../src/schemas/kit/problem';
import { titleOf } from '../../../src/schemas/kit/resource';
import { isPlain } from '../../../src/schemas/kit/wire';
import type { Context, Handlers, Reply } from '../../context/context';
import { handleAction } from '../../context/handle-action';

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
  const { tx, session, query, wire } = context;
  const from = dayIn(query, 'from') ?? dayIn(query, 'day_gte') ?? dayIn(query, 'day');
  const to = dayIn(query, 'to') ?? dayIn(query, 'day_lte') ?? dayIn(query, 'day');
  const forms = [query.form_id ?? query['form_id[]'] ?? []].flat().map(String).filter(Boolean);
  const limit = within(query._end === undefined ? query.limit : Number(query._end) - Number(query._start ?? 0), 100);
  const offset = query._start === undefined ? (within(query.page_number ?? 1, 1000) - 1) * limit : Number(query._start) || 0;
  const at = (day: string, plus: number): Sql => sql`(${day}::date + ${plus}::int)::timestamp at time zone ${session.timezone}`;
  const orders = sql`
    select to_char(o."created_at" at time zone ${session.timezone}, 'YYYY-MM-DD') as "day", a."form_id", o."status", o."total",
      coalesce((select sum((i->>'amount')::numeric) from jsonb_array_elements(o."items") i), o."total") - o."total" as "off"
    from "orders" o left join "applications" a on a."tenant_id" = o."tenant_id" and a."id" = o."application_id"
    where o."tenant_id" = ${session.tenantId} and o."deleted_at" is null
      ${from ? sql`and o."created_at" >= ${at(from, 0)}` : empty} ${to ? sql`and o."created_at" < ${at(to, 1)}` : empty}
      ${forms.length ? sql`and a."form_id" = any(${forms}::text[])` : empty}`;
  const sums = sql`count(*)::int as "orders", count(*) filter (where "status" = 'paid')::int as "paid",
    coalesce(sum("total") filter (where "status" = 'paid'), 0)::float8 as "amount",
    coalesce(sum("off") filter (where "status" = 'paid'), 0)::float8 as "discount"`;
  const ascending = query._order === 'asc' || query.order === 'asc';
  const rows = await tx.rows<Line>(sql`
    with o as (${orders}), l as (select "day", "form_id", ${sums} from o group by 1, 2)
    select l."day" || ' ' || coalesce(l."form_id", '') as "id", l.*, f."name" as "form_name"
    from l left join "forms" f on f."tenant_id" = ${session.tenantId} and f."id" = l."form_id"
    order by ${ascending ? sql`l."day"` : sql`l."day" desc`}, f."name", l."form_id" limit ${limit} offset ${offset}`);
  const totals = (await tx.row<Totals & { count: number }>(sql`
    with o as (${orders}) select ${sums}, count(distinct ("day", "form_id"))::int as "count" from o`))!;
  const { count, ...sum } = totals;
  const shown = rows.map(({ form_name: name, ...line }) => ({ ...line, _labels: name ? { form_id: name } : {} }));
  return isPlain(wire) ? { data: shown, count } : { data: { columns: columns(), rows: shown, totals: sum }, count };
}

function columns(): { key: string; title: string }[] {
  return (resource.columns ?? []).map((key) => ({ key, title: titleOf(resource, key) }));
}

function dayIn(query: Context['query'], name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(Date.parse(value)))
    throw invalid(name, `${name} must be a date`);
  return value;
}
const within = (value: unknown, most: number): number => Math.min(Math.max(Math.trunc(Number(value ?? 10)) || 10, 1), most);
