import { webhookDeliveries as deliveries } from '../../../src/schemas/settings/webhook-deliveries';
import { asKey } from '../../catalogue/drafts';
import { fetchRow } from '../../catalogue/rows';
import { updateRow } from '../../catalogue/update';
import type { Handlers, Reply } from '../../context/context';
import { handleAction, type ActionContext } from '../../context/handle-action';

export const handlers: Handlers = {
  ...handleAction(deliveries, 'replay', replay),
};

/** Sends a delivery again: the same body with a new signature, and its attempts start over. */
async function replay(context: ActionContext<typeof deliveries, 'replay'>): Promise<Reply> {
  const id = asKey(deliveries, context.params['id']);
  await fetchRow(deliveries, id, context, { lock: true });
  const again = { state: 'queued' as const, attempts: 0, next_at: null, error: null, answer_status: null, delivered_at: null };
  const row = await updateRow(deliveries, id, again, context);
  return { message: 'The delivery is being sent again.', data: row };
}
