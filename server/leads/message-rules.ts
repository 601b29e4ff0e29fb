import sql from 'sql-template-tag';
import type { LeadChannel, LeadMessages } from '../../src/schemas/calls/lead-messages';
import { mayDo } from '../../src/schemas/kit/access';
import { featureOff } from '../../src/schemas/kit/problem';
import { chatOwner, chatsWithLeads, leadOfNumber } from '../channels/whatsapp-chats';
import type { Context } from '../context/context';
import { isInScope } from '../context/data-scope';
import { openUntil } from '../domain/reply-window';
import { gateForLead } from '../lead-events/lead-gate';
import { reachable } from '../lead-events/send-to-lead';
import type { LeadRecord } from './lead-access';

type Asking = Pick<Context, 'tx' | 'session' | 'services'>;

/** The WhatsApp chat with the lead's number. */
export interface ChatOfLead {
  readonly id: string;
  readonly owner_id: string | null;
  readonly last_in_at: string | null;
}
/** What can be sent to the lead in the channel now; `code`: how the server refuses what it cannot. */
export interface Writable {
  readonly refused: { readonly code: 403 | 409; readonly message: string } | null;
  readonly open_until: string | null;
  readonly chat: ChatOfLead | undefined;
}

/** The same rules for the page and for the sending: rights, consent, the number, and WhatsApp's 24 hours. */
export async function writable(context: Asking, lead: LeadRecord, channel: LeadChannel): Promise<Writable> {
  const { session } = context;
  const refuse = (code: 403 | 409, message: string): Writable => ({
    refused: { code, message },
    open_until: null,
    chat: undefined,
  });
  const closed = await mayWrite(context, channel);
  if (closed) return refuse(403, closed);
  const { tx, services } = context;
  const reached = await gateForLead(tx, session.tenantId, reachable(lead), channel, { automatic: false }, services.now());
  if ('why' in reached) return refuse(409, reached.why);
  const { to } = reached;
  if (channel !== 'whatsapp') return { refused: null, open_until: null, chat: undefined };
  const chat = await chatWithNumber(context, to);
  const owner = chat ? chat.owner_id : await ownerOfNew(context, lead, to);
  if (owner && !isInScope(session.scope, owner))
    return refuse(403, 'The WhatsApp chat with this number belongs to someone else.');
  return { refused: null, open_until: openUntil(chat?.last_in_at, context.services.now())?.toISOString() ?? null, chat };
}

/** Why the person cannot use the channel at all; null: they can. */
export async function mayWrite(context: Asking, channel: LeadChannel): Promise<string | null> {
  if (channel !== 'whatsapp') return context.session.features?.[channel] === false ? featureOff : null;
  return (await mayWhatsapp(context)) ? null : noWhatsapp;
}

const noWhatsapp = 'You do not have access to WhatsApp. Please contact the administrator.';
/** D-115: the access of the person, and the right of the role. */
async function mayWhatsapp({ tx, session }: Asking): Promise<boolean> {
  if (!mayDo(session, { code: 'WhatsApp_Communication' }, 'create')) return false;
  const user = await tx.row(sql`
    select 1 from "users" where "tenant_id" = ${session.tenantId} and "id" = ${session.userId} and "wp_access" = 1`);
  return user !== undefined;
}

function chatWithNumber({ tx, session }: Asking, to: string): Promise<ChatOfLead | undefined> {
  return tx.row(sql`
    select c."id", ${chatOwner} as "owner_id", c."last_in_at" from ${chatsWithLeads}
    where c."tenant_id" = ${session.tenantId} and c."wa_user_id" = ${to.replace(/\D/g, '')} and c."deleted_at" is null`);
}

/** Whose a chat will be that does not exist yet: the number may be another lead's too. */
async function ownerOfNew({ tx, session }: Asking, lead: LeadRecord, to: string): Promise<string | null> {
  const found: { id: string; user_id: string | null } | undefined = await tx.row(
    leadOfNumber(session.tenantId, `+${to.replace(/\D/g, '')}`),
  );
  return found && found.id !== lead.id ? found.user_id : null;
}

/** The templates that can be sent in the channel. */
export function templatesOf({ tx, session }: Asking, channel: LeadChannel): Promise<LeadMessages['templates'][number][]> {
  const own = sql`"tenant_id" = ${session.tenantId} and "status" = 1 and "deleted_at" is null`;
  const from = {
    sms: sql`select "id", "name" from "sms_templates" where ${own}`,
    email: sql`select "id", "name" from "campaign_templates" where ${own} and "channel" = 'email' and "body_html" is not null`,
    whatsapp: sql`select "id", "template_name" || ' (' || "language" || ')' as "name" from "whatsapp_templates"
      where ${own} and "provider_status" = 'APPROVED'`,
  }[channel];
  return tx.rows(sql`${from} order by "name", "id" limit 500`);
}
