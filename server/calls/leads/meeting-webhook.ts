import { createHash, timingSafeEqual } from 'node:crypto';
import sql from 'sql-template-tag';
import { meetingWebhook } from '../../../src/schemas/calls/lead-colleges';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import { providerOf } from '../../channels/providers';
import type { Handlers } from '../../context/context';
import { handle, type CallReply, type OutsideCallContext } from '../../context/handle';
import { hasBegun } from '../../hooks/leads/virtual-meetings';
import { actorOf } from '../../identity/sessions';
import { actingFor } from '../../leads/acting';
import { noteMeetingHeld } from '../../leads/note-on-lead';
import type { Services } from '../../context/services';
import type { Tx } from '../../store/store';

type Webhook = typeof meetingWebhook;

/** What the video provider reports of a meeting that it made. A report that comes again, or late, changes nothing that is known. */
async function report(context: OutsideCallContext<Webhook>): Promise<CallReply<Webhook>> {
  const { services, params, body, request } = context;
  const tenantId = String(params['tenant']);
  if (!/^[0-9A-Za-z_-]{1,40}$/.test(tenantId)) throw problem(403, notAllowed);
  refuseUnlikely(body, services.now());
  await services.store.transaction({ ...actorOf(request, tenantId, null), reason: 'video provider' }, async (tx) => {
    const provider = await providerOf(tx, services, tenantId, 'video');
    const expected = `${provider?.credentials['key'] ?? ''}:${provider?.credentials['secret'] ?? ''}`;
    if (!provider || expected === ':' || !isGiven(expected, request.headers['authorization'])) throw problem(403, notAllowed);
    await keep(tx, services, tenantId, body);
  });
  return { message: 'Thank you.' };
}

async function keep(tx: Tx, services: Services, tenantId: string, body: OutsideCallContext<Webhook>['body']): Promise<void> {
  const meeting: { id: string; lead_id: string; state: string; starts_at: string } | undefined = await tx.row(
    sql`select "id", "lead_id", "state", "starts_at" from "virtual_meetings" where "tenant_id" = ${tenantId} and "id" = ${body.id}
          and "link_by" = 'provider' and "deleted_at" is null for update`,
    'meeting-of-report',
  );
  if (!meeting) throw problem(404, 'This meeting does not exist.');
  if (meeting.state === 'cancelled') return;
  // of the time before it was moved
  if (meeting.state === 'scheduled' && !hasBegun(meeting.starts_at, services.now())) return;
  const isHeld = body.status === 'held' || body.joined_at !== undefined || body.left_at !== undefined;
  // what a person has said of a meeting that is over stands
  const state =
    meeting.state !== 'scheduled' ? meeting.state : isHeld ? 'done' : body.status === 'no_show' ? 'missed' : 'scheduled';
  await tx.run(
    sql`update "virtual_meetings" set "state" = ${state},
          "joined_at" = least("joined_at", ${body.joined_at ?? null}::timestamptz),
          "left_at" = greatest("left_at", ${body.left_at ?? null}::timestamptz),
          "recording_link" = coalesce("recording_link", ${body.recording_link ?? null})
        where "tenant_id" = ${tenantId} and "id" = ${meeting.id}`,
    'meeting-report',
  );
  if (state === 'done' && meeting.state !== 'done')
    await noteMeetingHeld(await actingFor(tx, services, { tenantId, userId: null }), meeting.lead_id);
}

/** Clocks differ by a little. */
const aheadMs = 5 * 60_000;
function refuseUnlikely({ joined_at: joined, left_at: left }: OutsideCallContext<Webhook>['body'], now: Date): void {
  for (const [name, at] of [
    ['joined_at', joined],
    ['left_at', left],
  ] as const)
    if (at && Date.parse(at) > now.getTime() + aheadMs) throw invalid(name, `${name} is still to come`);
  if (joined && left && Date.parse(left) < Date.parse(joined)) throw invalid('left_at', 'left_at is before joined_at');
}

/** Compared by digests of one length, so that the time it takes says nothing. */
function isGiven(expected: string, header: string | readonly string[] | undefined): boolean {
  const given = typeof header === 'string' && /^basic /i.test(header) ? Buffer.from(header.slice(6), 'base64') : Buffer.from('');
  const digest = (text: Buffer): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(Buffer.from(expected)));
}

export const handlers: Handlers = { ...handle(meetingWebhook, report) };
