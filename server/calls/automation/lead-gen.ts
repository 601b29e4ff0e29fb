import sql from 'sql-template-tag';
import { counted } from '../../../src/schemas/kit/counted';
import * as leadGenCalls from '../../../src/schemas/calls/lead-gen';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { Handlers } from '../../context/context';
import { ownerInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { cleanName } from '../../files/disk-files';
import { storedBytesOf } from '../../files/stored-upload';
import { audienceSize, type Audience } from '../../lead-events/audience';
import { broadcastWork } from '../../automation/run-broadcast';

const kinds: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  pdf: 'application/pdf',
  csv: 'text/csv',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
};

/** Stores the file next to the database, or in an S3-compatible store where one is set (D-141). */
const upload = async ({
  tx,
  session,
  services,
  upload: file,
}: CallContext<typeof leadGenCalls.leadGenUpload>): Promise<CallReply<typeof leadGenCalls.leadGenUpload>> => {
  if (!file) throw invalid('file', 'Choose a file.');
  const name = cleanName(file.name);
  const mime = kinds[name.split('.').at(-1)!.toLowerCase()];
  if (!mime) throw invalid('file', `Choose a file of type ${Object.keys(kinds).join(', ')}.`);
  const stored = await services.files.put(tx, session.tenantId, { name, mime, purpose: 'campaign', stored: storedBytesOf(file) });
  return {
    message: 'File uploaded.',
    data: { key: stored.id, url: services.files.address(stored.id, session.tenantId, session.userId) },
  };
};

interface Broadcast extends Record<string, unknown> {
  readonly id: string;
  readonly state: string;
  readonly schedule_at: string | null;
  readonly audience_id: string;
}

/**
 * Queues the messages to the leads of the audience that the sender sees (TRUST-S34); a broadcast that waits for its time may be
 * sent earlier or later than planned.
 */
const send = async ({
  tx,
  session,
  services,
  body,
}: CallContext<typeof leadGenCalls.sendBroadcast>): Promise<CallReply<typeof leadGenCalls.sendBroadcast>> => {
  const broadcast = await tx.row<Broadcast>(
    sql`select "id", "state", "schedule_at", "audience_id" from "lead_gen_broadcasts"
        where "tenant_id" = ${session.tenantId} and "id" = ${body.broadcast_id} and "deleted_at" is null for update`,
    'broadcast-to-send',
  );
  if (!broadcast) throw problem(404, 'Broadcast not found.');
  if (broadcast.state === 'sending' || broadcast.state === 'sent')
    throw problem(409, `This broadcast is already ${broadcast.state === 'sent' ? 'sent' : 'being sent'}.`);
  const audience = await tx.row<Audience>(
    sql`select "kind", "rule", "globleCondtion", "lead_ids" from "lead_gen_audiences"
        where "tenant_id" = ${session.tenantId} and "id" = ${broadcast.audience_id} and "deleted_at" is null`,
    'audience-of-broadcast',
  );
  const mine = ownerInScope(session.scope);
  const queued = audience ? await audienceSize(tx, session.tenantId, audience, session.timezone, mine) : 0;
  if (!queued) throw problem(409, 'The audience of this broadcast has no leads.');
  const wanted = body.schedule_at ?? broadcast.schedule_at;
  const at = wanted && Date.parse(wanted) > services.now().getTime() ? new Date(wanted) : null;
  if (body.schedule_at && !at) throw invalid('schedule_at', 'The send time must be in the future');
  // An earlier schedule finds another time in the row and does nothing.
  await tx.run(
    sql`update "lead_gen_broadcasts" set "state" = ${at ? 'scheduled' : 'sending'}, "schedule_at" = ${at?.toISOString() ?? null}::timestamptz,
          "totals" = ${JSON.stringify({ queued, sent: 0, delivered: 0, read: 0, failed: 0 })}::jsonb
        where "tenant_id" = ${session.tenantId} and "id" = ${broadcast.id}`,
    'broadcast-queue',
  );
  await services.jobs.add(tx, session, {
    kind: broadcastWork,
    payload: { broadcastId: broadcast.id, at: at?.toISOString() ?? null },
    ...(at ? { runAt: at } : {}),
  });
  tx.afterCommit(() => services.jobs.wake());
  const data: leadGenCalls.BroadcastQueued = { queued };
  return { message: at ? `Scheduled for ${counted(queued, 'lead')}.` : `Sending to ${counted(queued, 'lead')}.`, data };
};

export const handlers: Handlers = {
  ...handle(leadGenCalls.leadGenUpload, upload),
  ...handle(leadGenCalls.sendBroadcast, send),
};
