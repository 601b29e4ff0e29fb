import sql from 'sql-template-tag';
import { applications } from '../../src/schemas/applications/applications';
import { orders } from '../../src/schemas/applications/orders';
import { payments } from '../../src/schemas/applications/payments';
import type { Draft, Row } from '../../src/schemas/kit/resource';
import { leadEventOfKeys } from '../lead-events/lead-events';
import { nextNumber } from '../catalogue/keys';
import { updateRow } from '../catalogue/update';
import { holdCoupon } from './coupon-use';
import { dayOf } from '../domain/days';
import type { Context } from '../context/context';

type Payment = Row<typeof payments>;

/** The payment was received: it gets a receipt, and order and application count as paid once the whole total is there. */
export async function captured(payment: Payment, more: Draft<typeof payments>, context: Context): Promise<Payment> {
  const { tx, session, services } = context;
  const order = await orderOf(payment, context);
  const year = dayOf(services.now(), session.timezone).slice(0, 4);
  const number = await nextNumber(tx, session.tenantId, `receipts ${year}`);
  const receipt: Draft<typeof payments> = {
    state: 'captured',
    receipt_no: `R-${year}-${String(number).padStart(5, '0')}`,
    ...more,
  };
  const row = await updateRow(payments, String(payment.id), receipt, context);
  const sum = await tx.row<{ paid: number }>(sql`
    select coalesce(sum("amount" - coalesce("refunded_amount", 0)), 0)::float8 as "paid" from "payments"
    where "tenant_id" = ${session.tenantId} and "order_id" = ${order.id} and "state" in ('captured', 'partially_refunded')
      and "deleted_at" is null`);
  // A cancelled order had given its coupon back; if it is paid after all, it uses it again.
  if (order.status === 'cancelled' && order.coupon_id) await holdCoupon(context, order.coupon_id);
  const whole = sum!.paid >= Number(order.total ?? 0);
  await setOrder(order, whole ? 'paid' : 'pending', whole ? services.now().toISOString() : null, context);
  const by = { tenantId: session.tenantId, userId: session.userId, zone: session.timezone };
  await leadEventOfKeys(tx, services, by, 'payment_received', order.lead_id ? [order.lead_id] : []);
  return row;
}

/** A part or the whole goes back; an order with nothing left of its money is refunded. */
export async function refunded(
  payment: Payment,
  amount: number,
  more: Draft<typeof payments>,
  context: Context,
): Promise<Payment> {
  const total = Number(payment.refunded_amount ?? 0) + amount;
  const all = total >= Number(payment.amount);
  const patch: Draft<typeof payments> = { state: all ? 'refunded' : 'partially_refunded', refunded_amount: total, ...more };
  const row = await updateRow(payments, String(payment.id), patch, context);
  if (all) await setOrder(await orderOf(payment, context), 'refunded', undefined, context);
  return row;
}

interface OrderRow {
  readonly id: string;
  readonly total: string | number | null;
  readonly application_id: string | null;
  readonly lead_id: string | null;
}
async function orderOf(
  payment: Payment,
  { tx, session }: Context,
): Promise<OrderRow & { status: string; coupon_id: string | null }> {
  return (await tx.row<OrderRow & { status: string; coupon_id: string | null }>(sql`
    select "id", "total", "application_id", "lead_id", "status", "coupon_id" from "orders" where "tenant_id" = ${session.tenantId} and "id" = ${String(payment.order_id)}
    for update`))!;
}

export async function setOrder(
  order: Omit<OrderRow, 'lead_id'>,
  status: 'paid' | 'pending' | 'refunded' | 'failed',
  paidAt: string | null | undefined,
  context: Context,
): Promise<void> {
  await updateRow(orders, order.id, { status, ...(paidAt === undefined ? {} : { payment_at: paidAt }) }, context);
  if (!order.application_id) return;
  await updateRow(applications, order.application_id, { payment_state: status }, context);
}
