import { payments } from '../../../src/schemas/applications/payments';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { AnyRow } from '../../../src/schemas/kit/resource';
import { captured, refunded } from '../../applications/money';
import { presentRow } from '../../catalogue/answers';
import { keyFrom } from '../../catalogue/drafts';
import { fetchRow } from '../../catalogue/rows';
import { updateRow } from '../../catalogue/update';
import type { Context, Handlers, Reply } from '../../context/context';
import { handleAction, type ActionContext } from '../../context/handle-action';
import { refuseTransition } from '../../domain/transitions';

export const handlers: Handlers = {
  ...handleAction(payments, 'decision', decision),
  ...handleAction(payments, 'refund', refund),
};

/** A payment made outside the product is approved or rejected: {state: 'captured' | 'rejected', note?}. */
async function decision(context: ActionContext<typeof payments, 'decision'>): Promise<Reply> {
  const before = await fetchRow(payments, keyFrom(payments, context), context, { lock: true });
  const { state } = context.body;
  if (state !== 'captured' && state !== 'rejected') throw invalid('state', 'State must be captured or rejected');
  const note = noteOf(context.body);
  if (before.state !== 'pending_approval') throw problem(409, 'Only a payment waiting for approval can be approved or rejected.');
  const row =
    state === 'captured'
      ? await captured(before, note, context)
      : await updateRow(payments, before.id, { state, ...note }, context);
  return answer(row, context);
}

/** Refunds all or a part: {amount?, note?}. */
async function refund(context: ActionContext<typeof payments, 'refund'>): Promise<Reply> {
  const { amount } = context.body;
  const before = await fetchRow(payments, keyFrom(payments, context), context, { lock: true });
  refuseTransition('payments', before.state, 'refunded');
  const left = before.amount - (before.refunded_amount ?? 0);
  const given = amount === undefined || amount === null ? left : amount;
  if (typeof given !== 'number' || !(given > 0) || given > left) throw invalid('amount', `Amount must be between 0 and ${left}`);
  return answer(await refunded(before, given, noteOf(context.body), context), context);
}

function noteOf({ note }: { readonly note?: unknown }): { note?: string } {
  if (note === undefined || note === null) return {};
  if (typeof note !== 'string' || note.length > 300) throw invalid('note', 'Note can have up to 300 characters');
  return { note };
}

async function answer(row: Readonly<AnyRow>, context: Context): Promise<Reply> {
  return { message: 'Payment saved.', data: await presentRow(payments, {}, row, context) };
}
