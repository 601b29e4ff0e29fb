import { resourceNamed } from '../../src/schemas/kit/all';
import { notAllowed, problem } from '../../src/schemas/kit/problem';
import { createRecord } from '../catalogue/create';
import { hooks } from '../hooks/leads';
import { keyMay, knownKey } from '../http/api-keys';
import type { Handlers, OutsideHandler, Reply } from '../http/context';
import { once } from '../http/once';
import { actorOf, keySession } from '../http/sessions';
import type { Tx } from '../store/store';
import { leadCapture } from '../../src/schemas/calls/api-keys';
import sql from 'sql-template-tag';

/**
 * CALL-151: a lead of a form, page or publisher. The key's publisher says the source where the lead has none. A repeat within
 * the tenant's rule is kept as a re-enquiry of the lead that is there, and says so.
 */
const capture: OutsideHandler = async (context) => {
  const { services, params, body, request } = context;
  const key = await knownKey(services, params['api_key'] ?? '', request.ip);
  if (!keyMay(key, { name: leadCapture.name, call: leadCapture, operation: 'create' })) throw problem(403, notAllowed);
  const session = await keySession(services, key, request);
  const actor = { ...actorOf(request, key.tenantId, key.ownerId), reason: `API key ${key.name}` };
  const add = async (tx: Tx): Promise<Reply> => {
    const draft: Record<string, unknown> = { ...body };
    if (key.publisherId && !draft['source']) {
      const publisher = await tx.row<{ source_id: string }>(
        sql`select "source_id" from "publishers" where "tenant_id" = ${key.tenantId} and "id" = ${key.publisherId} and "deleted_at" is null`,
      );
      if (publisher) draft['source'] = publisher.source_id;
    }
    const lead = await createRecord(resourceNamed('leads'), hooks, draft, { ...context, session, tx });
    const duplicate = Number(lead['row_version']) > 1;
    return {
      message: duplicate ? 'This lead is known; the enquiry was added to it.' : 'Lead added.',
      data: { lead_id: lead['id'], duplicate },
    };
  };
  const { again } = context;
  return services.store.transaction(actor, (tx) => (again ? once(tx, session, again, () => add(tx)) : add(tx)));
};

export const handlers: Handlers = { 'lead-capture': capture };
