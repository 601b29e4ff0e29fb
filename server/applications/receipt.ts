import type { OrderReceipt } from '../../src/schemas/calls/order-report';
import { indianNumber } from '../../src/schemas/kit/counted';
import { humanize } from '../../src/schemas/kit/resource';
import { isRecord } from '../../src/schemas/kit/is-record';

export interface PaidLine {
  readonly receipt_no: string;
  readonly amount: number;
  readonly refunded: number;
  readonly method: string | null;
  readonly provider_payment_id: string | null;
  readonly at: string | Date;
}
/** What a receipt says of the order. */
type Buyer = {
  readonly [name in 'items' | 'total' | 'billing_first_name' | 'billing_last_name' | 'billing_phone' | 'billing_email']?: unknown;
};
interface From {
  readonly name: string;
  readonly address: string | null;
  readonly application_no: string | null;
  readonly zone: string;
}

/** A receipt as a page of its own: items, discount and every payment with its number. `order` is as its reader may see it. */
export function receiptOf(order: Buyer, paid: readonly PaidLine[], from: From): OrderReceipt {
  const items = (Array.isArray(order['items']) ? order['items'] : []).filter(isRecord);
  const gross = items.reduce((sum, { amount }) => sum + Number(amount ?? 0), 0);
  const total = Number(order['total'] ?? 0);
  const kept = paid.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
  const buyer = [order['billing_first_name'], order['billing_last_name']].filter(Boolean).map(String).join(' ');
  const rows = [
    ...items.map(({ name, amount }) => line(String(name ?? 'Fee'), rupees(Number(amount ?? 0)))),
    ...(gross > total ? [line('Discount', `- ${rupees(gross - total)}`)] : []),
    line('Total', rupees(total), true),
    ...paid.flatMap(({ receipt_no: number, amount, refunded, method, provider_payment_id: id, at }) => [
      line(
        `Receipt ${number}, ${dayIn(at, from.zone)}${method ? `, ${methodNames[method] ?? humanize(method)}` : ''}${id ? `, ${id}` : ''}`,
        rupees(amount),
      ),
      ...(refunded ? [line('Refunded', `- ${rupees(refunded)}`)] : []),
    ]),
    line('Received', rupees(kept), true),
  ];
  const number = paid.at(-1)?.receipt_no ?? '';
  const about = [
    ['Received from', buyer],
    ['Phone', order['billing_phone']],
    ['Email', order['billing_email']],
    ['Application no.', from.application_no],
  ].flatMap(([label, text]) => (text ? [`<p>${label}: ${escaped(String(text))}</p>`] : []));
  return {
    file_name: `Receipt ${number}.html`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Receipt ${escaped(number)}</title><style>${style}</style></head><body><h1>${escaped(from.name)}</h1>${from.address ? `<p>${escaped(from.address)}</p>` : ''}<h2>Receipt ${escaped(number)}</h2>${about.join('')}<table>${rows.join('')}</table></body></html>`,
  };
}

const methodNames: Readonly<Record<string, string>> = { upi: 'UPI', netbanking: 'Net banking' };
const style =
  'body{font:15px/1.5 sans-serif;max-width:640px;margin:40px auto;padding:0 16px}p{margin:2px 0}table{width:100%;margin-top:24px;border-collapse:collapse}td{padding:6px 0;border-bottom:1px solid #ccc}td+td{text-align:right;white-space:nowrap}';
const rupees = (amount: number): string => `₹ ${indianNumber(amount)}`;
const line = (text: string, amount: string, bold = false): string => {
  const around = (one: string): string => (bold ? `<b>${escaped(one)}</b>` : escaped(one));
  return `<tr><td>${around(text)}</td><td>${around(amount)}</td></tr>`;
};
const dayIn = (at: string | Date, timeZone: string): string =>
  new Date(at).toLocaleDateString('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
