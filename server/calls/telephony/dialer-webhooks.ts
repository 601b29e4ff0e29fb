import sql from 'sql-template-tag';
import * as dialerCalls from '../../../src/schemas/calls/dialer';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { providerOf } from '../../channels/providers';
import { isTwilioSigned, reportAddress, twilioCallOf, twilioReportOf } from '../../channels/twilio-telephony';
import type { Handlers } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';
import { lockCall, applyCallReport, type CallRow } from '../../dialer/call-state';
import { actorOf } from '../../identity/sessions';
import { actingFor } from '../../leads/acting';
import type { Tx } from '../../store/store';
import { callRecording } from '../../dialer/recordings';

export const handlers: Handlers = {
  ...handle(dialerCalls.dialerWebhook, receiveReport),
};

/**
 * Signed with the account's token over this very address, or refused with nothing written. A repeated report has no further
 * effect.
 */
async function receiveReport(
  context: OutsideCallContext<typeof dialerCalls.dialerWebhook>,
): Promise<CallReply<typeof dialerCalls.dialerWebhook>> {
  const { services, params, query, body, request } = context;
  const tenantId = String(params['tenant']);
  if (!/^[0-9A-Za-z_-]{1,40}$/.test(tenantId)) throw problem(403, notAllowed);
  const asTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    services.store.transaction({ ...actorOf(request, tenantId, null), reason: 'telephone provider' }, work);
  const callId = String(query.call);
  const leg = query.leg;
  const provider = await asTenant((tx) => providerOf(tx, services, tenantId, 'telephony'));
  const address = reportAddress(services.config.publicUrl, { tenantId, id: callId })(leg);
  const isGenuine =
    provider?.name === 'twilio' &&
    isTwilioSigned(address, body, request.headers['x-twilio-signature'], provider.credentials['secret']);
  if (!isGenuine) throw problem(403, notAllowed);
  const report = twilioReportOf(leg, body);
  if (!report) return { message: 'Thank you.' };
  await asTenant(async (tx) => {
    const call = await lockCall(tx, tenantId, callId);
    if (!call || call.direction !== 'outbound') return;
    await knowProviderCall(tx, tenantId, call, twilioCallOf(body));
    if (report.what === 'recorded')
      await services.jobs.add(
        tx,
        { tenantId, userId: call.user_id },
        {
          kind: callRecording,
          payload: { callId, address: report.recording! },
          dedupeKey: callId,
        },
      );
    else await applyCallReport(await actingFor(tx, services, { tenantId, userId: null }), call, { ...report, what: report.what });
  });
  services.jobs.wake();
  return { message: 'Thank you.' };
}

/** A call that the provider did not confirm learns its id from the first report, so that it can be hung up. */
async function knowProviderCall(tx: Tx, tenantId: string, call: CallRow, id: string | undefined): Promise<void> {
  if (call.provider_call_id || id === undefined) return;
  await tx.run(sql`
    update "calls" set "provider_call_id" = ${id} where "tenant_id" = ${tenantId} and "id" = ${call.id} and "provider_call_id" is null`);
}
