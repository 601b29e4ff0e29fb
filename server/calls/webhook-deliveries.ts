import { resourceNamed } from '../../src/schemas/kit/all';
import { asKey } from '../catalogue/drafts';
import { fetchRow } from '../catalogue/rows';
import { updateRow } from '../catalogue/update';
import type { Handler, Handlers } from '../context/context';

/** Sends a delivery again, the same body under a new signature; its tries begin anew. */
const replay: Handler = async (context) => {
  const deliveries = resourceNamed('webhook-deliveries');
  const id = asKey(deliveries, context.params['id']);
  await fetchRow(deliveries, id, context, { lock: true });
  const again = { state: 'queued', attempts: 0, next_at: null, error: null, answer_status: null, delivered_at: null };
  const row = await updateRow(deliveries, id, again, context);
  return { message: 'The delivery is sent again.', data: row };
};

export const handlers: Handlers = { 'webhook-deliveries.replay': replay };
