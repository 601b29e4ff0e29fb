import * as apiKeysCalls from '../../../src/schemas/calls/api-keys';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import { createRecord } from '../../catalogue/create';
import type { Handlers } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';
import { KeyUsed, once } from '../../context/once';
import { hooks } from '../../hooks/leads/leads';
import { keyMay, knownKey } from '../../identity/api-keys';
import { actorOf, keySession } from '../../identity/sessions';
import { noteDelivery, refusalOf } from '../../leads/deliver';
import { linkVisit, visitOf, withUtm } from '../../leads/link-visit';
import type { Tx } from '../../store/store';
import { deliver } from './deliver-lead';

type Captured = CallReply<typeof apiKeysCalls.leadCapture>;

/**
 * A lead of a form, page or publisher. The key's publisher says the source where the lead has none, and what it may deliver; what
 * became of each of its leads is in its log. A repeat within the tenant's rule is kept as a re-enquiry of the lead that is there,
 * and says so.
 */
const capture = async (context: OutsideCallContext<typeof apiKeysCalls.leadCapture>): Promise<Captured> => {
  const { services, params, body, request } = context;
  const key = await knownKey(services, params['api_key'] ?? '', request.ip);
  if (!keyMay(key, { name: apiKeysCalls.leadCapture.name, call: apiKeysCalls.leadCapture, operation: 'create' }))
    throw problem(403, notAllowed);
  const session = await keySession(services, key, request);
  const { tenantId, publisherId } = key;
  const actor = { ...actorOf(request, tenantId, key.ownerId), reason: `API key ${key.name}` };
  const add = async (tx: Tx): Promise<Captured> => {
    const { visit_id: visitKey, ...sent } = body;
    const visit = await visitOf(tx, tenantId, visitKey, services.now());
    const within = { ...context, session, tx };
    if (publisherId) {
      const { leadId, known, reason } = await deliver(publisherId, withUtm(sent, visit), within);
      if (visit) await linkVisit(tx, tenantId, leadId, visit.id);
      return answer(leadId, known, reason);
    }
    const lead = await createRecord(leads, hooks, withUtm(sent, visit), within);
    if (visit) await linkVisit(tx, tenantId, String(lead['id']), visit.id);
    return answer(String(lead['id']), Number(lead['row_version']) > 1);
  };
  const { again } = context;
  try {
    return await services.store.transaction(actor, (tx) => (again ? once(tx, session, again, () => add(tx)) : add(tx)));
  } catch (error) {
    // a key that was used before was not a delivery
    const refused = error instanceof KeyUsed ? undefined : refusalOf(error);
    if (publisherId && refused)
      await services.store.transaction(actor, (tx) =>
        noteDelivery(tx, tenantId, { publisherId, ...refused, sent: body, at: services.now() }),
      );
    throw error;
  }
};

const answer = (leadId: string, known: boolean, reason?: string): Captured => ({
  message: known
    ? `${reason ?? 'This lead already exists.'} The enquiry was added to it.`
    : reason
      ? `${reason} It was added as another lead.`
      : 'Lead added.',
  data: { lead_id: leadId, duplicate: known || reason !== undefined },
});

export const handlers: Handlers = {
  ...handle(apiKeysCalls.leadCapture, capture),
};
