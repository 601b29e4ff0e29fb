import sql from 'sql-template-tag';
import * as apiKeysCalls from '../../../src/schemas/calls/api-keys';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { leads } from '../../../src/schemas/leads/leads';
import { createRecord } from '../../catalogue/create';
import type { Handlers } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';
import { once } from '../../context/once';
import { dayBounds } from '../../domain/days';
import { hooks } from '../../hooks/leads/leads';
import { keyMay, knownKey } from '../../identity/api-keys';
import { actorOf, keySession } from '../../identity/sessions';
import { linkVisit, visitOf, withUtm } from '../../leads/link-visit';
import type { Tx } from '../../store/store';

/**
 * A lead of a form, page or publisher. The key's publisher says the source where the lead has none. A repeat within
 * the tenant's rule is kept as a re-enquiry of the lead that is there, and says so.
 */
const capture = async (
  context: OutsideCallContext<typeof apiKeysCalls.leadCapture>,
): Promise<CallReply<typeof apiKeysCalls.leadCapture>> => {
  const { services, params, body, request } = context;
  const key = await knownKey(services, params['api_key'] ?? '', request.ip);
  if (!keyMay(key, { name: apiKeysCalls.leadCapture.name, call: apiKeysCalls.leadCapture, operation: 'create' }))
    throw problem(403, notAllowed);
  const session = await keySession(services, key, request);
  const actor = { ...actorOf(request, key.tenantId, key.ownerId), reason: `API key ${key.name}` };
  const add = async (tx: Tx): Promise<CallReply<typeof apiKeysCalls.leadCapture>> => {
    const { visit_id: visitKey, ...sent } = body;
    const visit = await visitOf(tx, key.tenantId, visitKey, services.now());
    const draft: Draft<typeof leads> = withUtm(sent, visit);
    const publisher = key.publisherId ? await publisherOf(tx, key.tenantId, key.publisherId) : undefined;
    if (publisher) {
      draft.publisher_id = publisher.id;
      draft.source ??= publisher.source_id;
    }
    const lead = await createRecord(leads, hooks, draft, { ...context, session, tx });
    if (visit) await linkVisit(tx, key.tenantId, String(lead['id']), visit.id);
    const duplicate = Number(lead['row_version']) > 1;
    if (publisher && !duplicate)
      await refuseAboveCap(tx, key.tenantId, publisher, dayBounds(services.now(), session.timezone).from);
    return {
      message: duplicate ? 'This lead already exists. The enquiry was added to it.' : 'Lead added.',
      data: { lead_id: String(lead['id']), duplicate },
    };
  };
  const { again } = context;
  return services.store.transaction(actor, (tx) => (again ? once(tx, session, again, () => add(tx)) : add(tx)));
};

interface Publisher {
  readonly id: string;
  readonly source_id: string;
  readonly daily_cap: number | null;
  readonly status: number;
}

/** Locked, so that two leads of one publisher are counted one after the other. */
async function publisherOf(tx: Tx, tenantId: string, id: string): Promise<Publisher | undefined> {
  const publisher = await tx.row<Publisher>(
    sql`select "id", "source_id", "daily_cap"::int as "daily_cap", "status"::int as "status" from "publishers"
        where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null for update`,
  );
  if (publisher?.status === 0) throw problem(403, 'This publisher is inactive.');
  return publisher;
}

/** Counted with the new lead included: re-enquiries do not count against the publisher. */
async function refuseAboveCap(tx: Tx, tenantId: string, { id, daily_cap: cap }: Publisher, today: Date): Promise<void> {
  if (!cap) return;
  const counted = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from "leads" where "tenant_id" = ${tenantId} and "publisher_id" = ${id}
        and "created_at" >= ${today.toISOString()}::timestamptz and "deleted_at" is null`,
  );
  if (counted!.n > cap) throw problem(429, 'This publisher has reached its daily lead limit.');
}

export const handlers: Handlers = {
  ...handle(apiKeysCalls.leadCapture, capture),
};
