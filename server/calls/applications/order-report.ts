import sql from 'sql-template-tag';
import { orders } from '../../../src/schemas/applications/orders';
import { payments } from '../../../src/schemas/applications/payments';
import { orderFigures, orderReceipt, type OrderFigures } from '../../../src/schemas/calls/order-report';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { receiptOf, type PaidLine } from '../../applications/receipt';
import { captured } from '../../applications/money';
import { paymentMethods } from '../../applications/payment-methods';
import { presentRow } from '../../catalogue/answers';
import { insertRecord } from '../../catalogue/create';
import { keyFrom } from '../../catalogue/drafts';
import { chosenRows } from '../../catalogue/chosen-rows';
import { fetchRow } from '../../catalogue/rows';
import type { Handlers, Reply } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { handleAction, type ActionContext } from '../../context/handle-action';
import { hooksOf } from '../../hooks/all';

export const handlers: Handlers = {
  ...handle(orderFigures, figures),
  ...handle(orderReceipt, receipt),
  ...handleAction(orders, 'offline', offline),
};

/** Over the same rows as the list of that query: same filters, same scope. */
async function figures(context: CallContext<typeof orderFigures>): Promise<CallReply<typeof orderFigures>> {
  const { tx, session, body } = context;
  const asked = await chosenRows(orders, hooksOf(orders), context, body.query);
  const match = asked.list.matching(session.tenantId, asked.request, [...asked.where, asked.scope]);
  const data = await tx.one<OrderFigures>(
    sql`with o as (select "tenant_id", "id", "status", "application_id" from "orders" where ${match})
        select count(*)::int as "orders", count(distinct o."application_id")::int as "started",
          count(distinct o."application_id") filter (where a."submitted_at" is not null)::int as "submitted",
          count(*) filter (where o."status" = 'paid')::int as "paid", count(*) filter (where o."status" = 'failed')::int as "failed",
          (select coalesce(sum(p."amount" - coalesce(p."refunded_amount", 0)), 0)::float8 from "payments" p
            where p."tenant_id" = ${session.tenantId} and p."order_id" in (select "id" from o) and p."deleted_at" is null
              and p."state" in ('captured', 'partially_refunded', 'refunded')) as "amount"
        from o left join "applications" a on a."tenant_id" = o."tenant_id" and a."id" = o."application_id"`,
  );
  return { data };
}

/** Of an order in the reader's scope, with what the reader's role sees of the buyer. */
async function receipt(context: CallContext<typeof orderReceipt>): Promise<CallReply<typeof orderReceipt>> {
  const { tx, session, params } = context;
  const row = await fetchRow(orders, params['id'] ?? '', context);
  const paid = await tx.rows<PaidLine>(sql`
    select p."receipt_no", p."amount"::float8 as "amount", coalesce(p."refunded_amount", 0)::float8 as "refunded", p."method",
      p."provider_payment_id", p."created_at" as "at"
    from "payments" p where p."tenant_id" = ${session.tenantId} and p."order_id" = ${row.id} and p."deleted_at" is null
      and p."receipt_no" is not null order by p."created_at", p."id"`);
  if (!paid.length) throw problem(409, 'There is no receipt: nothing was paid for this order.');
  const tenant = await tx.one<{ name: string; address: string | null; application_no: string | null }>(sql`
    select coalesce(t."brand_name", t."name") as "name", t."email" as "address",
      (select a."application_no" from "applications" a where a."tenant_id" = t."tenant_id" and a."id" = ${row.application_id ?? null}) as "application_no"
    from "tenant" t where t."tenant_id" = ${session.tenantId}`);
  const { items, total, billing_first_name, billing_last_name, billing_phone, billing_email } = await presentRow(
    orders,
    {},
    row,
    context,
  );
  const buyer = { items, total, billing_first_name, billing_last_name, billing_phone, billing_email };
  return { data: receiptOf(buyer, paid, { ...tenant, zone: session.timezone }) };
}

/**
 * Money that came another way, with its proof. An administrator's entry counts at once; anyone else's waits for approval in the
 * Payment Manager.
 */
async function offline(context: ActionContext<typeof orders, 'offline'>): Promise<Reply> {
  const { tx, session, body } = context;
  const method = await methodOf(context);
  const reference = textOf('reference', body.reference, 3, 80);
  const note = body.note === undefined || body.note === null ? '' : textOf('note', body.note, 0, 200);
  const order = await fetchRow(orders, keyFrom(orders, context), context, { lock: true });
  if (!['created', 'pending', 'failed'].includes(String(order.status)))
    throw problem(409, `This order was ${String(order.status)} and cannot be paid.`);
  const waits = await tx.row(sql`
    select 1 from "payments" where "tenant_id" = ${session.tenantId} and "order_id" = ${order.id} and "state" = 'pending_approval'
      and "deleted_at" is null limit 1`);
  if (waits) throw problem(409, 'An offline payment of this order already waits for approval.');
  const payment = await insertRecord(
    payments,
    {
      order_id: String(order.id),
      provider: 'offline',
      method,
      amount: Number(order.total ?? 0),
      currency: 'INR',
      state: 'pending_approval',
      note: `Proof: ${reference}${note ? `. ${note}` : ''}`,
    },
    context,
  );
  if (!isAdministrator(session)) return { message: 'Payment saved. It waits for approval.' };
  await captured(payment, {}, context);
  return { message: 'Order marked as paid.' };
}

const offlineMethods = ['cash', 'bank_transfer', 'upi', 'card'] as const;

async function methodOf({
  tx,
  session,
  body,
}: ActionContext<typeof orders, 'offline'>): Promise<(typeof offlineMethods)[number]> {
  const method = offlineMethods.find((one) => one === body.method);
  if (!method) throw invalid('method', 'Method must be cash, bank transfer, UPI or card');
  const offered = await paymentMethods(tx, session.tenantId);
  if (offered.length && !offered.includes(method))
    throw invalid('method', 'This payment method is switched off in the application configuration');
  return method;
}

function textOf(name: 'reference' | 'note', value: unknown, least: number, most: number): string {
  const title = name === 'note' ? 'Note' : 'Proof';
  if (typeof value !== 'string' || value.trim().length < least) throw invalid(name, `${title} is required`);
  if (value.length > most) throw invalid(name, `${title} can have up to ${most} characters`);
  return value.trim();
}
