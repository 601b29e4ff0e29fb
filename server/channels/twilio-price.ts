import { isRecord } from '../../src/schemas/kit/is-record';
import type { CallCost } from './telephony';
import { Unanswered } from './unanswered';

/** A line that was never talked on is charged nothing, and has no price. */
const free = ['busy', 'no-answer', 'failed', 'canceled'];

/**
 * What Twilio charged for one line, by its Call resource: `price` is a text, negative for a charge, and empty until some time after the
 * end. Null: not known yet.
 */
export function priceOf(text: string): CallCost | null {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = undefined;
  }
  if (!isRecord(answer)) throw new Unanswered('The phone provider sent a reply that could not be read.');
  const { price, price_unit: unit, status } = answer;
  const currency = typeof unit === 'string' && /^[A-Za-z]{3}$/.test(unit) ? unit.toUpperCase() : 'USD';
  if (price === null || price === undefined || price === '')
    return free.includes(String(status)) ? { amount: 0, currency } : null;
  const amount = Math.abs(Number(price));
  return Number.isFinite(amount) ? { amount, currency } : null;
}

/** Of all lines, once each price is known. An account has one currency. */
export function sumOf(costs: readonly (CallCost | null)[]): CallCost | null {
  const known = costs.filter((one) => one !== null);
  const [first] = known;
  if (!first || known.length < costs.length) return null;
  return { amount: Number(known.reduce((sum, { amount }) => sum + amount, 0).toFixed(6)), currency: first.currency };
}
