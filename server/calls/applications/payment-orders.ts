import sql from 'sql-template-tag';
import { applications } from '../../../src/schemas/applications/applications';
import { orders } from '../../../src/schemas/applications/orders';
import { payments } from '../../../src/schemas/applications/payments';
import * as paymentsCalls from '../../../src/schemas/calls/payments';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { asApplicant, readApplicant } from '../../applications/applicant';
import { releaseCoupon, takeCoupon } from '../../applications/coupon-use';
import { captured, setOrder } from '../../applications/money';
import { paymentMethods } from '../../applications/payment-methods';
import { sandboxPayments, type PaymentProvider } from '../../applications/payment-provider';
import { insertRecord } from '../../catalogue/create';
import { updateRow } from '../../catalogue/update';
import type { Context, Handlers, OutsideContext } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';

export const handlers: Handlers = {
  ...handle(paymentsCalls.paymentOrder, order),
  ...handle(paymentsCalls.paymentWebhook, webhook),
};

interface Applied {
  readonly id: string;
  readonly form_id: string;
  readonly lead_id: string;
  readonly payment_state: string | null;
  readonly form_name: string;
  readonly fee: string | number | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

/** An order for the fee, less a coupon; an unpaid one before it is cancelled and gives its coupon back. */
async function order(
  context: OutsideCallContext<typeof paymentsCalls.paymentOrder>,
): Promise<CallReply<typeof paymentsCalls.paymentOrder>> {
  const { services, body } = context;
  const claims = readApplicant(services.secrets, String(body.token), String(body.application_id), services.now());
  return asApplicant(context, claims.tenantId, 'payment', async (inside) => {
    const { tx, request } = inside;
    const applied = await tx.row<Applied>(sql`
      select a."id", a."form_id", a."lead_id", a."payment_state", f."name" as "form_name", f."fee", l."name", l."phone", l."email"
      from "applications" a join "forms" f on f."tenant_id" = a."tenant_id" and f."id" = a."form_id"
      join "leads" l on l."tenant_id" = a."tenant_id" and l."id" = a."lead_id"
      where a."tenant_id" = ${claims.tenantId} and a."id" = ${claims.applicationId} and a."deleted_at" is null for update of a`);
    if (!applied) throw problem(404, 'Application not found.');
    if (applied.payment_state === 'paid') throw problem(409, 'The fee has already been paid.');
    await cancelOpen(applied.id, inside);
    const fee = Number(applied.fee ?? 0);
    const code = typeof body.coupon === 'string' ? body.coupon.trim() : '';
    const about = { amount: fee, formId: applied.form_id, leadId: applied.lead_id };
    const coupon = code ? await takeCoupon(inside, code, about) : null;
    const total = Math.round((fee - (coupon?.discount ?? 0)) * 100) / 100;
    const [first = '', ...rest] = (applied.name ?? '').split(' ');
    const row = await insertRecord(
      orders,
      {
        billing_first_name: first,
        billing_last_name: rest.join(' '),
        billing_phone: applied.phone,
        billing_email: applied.email,
        user_agent: request.agent.slice(0, 400),
        ip: request.ip,
        status: 'created',
        total,
        application_id: applied.id,
        lead_id: applied.lead_id,
        coupon_id: coupon?.id ?? null,
        items: [{ name: applied.form_name, amount: fee }],
      },
      inside,
    );
    const data = await opened(String(row.id), { total, discount: fee - total, applicationId: applied.id }, inside);
    return { message: 'Order created.', data };
  });
}

async function opened(
  id: string,
  { total, discount, applicationId }: { total: number; discount: number; applicationId: string },
  inside: Context,
): Promise<paymentsCalls.OrderOpened> {
  const { services, session } = inside;
  const base = { order_id: id, total, discount, currency: 'INR' };
  if (total <= 0) {
    await setOrder({ id, total, application_id: applicationId }, 'paid', services.now().toISOString(), inside);
    return { ...base, provider: null };
  }
  await updateRow(applications, applicationId, { payment_state: 'pending' }, inside);
  const provider = sandboxPayments(services.secrets);
  const reference = `${session.tenantId}.${id}`;
  const payload = await provider.open({
    reference,
    amount: total,
    currency: 'INR',
    methods: await paymentMethods(inside.tx, session.tenantId),
  });
  return { ...base, provider: { name: provider.name, reference, payload } };
}

async function cancelOpen(applicationId: string, inside: Context): Promise<void> {
  const { tx, session } = inside;
  const open = await tx.rows<{ id: string; coupon_id: string | null }>(sql`
    select "id", "coupon_id" from "orders" where "tenant_id" = ${session.tenantId} and "application_id" = ${applicationId}
      and "status" in ('created', 'pending', 'failed') and "deleted_at" is null for update`);
  for (const one of open) {
    await updateRow(orders, one.id, { status: 'cancelled' }, inside);
    if (one.coupon_id) await releaseCoupon(inside, one.coupon_id);
  }
}

/** A repeated report has no effect, because the payment's id is unique. A different amount than the order's is refused. */
async function webhook(
  context: OutsideCallContext<typeof paymentsCalls.paymentWebhook>,
): Promise<CallReply<typeof paymentsCalls.paymentWebhook>> {
  const { services, params, request } = context;
  const report = context.body;
  const provider = providerNamed(params['provider'] ?? '', context);
  const signature = request.headers['x-signature'];
  if (typeof signature !== 'string' || !provider.isGenuine(report, signature)) throw problem(403, notAllowed);
  const [tenantId = '', orderId = ''] = report.reference.split('.');
  return asApplicant(context, tenantId, `payment ${provider.name}`, async (inside) => {
    const { tx } = inside;
    const order = await tx.row<{ id: string; total: string | number; status: string; application_id: string | null }>(sql`
      select "id", "total", "status", "application_id" from "orders" where "tenant_id" = ${tenantId} and "id" = ${orderId}
        and "deleted_at" is null for update`);
    if (!order) throw problem(404, 'Order not found.');
    const known = await tx.row(sql`
      select 1 from "payments" where "tenant_id" = ${tenantId} and "provider_payment_id" = ${report.payment_id} and "deleted_at" is null`);
    if (known) return { message: 'Already recorded.' };
    if (Number(order.total) !== report.amount) throw problem(409, 'The amount does not match the order.');
    const payment = await insertRecord(
      payments,
      {
        order_id: order.id,
        provider: provider.name,
        provider_payment_id: report.payment_id,
        method: report.method ?? null,
        amount: report.amount,
        currency: 'INR',
        state: report.state === 'failed' ? 'failed' : 'authorized',
      },
      inside,
    );
    if (report.state === 'captured') await captured(payment, {}, inside);
    else if (order.status === 'created' || order.status === 'pending') await setOrder(order, 'failed', undefined, inside);
    services.log.info({ provider: provider.name, state: report.state }, 'payment reported');
    return { message: 'Thank you.' };
  });
}

function providerNamed(name: string, { services }: OutsideContext): PaymentProvider {
  const sandbox = sandboxPayments(services.secrets);
  if (name !== sandbox.name) throw problem(404, 'This payment provider does not exist.');
  return sandbox;
}
