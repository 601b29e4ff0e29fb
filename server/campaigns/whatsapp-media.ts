import sql from 'sql-template-tag';
import type { ChatMessage } from '../../src/schemas/calls/whatsapp-chats';
import { Problem, problem } from '../../src/schemas/kit/problem';
import { providerOf } from '../channels/providers';
import { tellOwner } from '../channels/whatsapp-chats';
import { kindOf } from '../channels/whatsapp-kinds';
import { whatsappOf } from '../channels/whatsapp-provider';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';

export const fetchWhatsappMedia = new JobKind<{ readonly message_id: string }>('whatsapp-media');
export const jobKinds: JobKinds = runs(fetchWhatsappMedia, run);

interface Waiting {
  readonly chat_id: string;
  readonly type: ChatMessage['type'];
  readonly text: string | null;
  readonly media_id: string;
}

/**
 * Fetches the file of a customer's message from the provider, outside any transaction. Until then the message says why it is
 * missing.
 */
async function run(job: RunningJob<{ readonly message_id: string }>, steps: Steps): Promise<object> {
  const { tenantId, services } = job;
  const id = job.payload.message_id;
  const { message, provider } = await steps.read(async (tx) => ({
    message: await tx.row<Waiting>(sql`
      select "chat_id", "type", "text", "media_id" from "whatsapp_messages"
      where "tenant_id" = ${tenantId} and "id" = ${id} and "direction" = 'in' and "media_id" is not null and "media_url" is null
        and "deleted_at" is null`),
    provider: await providerOf(tx, services, tenantId, 'whatsapp'),
  }));
  if (!message) return { state: 'gone' };
  const note = (error: string): Promise<unknown> =>
    steps.commit(async (tx) => {
      await tx.run(sql`
        update "whatsapp_messages" set "error" = ${error.slice(0, 300)} where "tenant_id" = ${tenantId} and "id" = ${id}`);
      await tellOwner(tx, tenantId, message.chat_id, { message: id });
      return {};
    });
  let file: { readonly bytes: Buffer; readonly mime: string; readonly extension: string };
  try {
    const bytes = await whatsappOf(provider, services).media(message.media_id);
    const kind = kindOf(bytes, message.type);
    if (!kind) throw problem(415, 'This file type is not supported.');
    file = { bytes, ...kind };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code < 500) {
      await note(error.message);
      return { state: 'refused' };
    }
    await note('The file has not arrived from WhatsApp yet.');
    throw error;
  }
  const stored = await services.files.store(tenantId, file.bytes);
  await steps.commit(async (tx) => {
    const { id: fileId } = await services.files.put(tx, tenantId, {
      name: mediaName(message, file.extension),
      mime: file.mime,
      purpose: 'attachment',
      ownerResource: 'whatsapp-messages',
      ownerId: id,
      stored,
    });
    await tx.run(sql`
      update "whatsapp_messages" set "media_url" = ${`files/${fileId}`}, "error" = null
      where "tenant_id" = ${tenantId} and "id" = ${id}`);
    await tellOwner(tx, tenantId, message.chat_id, { message: id });
    return { done: 1 };
  });
  return { state: 'kept' };
}

const office = /\.(docx?|xlsx?|pptx?)$/i;
/** A document keeps its own name where the ending is that of its bytes; an office file is a zip or an OLE container inside. */
function mediaName({ type, text }: Waiting, extension: string): string {
  const given = type === 'document' && text && /\.\w{2,5}$/.test(text) ? text : '';
  if (given.toLowerCase().endsWith(`.${extension}`)) return given;
  const ending = office.exec(given)?.[1]?.toLowerCase();
  const inside = ending && (ending.endsWith('x') ? 'zip' : 'doc');
  return inside === extension ? given : `${type}.${extension}`;
}
