import sql from 'sql-template-tag';
import type { payments } from '../../../src/schemas/applications/payments';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { paymentMethods } from '../../applications/payment-methods';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof payments> = {
  /** Written by hand: money that came another way, to be approved. */
  async beforeCreate(draft, { tx, session }) {
    const order = await tx.row<{ status: string; total: string | null }>(sql`
      select "status", "total" from "orders" where "tenant_id" = ${session.tenantId} and "id" = ${draft.order_id} for update`);
    if (order?.status === 'paid') throw problem(409, 'This order has already been paid.');
    if (order && !['created', 'pending', 'failed'].includes(order.status))
      throw problem(409, `This order was ${order.status} and cannot be paid.`);
    if (!draft.method) throw invalid('method', 'Method is required');
    const offered = await paymentMethods(tx, session.tenantId);
    if (offered.length && !offered.includes(draft.method))
      throw invalid('method', 'This payment method is switched off in the application configuration');
    return { ...draft, provider: 'offline', state: 'pending_approval' };
  },
  async beforeUpdate(patch, before) {
    const open = ['created', 'pending_approval', 'authorized'].includes(String(before.state));
    const fixed = Object.keys(patch).find((name) => name !== 'note');
    if (!open && fixed)
      throw problem(409, `This payment is ${String(before.state).replaceAll('_', ' ')}. Only its note can be changed.`);
    return patch;
  },
};
