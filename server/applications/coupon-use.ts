import sql from 'sql-template-tag';
import { invalid } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';

export interface CouponRow {
  readonly id: string;
  readonly kind: 'percent' | 'amount';
  readonly value: string | number;
  readonly max_discount: string | number | null;
  readonly min_amount: string | number | null;
  readonly form_ids: readonly string[] | null;
  readonly valid_from: string;
  readonly valid_to: string;
  readonly usage_limit: number;
  readonly per_lead_limit: number;
  readonly used: number | null;
  readonly status: number;
}
export interface CouponUse {
  readonly amount: number;
  readonly formId: string;
  readonly now: Date;
  /** The applicant's orders that already use it. */
  readonly ownUses: number;
}

/** The discount in whole paise, never more than the amount; or a sentence why the coupon cannot be used. */
export function discountOf(coupon: CouponRow, { amount, formId, now, ownUses }: CouponUse): number | string {
  if (coupon.status !== 1) return 'This coupon is inactive.';
  if (now.getTime() < Date.parse(coupon.valid_from)) return 'This coupon is not valid yet.';
  if (now.getTime() > Date.parse(coupon.valid_to)) return 'This coupon has expired.';
  if (coupon.form_ids?.length && !coupon.form_ids.includes(formId)) return 'This coupon cannot be used for this form.';
  if (coupon.min_amount !== null && amount < Number(coupon.min_amount))
    return `This coupon needs a minimum amount of ${Number(coupon.min_amount)}.`;
  if (coupon.usage_limit > 0 && (coupon.used ?? 0) >= coupon.usage_limit) return 'This coupon has reached its usage limit.';
  if (coupon.per_lead_limit > 0 && ownUses >= coupon.per_lead_limit) return 'You have already used this coupon.';
  const off = coupon.kind === 'percent' ? (amount * Number(coupon.value)) / 100 : Number(coupon.value);
  const most = coupon.max_discount === null ? off : Math.min(off, Number(coupon.max_discount));
  return Math.min(Math.round(most * 100) / 100, amount);
}

/** Takes one use; the coupon is locked, so the last one is taken once. 422 on `coupon` says why not. */
export async function takeCoupon(
  context: Context,
  code: string,
  order: { readonly amount: number; readonly formId: string; readonly leadId: string },
): Promise<{ id: string; discount: number }> {
  const { tx, session, services } = context;
  const coupon = await tx.row<CouponRow>(sql`
    select * from "coupons" where "tenant_id" = ${session.tenantId} and "code" = ${code.trim().toUpperCase()} and "deleted_at" is null
    for update`);
  if (!coupon) throw invalid('coupon', 'This coupon code does not exist');
  const uses = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from "orders" where "tenant_id" = ${session.tenantId} and "coupon_id" = ${coupon.id}
      and "lead_id" = ${order.leadId} and "status" in ('created', 'pending', 'paid') and "deleted_at" is null`);
  const use = { amount: order.amount, formId: order.formId, now: services.now(), ownUses: uses!.n };
  const discount = discountOf(coupon, use);
  if (typeof discount === 'string') throw invalid('coupon', discount);
  await holdCoupon(context, coupon.id);
  return { id: coupon.id, discount };
}

/** Counts one use, whatever the limit is. */
export async function holdCoupon({ tx, session }: Context, id: string): Promise<void> {
  await tx.run(sql`
    update "coupons" set "used" = coalesce("used", 0) + 1 where "tenant_id" = ${session.tenantId} and "id" = ${id}`);
}

/** A cancelled order gives its use back. */
export async function releaseCoupon({ tx, session }: Context, id: string): Promise<void> {
  await tx.run(sql`
    update "coupons" set "used" = greatest(coalesce("used", 0) - 1, 0) where "tenant_id" = ${session.tenantId} and "id" = ${id}`);
}
