import * as dialerCalls from '../../../src/schemas/calls/dialer';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { providerOf } from '../../channels/providers';
import { isTwilioSigned, newsAddress, twilioNewsOf } from '../../channels/twilio-telephony';
import type { Handlers } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';
import { lockCall, takeNews } from '../../dialer/call-state';
import { actorOf } from '../../identity/sessions';
import type { Tx } from '../../store/store';
import { callRecording } from '../../dialer/recordings';

export const handlers: Handlers = {
  ...handle(dialerCalls.dialerNews, news),
};

/**
 * Signed with the account's token over this very address, or refused with nothing written. A repeated report has no further
 * effect.
 */
async function news(
  context: OutsideCallContext<typeof dialerCalls.dialerNews>,
): Promise<CallReply<typeof dialerCalls.dialerNews>> {
  const { services, params, query, body, request } = context;
  const tenantId = String(params['tenant']);
  if (!/^[0-9A-Za-z_-]{1,40}$/.test(tenantId)) throw problem(403, notAllowed);
  const asTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    services.store.transaction({ ...actorOf(request, tenantId, null), reason: 'telephone provider' }, work);
  const callId = String(query.call);
  const leg = query.leg;
  const provider = await asTenant((tx) => providerOf(tx, services, tenantId, 'telephony'));
  const address = newsAddress(services.config.publicUrl, { tenantId, id: callId })(leg);
  const isGenuine =
    provider?.name === 'twilio' &&
    isTwilioSigned(address, body, request.headers['x-twilio-signature'], provider.credentials['secret']);
  if (!isGenuine) throw problem(403, notAllowed);
  const told = twilioNewsOf(leg, body);
  if (!told) return { message: 'Thank you.' };
  await asTenant(async (tx) => {
    const call = await lockCall(tx, tenantId, callId);
    if (!call || call.direction !== 'outbound') return;
    if (told.what === 'recorded')
      await services.jobs.add(
        tx,
        { tenantId, userId: call.user_id },
        {
          kind: callRecording,
          payload: { callId, address: told.recording! },
          dedupeKey: callId,
        },
      );
    else await takeNews(tx, tenantId, call, { ...told, what: told.what }, services.now());
  });
  services.jobs.wake();
  return { message: 'Thank you.' };
}
