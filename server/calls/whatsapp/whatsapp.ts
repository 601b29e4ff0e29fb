import sql from 'sql-template-tag';
import * as whatsappCalls from '../../../src/schemas/calls/whatsapp';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { providerOf } from '../../channels/providers';
import type { Whatsapp } from '../../channels/whatsapp';
import { chatWith } from '../../channels/whatsapp-chats';
import { whatsappOf } from '../../channels/whatsapp-provider';
import type { Context, Handlers, OutsideContext } from '../../context/context';
import { handle, type CallContext, type OutsideCallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { normalisePhone, wrongPhone } from '../../domain/phone';
import { fillPlaceholders } from '../../domain/placeholders';
import { storeFile } from '../../files/file-field';
import { actorOf } from '../../identity/sessions';
import { leadOf, type LeadRecord } from '../../leads/lead-access';
import { newId } from '../../store/ids';
import type { Tx } from '../../store/store';
import { sendWhatsapp } from './whatsapp-send';

export const handlers: Handlers = {
  ...handle(whatsappCalls.enterpriseTemplates, enterpriseTemplates),
  ...handle(whatsappCalls.whatsappProjectId, projectId),
  ...handle(whatsappCalls.whatsappUploadImage, uploadImage),
  ...handle(whatsappCalls.whatsappSendMessage, sendMessage),
  ...handle(whatsappCalls.checkWhatsappCustomer, checkCustomer),
};

/** What the provider has; the sandbox has the tenant's own templates that were submitted. */
async function enterpriseTemplates(
  context: OutsideCallContext<typeof whatsappCalls.enterpriseTemplates>,
): Promise<CallReply<typeof whatsappCalls.enterpriseTemplates>> {
  const { port, known } = await reading(context, async (tx, session) => ({
    port: await portOf(tx, context, session),
    known: await submitted(tx, session),
  }));
  return { data: await port.templates(known) };
}

async function projectId({
  tx,
  session,
  services,
}: CallContext<typeof whatsappCalls.whatsappProjectId>): Promise<CallReply<typeof whatsappCalls.whatsappProjectId>> {
  const provider = await providerOf(tx, services, session.tenantId, 'whatsapp');
  return { data: provider?.settings['account'] ?? `sandbox-${session.tenantId.slice(-8).toLowerCase()}` };
}

/** The image is stored, then sent to the provider; `url` is valid for 15 minutes. */
async function uploadImage(
  context: OutsideCallContext<typeof whatsappCalls.whatsappUploadImage>,
): Promise<CallReply<typeof whatsappCalls.whatsappUploadImage>> {
  const { upload, services } = context;
  const session = context.session!;
  if (!upload) throw invalid('file', 'File is required');
  const { kept, port } = await services.store.transaction(actor(context), async (tx) => ({
    kept: await storeFile(`upload:${upload.field}`, { ...pictures, field: upload.field }, { ...context, session, tx }),
    port: await portOf(tx, context, session),
  }));
  const { address, bytes, mime } = kept;
  if (!bytes || !mime) throw invalid('file', 'File is required');
  const id = address.slice('files/'.length);
  const media_id = await port.upload({ bytes, mime, name: upload.name });
  await services.store.transaction(actor(context), (tx) =>
    tx.run(sql`
      insert into "whatsapp_media" ("tenant_id", "id", "media_id", "file", "mime", "name")
      values (${session.tenantId}, ${newId()}, ${media_id}, ${address}, ${mime}, ${upload.name.slice(0, 200)})`),
  );
  return { message: 'Image uploaded.', data: { url: services.files.address(id, session.tenantId, session.userId), media_id } };
}

/** An approved template, filled, to a lead or a number; the message leaves through the outbox. */
async function sendMessage(
  context: CallContext<typeof whatsappCalls.whatsappSendMessage>,
): Promise<CallReply<typeof whatsappCalls.whatsappSendMessage>> {
  const { tx, session, services, body } = context;
  const { template_id, params = [], lead_id, phone } = body;
  const to = lead_id ? phoneOf(await leadOf(context, lead_id)) : e164(phone);
  const template = await tx.row<{ template_name: string; template_body: string; provider_status: string }>(sql`
    select "template_name", "template_body", "provider_status" from "whatsapp_templates"
    where "tenant_id" = ${session.tenantId} and "id" = ${template_id} and "status" = 1 and "deleted_at" is null`);
  if (!template) throw invalid('template_id', 'Template not found');
  if (template.provider_status !== 'APPROVED') throw problem(409, `The template ${template.template_name} is not approved yet.`);
  const filled = fillPlaceholders(template.template_body, params);
  if (filled.missing.length) throw invalid('params', `Values for ${filled.missing.join(', ')} are missing`);
  const chat = await chatWith(tx, session.tenantId, to.replace(/\D/g, ''), null);
  const { kept, providerId } = await sendWhatsapp(
    context,
    chat,
    { to, subject: template.template_name, body: filled.text },
    {
      type: 'template',
      text: filled.text,
      mediaId: null,
      mediaUrl: null,
      templateId: template_id,
      params,
      businessInitiated: true,
      at: services.now(),
    },
  );
  return { message: 'Message sent.', data: { message_id: providerId ?? kept._id } };
}

async function checkCustomer(
  context: OutsideCallContext<typeof whatsappCalls.checkWhatsappCustomer>,
): Promise<CallReply<typeof whatsappCalls.checkWhatsappCustomer>> {
  const phone = e164(String(context.body.phone));
  const port = await reading(context, (tx, session) => portOf(tx, context, session));
  const { waUserId } = await port.customer(phone);
  return { data: { exists: waUserId !== null, wa_user_id: waUserId } };
}

const pictures = {
  resource: 'whatsapp-media',
  title: 'File',
  bytes: 10 * 1024 * 1024,
  kinds: {
    png: { mime: 'image/png', starts: [[0x89, 0x50, 0x4e, 0x47]] },
    jpg: { mime: 'image/jpeg', starts: [[0xff, 0xd8, 0xff]] },
    jpeg: { mime: 'image/jpeg', starts: [[0xff, 0xd8, 0xff]] },
    pdf: { mime: 'application/pdf', starts: [[0x25, 0x50, 0x44, 0x46]] },
    ogg: { mime: 'audio/ogg', starts: [[0x4f, 0x67, 0x67, 0x53]] },
    mp3: {
      mime: 'audio/mpeg',
      starts: [
        [0x49, 0x44, 0x33],
        [0xff, 0xfb],
      ],
    },
    mp4: { mime: 'video/mp4', starts: [0x14, 0x18, 0x1c, 0x20].map((size) => [0, 0, 0, size, 0x66, 0x74, 0x79, 0x70]) },
  },
} as const;

async function portOf(tx: Tx, { services }: Pick<Context, 'services'>, session: Session): Promise<Whatsapp> {
  return whatsappOf(await providerOf(tx, services, session.tenantId, 'whatsapp'), services);
}

function submitted(tx: Tx, { tenantId }: Session): Promise<whatsappCalls.EnterpriseTemplate[]> {
  return tx.rows<whatsappCalls.EnterpriseTemplate>(sql`
    select "template_name" as "name", "category", "language", case "provider_status" when 'IN_APPEAL' then 'REJECTED' else "provider_status" end as "status",
      jsonb_build_array(jsonb_build_object('type', 'BODY', 'text', "template_body"))
        || case when "footer" is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('type', 'FOOTER', 'text', "footer")) end
        || case when coalesce("buttons", '[]'::jsonb) = '[]'::jsonb then '[]'::jsonb
          else jsonb_build_array(jsonb_build_object('type', 'BUTTONS', 'buttons', "buttons")) end as "components"
    from "whatsapp_templates" where "tenant_id" = ${tenantId} and "provider_status" <> 'DRAFT' and "deleted_at" is null
    order by "template_name", "language" limit 500`);
}

function phoneOf(lead: LeadRecord): string {
  const phone = lead['whatsapp_number'] ?? lead.phone;
  if (typeof phone !== 'string' || !phone) throw invalid('lead_id', 'This lead has no phone number');
  return phone;
}
function e164(phone: string | undefined): string {
  if (!phone) throw invalid('phone', 'Enter a phone number or choose a lead');
  const verdict = normalisePhone(phone);
  if (!verdict.ok) throw invalid('phone', wrongPhone);
  return verdict.e164;
}

const actor = ({ session, request }: OutsideContext) => ({
  ...actorOf(request, session!.tenantId, session!.userId),
  jti: session!.jti,
  tokenVersion: session!.tokenVersion,
});
function reading<T>(context: OutsideContext, work: (tx: Tx, session: Session) => Promise<T>): Promise<T> {
  return context.services.store.transaction(actor(context), (tx) => work(tx, context.session!), { readOnly: true });
}
