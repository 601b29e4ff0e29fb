import sql from 'sql-template-tag';
import * as dialerCalls from '../../../src/schemas/calls/dialer';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { providerOf } from '../../channels/providers';
import {
  incomingAddress,
  isTwilioSigned,
  reportAddress,
  twilioConferenceOf,
  twilioLineOf,
  twilioReportOf,
} from '../../channels/twilio-reports';
import { digitsTwiml, hangUpTwiml, roomTwiml } from '../../channels/twiml';
import type { Context, Handlers, OutsideContext } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';
import { lockCall } from '../../dialer/call-state';
import { applyLineReport, endRoom } from '../../dialer/line-reports';
import { ringAt } from '../../dialer/route-incoming';
import { actorOf } from '../../identity/sessions';
import type { Tx } from '../../store/store';
import { callRecording } from '../../dialer/recordings';

export const handlers: Handlers = {
  ...handle(dialerCalls.dialerWebhook, receiveReport),
  ...handle(dialerCalls.incomingWebhook, receiveCall),
};

const thanks = { message: 'Thank you.' } as const;
const markup = (body: string) => ({ raw: { body, type: 'text/xml; charset=utf-8' } });

interface Genuine {
  readonly tenantId: string;
  readonly asTenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}
/** Signed with the account's token over this very address, or refused with nothing written. */
async function genuine(
  { services, params, request }: Pick<OutsideContext, 'services' | 'params' | 'request'>,
  body: Context['body'],
  addressOf: (tenantId: string) => string,
): Promise<Genuine> {
  const tenantId = String(params['tenant']);
  if (!/^[0-9A-Za-z_-]{1,40}$/.test(tenantId)) throw problem(403, notAllowed);
  const asTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    services.store.transaction({ ...actorOf(request, tenantId, null), reason: 'telephone provider' }, work);
  const provider = await asTenant((tx) => providerOf(tx, services, tenantId, 'telephony'));
  const isGenuine =
    provider?.name === 'twilio' &&
    isTwilioSigned(addressOf(tenantId), body, request.headers['x-twilio-signature'], provider.credentials['secret']);
  if (!isGenuine) throw problem(403, notAllowed);
  return { tenantId, asTenant };
}

/** A repeated report has no further effect. */
async function receiveReport(
  context: OutsideCallContext<typeof dialerCalls.dialerWebhook>,
): Promise<CallReply<typeof dialerCalls.dialerWebhook>> {
  const { services, query, body } = context;
  const callId = String(query.call);
  const { leg, keys } = query;
  const { tenantId, asTenant } = await genuine(context, body, (tenant) => {
    const address = reportAddress(services.config.publicUrl, { tenantId: tenant, id: callId })(leg);
    return keys === undefined ? address : `${address}&keys=${encodeURIComponent(keys)}`;
  });
  if (leg === 'digits') return markup(digitsTwiml(keys ?? ''));
  const report = leg === 'room' ? undefined : twilioReportOf(leg, body);
  const ended = leg === 'room' && body['StatusCallbackEvent'] === 'conference-end';
  const answeredLine = leg === 'agent' && body['CallStatus'] === 'in-progress';
  const conference = twilioConferenceOf(body);
  if (!report && !ended && !answeredLine && !conference) return thanks;
  await asTenant(async (tx) => {
    const call = await lockCall(tx, tenantId, callId);
    if (!call) return;
    if (conference)
      await tx.run(
        sql`update "calls" set "conference_id" = ${conference} where "tenant_id" = ${tenantId} and ("id" = ${callId} or "room" = ${callId})
            and "conference_id" is null`,
        'conference-known',
      );
    if (ended) return endRoom(tx, services, tenantId, callId);
    if (report?.what === 'recorded')
      return void (await services.jobs.add(
        tx,
        { tenantId, userId: call.user_id },
        { kind: callRecording, payload: { callId, address: report.recording! }, dedupeKey: callId },
      ));
    if (leg === 'agent' || leg === 'lead')
      await applyLineReport(tx, services, {
        tenantId,
        call,
        leg,
        line: twilioLineOf(body),
        report,
        isUp: answeredLine,
        isReached: body['CallStatus'] === 'completed',
      });
  });
  services.jobs.wake();
  return thanks;
}

/** What a call at the provider's number is to do: it waits in a room of its own while it rings here. */
async function receiveCall(
  context: OutsideCallContext<typeof dialerCalls.incomingWebhook>,
): Promise<CallReply<typeof dialerCalls.incomingWebhook>> {
  const { services, body } = context;
  const { tenantId, asTenant } = await genuine(context, body, (tenant) => incomingAddress(services.config.publicUrl, tenant));
  const line = twilioLineOf(body);
  const isNew = ['ringing', 'in-progress'].includes(String(body['CallStatus']));
  if (line === undefined || !isNew || !String(body['Direction'] ?? 'inbound').startsWith('inbound')) return markup(hangUpTwiml);
  const { From: from, To: to } = body;
  const numberOf = (value: unknown): string | null => (typeof value === 'string' && /^\+\d{5,15}$/.test(value) ? value : null);
  const [phone, virtualNumber] = [numberOf(from), numberOf(to)];
  const { id, isOver } = await asTenant((tx) => ringAt({ tx, services, tenantId, phone, virtualNumber, line }));
  if (isOver) return markup(hangUpTwiml);
  const reportTo = reportAddress(services.config.publicUrl, { tenantId, id });
  return markup(roomTwiml(id, { reports: reportTo('room'), recordings: reportTo('recording'), isQuiet: false }));
}
