import { enrolled } from '../../src/schemas/kit/stage-rules';
import { iso } from './office-hours';
import type { Add } from './office-add';
import type { Chance } from './random';

export interface Lead {
  readonly id: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly user_id: string | null;
  readonly course: string | null;
  readonly stage: 'Application' | 'Fee paid' | typeof enrolled;
}
export interface AdmissionsDesk {
  readonly add: Add;
  readonly now: number;
  readonly luck: Chance;
  readonly year: string;
  readonly leads: readonly Lead[];
  readonly staff: readonly string[];
}

export interface Applied {
  readonly id: string;
  readonly lead: Lead;
  readonly paid: boolean;
  readonly at: number;
  readonly state: string;
  readonly fee: number;
  readonly form: string;
}

/** An order and, where it was tried, a payment for each application; returns how many receipts there are. */
export async function addOrders(
  { add, luck, year }: AdmissionsDesk,
  applications: readonly Applied[],
  coupon: string,
): Promise<number> {
  const orders = applications.map(({ lead, paid, at, fee, id }, i) => {
    const cheaper = i % 5 === 0;
    const [first = '', ...rest] = (lead.name ?? 'Applicant').split(' ');
    return {
      id: luck.id(at),
      billing_first_name: first,
      billing_last_name: rest.join(' '),
      billing_phone: lead.phone,
      billing_email: lead.email,
      user_agent: 'Mozilla/5.0 (Linux; Android 14) Chrome/131 Mobile',
      ip: `203.0.113.${luck.whole(2, 250)}`,
      status: paid
        ? 'paid'
        : luck.weighed([
            ['created', 2],
            ['failed', 1],
          ] as const),
      payment_at: paid ? iso(at + 900_000) : null,
      total: cheaper ? fee - Math.min(fee * 0.2, 300) : fee,
      application_id: id,
      coupon_id: cheaper ? coupon : null,
      items: [{ name: 'Application fee', amount: fee }],
      lead_id: lead.id,
      created_at: iso(at + 600_000),
    };
  });
  await add('orders', orders);
  const paid = orders.filter((order) => order.status !== 'created');
  let receipts = 0;
  await add(
    'payments',
    paid.map((order) => ({
      order_id: order.id,
      provider: 'sandbox',
      provider_payment_id: `pay_${order.id}`,
      method: luck.weighed([
        ['upi', 6],
        ['card', 2],
        ['netbanking', 1],
      ] as const),
      amount: order.total,
      state: order.status === 'paid' ? 'captured' : 'failed',
      receipt_no: order.status === 'paid' ? `R-${year}-${String(++receipts).padStart(5, '0')}` : null,
      created_at: order.payment_at ?? order.created_at,
    })),
  );
  return receipts;
}
