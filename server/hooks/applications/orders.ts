import sql, { join, type Sql } from 'sql-template-tag';
import { applications } from '../../../src/schemas/applications/applications';
import { orders } from '../../../src/schemas/applications/orders';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { humanize } from '../../../src/schemas/kit/resource';
import { invalid } from '../../../src/schemas/kit/problem';
import type { Hooks } from '../../context/hooks';
import { hasNoLeads } from '../../catalogue/scope';
import { rulesOf, veilAs } from '../../catalogue/field-rules';
import { valuesOf } from '../../store/list-request';

/** Filters over what an order belongs to, with the field of the list that each tells of. */
const toldBy = {
  form_id: 'form',
  course_id: 'course_name',
  application_state: 'application_state',
  clg_id: 'clg_name',
  owner_id: 'owner_name',
  source_id: 'source_name',
  method: 'method',
  progress_from: 'progress',
  progress_to: 'progress',
} as const satisfies Readonly<Record<string, keyof typeof orders.fields.properties>>;
type Filter = keyof typeof toldBy;
/** Columns of the list that are copies of the application's fields: they show no more than these. */
const ofApplication: Readonly<Record<string, string>> = {
  application_no: 'application_no',
  form: 'form_id',
  course_name: 'course_id',
  progress: 'progress',
  application_state: 'state',
};
const leadFilters: readonly Filter[] = ['clg_id', 'owner_id', 'source_id'];
const isFilter = (name: string): name is Filter => Object.hasOwn(toldBy, name);
const names: readonly Filter[] = Object.keys(toldBy).filter(isFilter);

/** Orders of a form, a course, a stage or a progress of the application; of a college, owner or source of the lead; paid by a method. */
const listWhere: Hooks<typeof orders>['listWhere'] = (query, { session }) => {
  const asked = (name: Filter): string[] => valuesOf(name, query[name]).flatMap((text) => text.split(','));
  const tenant = session.tenantId;
  const [rules, copied] = [rulesOf(orders, session), rulesOf(applications, session)];
  const isSeen = (column: string): boolean => !isVeiled(rules.get(column)) && !isVeiled(copied.get(ofApplication[column] ?? ''));
  const where = (name: Filter, column: Sql): Sql[] => (asked(name).length ? [sql`${column} = any(${asked(name)}::text[])`] : []);
  const application = [
    ...where('form_id', sql`a."form_id"`),
    ...where('course_id', sql`a."course_id"`),
    ...where('application_state', sql`a."state"`),
    ...percent('progress_from', asked('progress_from')).map((least) => sql`a."progress" >= ${least}`),
    ...percent('progress_to', asked('progress_to')).map((most) => sql`a."progress" <= ${most}`),
  ];
  for (const name of names)
    if (asked(name).length && (!isSeen(toldBy[name]) || (hasNoLeads(session) && leadFilters.includes(name))))
      throw invalid(name, 'Your role cannot filter by this');
  const lead = [
    ...where('clg_id', sql`l."clg_id"::text`),
    ...where('owner_id', sql`l."user_id"`),
    ...where('source_id', sql`l."prmary_source"`),
  ];
  const parts = [
    ...(application.length
      ? [
          sql`"orders"."application_id" in (select a."id" from "applications" a where a."tenant_id" = ${tenant} and ${join(application, ' and ')})`,
        ]
      : []),
    ...(lead.length
      ? [sql`"orders"."lead_id" in (select l."id" from "leads" l where l."tenant_id" = ${tenant} and ${join(lead, ' and ')})`]
      : []),
    ...(asked('method').length
      ? [
          sql`"orders"."id" in (select p."order_id" from "payments" p where p."tenant_id" = ${tenant} and p."deleted_at" is null
            and ${join(where('method', sql`p."method"`), ' and ')})`,
        ]
      : []),
  ];
  return parts.length ? join(parts, ' and ') : undefined;
};

function percent(name: Filter, texts: readonly string[]): number[] {
  return texts.map((text) => {
    if (!/^\d{1,3}$/.test(text) || Number(text) > 100) throw invalid(name, 'Enter a whole number from 0 to 100');
    return Number(text);
  });
}

