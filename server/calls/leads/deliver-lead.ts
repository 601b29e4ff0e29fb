import * as calls from '../../../src/schemas/calls/publishers';
import { recordIn } from '../../../src/schemas/kit/is-record';
import { problem } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { leads } from '../../../src/schemas/leads/leads';
import { createRecord } from '../../catalogue/create';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallReply, type OutsideCallContext } from '../../context/handle';
import { dayBounds } from '../../domain/days';
import { hooks } from '../../hooks/leads/leads';
import { actorOf } from '../../identity/sessions';
import { claimedReason, delivererOf, isClaimed, mapped, noteDelivery, refuseAboveCap, refusalOf } from '../../leads/deliver';

type LeadDraft = Draft<typeof leads>;
interface Delivered {
  readonly leadId: string;
  /** The enquiry was added to a lead that was there. */
  readonly known: boolean;
  /** Why it is not paid for. */
  readonly reason?: string;
}

/** A lead of a publisher, by its mapping, allowed values, limits and duplicate window; logged with what became of it. */
export async function deliver(publisherId: string, sent: LeadDraft, context: Context): Promise<Delivered> {
  const { tx, session, services } = context;
  const { tenantId, timezone } = session;
  const publisher = await delivererOf(tx, tenantId, publisherId);
  if (!publisher) throw problem(404, 'This publisher does not exist.');
  const draft: LeadDraft = { ...mapped(publisher, sent), publisher_id: publisherId };
  const lead = await createRecord(leads, hooks, draft, context);
  const leadId = String(lead['id']);
  const known = Number(lead['row_version']) > 1;
  if (!known) await refuseAboveCap(tx, tenantId, publisher, draft.clg_id, dayBounds(services.now(), timezone).from);
  const first = lead['duplicate_of'];
  const stored = { id: leadId, isNew: !known, duplicateOf: typeof first === 'string' ? first : null };
  const claimed = await isClaimed(tx, tenantId, stored, publisher);
  const why = claimed ? { reason: claimedReason(publisher) } : {};
  const state = claimed ? 'duplicate' : 'accepted';
  await noteDelivery(tx, tenantId, { publisherId, leadId, state, ...why, sent: draft, at: services.now() });
  return { leadId, known, ...why };
}

/** Thrown to take everything back that a test did. */
class Tested extends Error {
  constructor(readonly delivered: Delivered) {
    super('the test is over');
  }
}

const test = async (
  context: OutsideCallContext<typeof calls.publisherTestLead>,
): Promise<CallReply<typeof calls.publisherTestLead>> => {
  const { services, session, request, params, body } = context;
  if (!session) throw problem(401, 'Please sign in again.');
  const publisherId = params['id'] ?? '';
  const actor = { ...actorOf(request, session.tenantId, session.userId), jti: session.jti, tokenVersion: session.tokenVersion };
  const sent: LeadDraft = recordIn(body.values);
  const lead = await services.store.transaction(actor, async (tx) => {
    const publisher = await delivererOf(tx, session.tenantId, publisherId, 'whatever its status');
    if (!publisher) throw problem(404, 'This publisher does not exist.');
    return mapped({ ...publisher, allowed_values: null }, sent);
  });
  const outcome = await services.store
    .transaction(actor, async (tx): Promise<never> => {
      throw new Tested(await deliver(publisherId, sent, { ...context, session, tx }));
    })
    .catch((error: unknown): Omit<calls.TestDelivery, 'lead'> => {
      if (error instanceof Tested) {
        const { reason = null } = error.delivered;
        return { state: reason ? 'duplicate' : 'accepted', reason };
      }
      const refused = refusalOf(error);
      if (!refused) throw error;
      return refused;
    });
  await services.store.transaction(actor, (tx) =>
    noteDelivery(tx, session.tenantId, { publisherId, state: 'test', reason: resultOf(outcome), sent: lead, at: services.now() }),
  );
  return { message: 'Test done. Nothing was stored of it but a line in the log.', data: { ...outcome, lead: shownOf(lead) } };
};

/** The fields that have a value, as texts. */
const shownOf = (lead: LeadDraft): calls.TestDelivery['lead'] =>
  Object.entries(lead).flatMap(([field, value]) =>
    field === 'source' || value === null || value === undefined ? [] : [{ field, value: String(value) }],
  );

const resultOf = ({ state, reason }: Omit<calls.TestDelivery, 'lead'>): string =>
  state === 'accepted' ? 'Would be accepted' : `Would be ${state}: ${reason ?? ''}`;

export const handlers: Handlers = { ...handle(calls.publisherTestLead, test) };
