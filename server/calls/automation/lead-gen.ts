import { counted } from '../../../src/schemas/kit/counted';
import * as leadGenCalls from '../../../src/schemas/calls/lead-gen';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { cleanName } from '../../files/disk-files';
import { storedBytesOf } from '../../files/stored-upload';
import { readCampaign } from '../../campaigns/campaign-kinds';
import { startCampaign } from '../../campaigns/campaign-moves';
import { startTime } from '../../domain/start-time';

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
  if (!file) throw invalid('file', 'Choose a file');
  const name = cleanName(file.name);
  const mime = kinds[name.split('.').at(-1)!.toLowerCase()];
  if (!mime) throw invalid('file', `Choose a file of type ${Object.keys(kinds).join(', ')}`);
  const stored = await services.files.put(tx, session.tenantId, { name, mime, purpose: 'campaign', stored: storedBytesOf(file) });
  return {
    message: 'File uploaded.',
    data: { key: stored.id, url: services.files.address(stored.id, session.tenantId, session.userId) },
  };
};

/**
 * Sends a broadcast to the leads of its audience that the sender sees (TRUST-S34); one that waits for its time may be sent earlier
 * or later than planned.
 */
const send = async ({
  tx,
  session,
  services,
  body,
}: CallContext<typeof leadGenCalls.sendBroadcast>): Promise<CallReply<typeof leadGenCalls.sendBroadcast>> => {
  const ref = { kind: 'lead-gen-broadcasts', id: body.broadcast_id } as const;
  const broadcast = await readCampaign(tx, session.tenantId, ref, 'read');
  if (!broadcast) throw problem(404, 'Broadcast not found.');
  const planned =
    broadcast.schedule_at && Date.parse(broadcast.schedule_at) > services.now().getTime() ? broadcast.schedule_at : null;
  const wanted = body.schedule_at ?? planned;
  const start = wanted === null ? null : startTime(wanted, { name: 'schedule_at', title: 'Send at' }, services.now());
  const { queued, at } = await startCampaign({ tx, session, services }, ref, start?.toISOString() ?? null);
  return {
    message: at ? `Scheduled for ${counted(queued, 'lead')}.` : `Sending to ${counted(queued, 'lead')}.`,
    data: { queued },
  };
};

export const handlers: Handlers = {
  ...handle(leadGenCalls.leadGenUpload, upload),
  ...handle(leadGenCalls.sendBroadcast, send),
};