interface Facts {
  readonly id: string;
  readonly application_no: string | null;
  readonly form: string | null;
  readonly clg_name: string | null;
  readonly course_name: string | null;
  readonly owner_name: string | null;
  readonly source_name: string | null;
  readonly progress: number | null;
  readonly application_state: string | null;
  readonly coupon: string | null;
  readonly discount: number | null;
  readonly paid: number | null;
  readonly method: string | null;
  readonly gateway_id: string | null;
  readonly item_names: string | null;
}

/** What the list shows of application, lead and payments. The payment shown is the one that counts, else the last one tried. */
const present: Hooks<typeof orders>['present'] = async (rows, { tx, session }, of) => {
  if (of !== 'list' || !rows.length) return rows;
  const found = await tx.rows<Facts & { payment_state: string | null }>(
    sql`select o."id", a."application_no", f."name" as "form", l."clg_name", c."name" as "course_name", u."name" as "owner_name",
          s."name" as "source_name", a."progress", a."state" as "application_state", k."code" as "coupon",
          greatest(i."amount" - o."total", 0)::float8 as "discount", i."names" as "item_names",
          coalesce(m."paid", 0)::float8 as "paid", p."method", p."provider_payment_id" as "gateway_id", p."state" as "payment_state"
        from "orders" o
        left join "applications" a on a."tenant_id" = o."tenant_id" and a."id" = o."application_id"
        left join "forms" f on f."tenant_id" = a."tenant_id" and f."id" = a."form_id"
        left join "leads" l on l."tenant_id" = o."tenant_id" and l."id" = o."lead_id"
        left join "courses" c on c."tenant_id" = o."tenant_id" and c."id" = coalesce(a."course_id", l."course")
        left join "users" u on u."tenant_id" = l."tenant_id" and u."id" = l."user_id"
        left join "lead_sources" s on s."tenant_id" = l."tenant_id" and s."id" = l."prmary_source"
        left join "coupons" k on k."tenant_id" = o."tenant_id" and k."id" = o."coupon_id"
        left join lateral (select sum((e->>'amount')::numeric) as "amount", string_agg(e->>'name', ', ') as "names"
          from jsonb_array_elements(o."items") e) i on true
        left join lateral (select sum(x."amount" - coalesce(x."refunded_amount", 0)) as "paid" from "payments" x
          where x."tenant_id" = o."tenant_id" and x."order_id" = o."id" and x."deleted_at" is null
            and x."state" in ('captured', 'partially_refunded', 'refunded')) m on true
        left join lateral (select x."method", x."provider_payment_id", x."state" from "payments" x
          where x."tenant_id" = o."tenant_id" and x."order_id" = o."id" and x."deleted_at" is null
          order by x."state" in ('captured', 'partially_refunded', 'refunded') desc, x."created_at" desc, x."id" desc limit 1) p on true
        where o."tenant_id" = ${session.tenantId} and o."id" = any(${rows.map(({ id }) => id)}::text[])`,
    'order-facts',
  );
  const byId = new Map(
    found
      .map((one) => veilAs(applications, session, one, ofApplication))
      .map(({ id, payment_state: state, method, application_state: stage, ...facts }) => [
        id,
        {
          ...facts,
          application_state: stage && humanize(stage),
          method:
            method && `${methodNames[method] ?? humanize(method)}${state === 'pending_approval' ? ' (waits for approval)' : ''}`,
        },
      ]),
  );
  // D-001: the back office sees orders, and nothing else of leads.
  const unseen = hasNoLeads(session) ? { clg_name: null, course_name: null, owner_name: null, source_name: null } : {};
  return rows.map((row) => ({ ...row, ...byId.get(String(row.id)), ...unseen }));
};

const methodNames: Readonly<Record<string, string>> = { upi: 'UPI', netbanking: 'Net banking' };

export const hooks: Hooks<typeof orders> = { listQuery: names, listWhere, present };
