import sql, { empty } from 'sql-template-tag';
import { leads } from '../../src/schemas/leads/leads';
import type { Acting } from './acting';
import { actColumns } from './follow-up';

/** A caller dials the lead: an attempt, and an act on it. The lead is locked. */
export async function noteDialled({ tx, by }: Pick<Acting, 'tx' | 'by'>, leadId: string): Promise<void> {
  await tx.run(
    sql`update "leads" l set "dial_count" = coalesce("dial_count", 0) + 1, ${actColumns(by, 'call')}
        where l."tenant_id" = ${by.tenantId} and l."id" = ${leadId}`,
    'lead-dialled',
  );
}

/** A person wrote to the lead: an act on it. */
export async function noteMessageOut({ tx, by }: Pick<Acting, 'tx' | 'by'>, leadId: string): Promise<void> {
  await tx.run(
    sql`update "leads" l set ${actColumns(by, 'message')} where l."tenant_id" = ${by.tenantId} and l."id" = ${leadId}`,
    'lead-message-out',
  );
}

/** A meeting with the lead took place: an act on it. */
export async function noteMeetingHeld({ tx, by }: Pick<Acting, 'tx' | 'by'>, leadId: string): Promise<void> {
  await tx.run(
    sql`update "leads" l set ${actColumns(by, 'meeting')} where l."tenant_id" = ${by.tenantId} and l."id" = ${leadId}`,
    'lead-meeting-held',
  );
}

/** The provider did not take the call: the attempt does not count. */
export async function noteNotDialled({ tx, by }: Pick<Acting, 'tx' | 'by'>, leadId: string): Promise<void> {
  await tx.run(
    sql`update "leads" set "dial_count" = greatest(0, coalesce("dial_count", 0) - 1) where "tenant_id" = ${by.tenantId} and "id" = ${leadId}`,
    'lead-not-dialled',
  );
}

/** Lead and user talk. Answering the lead's own call is an act on it; a call to the lead was one when it was dialled. */
export async function noteConnected(
  { tx, by }: Pick<Acting, 'tx' | 'by'>,
  { lead_id: leadId, direction }: { readonly lead_id: string; readonly direction: string },
): Promise<void> {
  const inbound = direction === 'inbound';
  await tx.run(
    sql`update "leads" l set "connected_count" = coalesce("connected_count", 0) + 1 ${inbound ? sql`, ${actColumns(by, 'call')}` : empty}
        where l."tenant_id" = ${by.tenantId} and l."id" = ${leadId}`,
    inbound ? 'lead-call-answered' : 'lead-connected',
  );
}

/** A word such as STOP, and nothing else. */
export const optOut = /^\s*(stop|unsubscribe|opt.?out)\s*[.!]?\s*$/i;
/** A lead's WhatsApp message: a word such as STOP withdraws the consent. */
export async function noteMessageIn({ tx, by }: Pick<Acting, 'tx' | 'by'>, leadId: string, text: string | null): Promise<void> {
  if (!text || !optOut.test(text)) return;
  await tx.run(
    sql`update "leads" set "consent" = coalesce("consent", '{}'::jsonb) || '{"whatsapp": false}'::jsonb
        where "tenant_id" = ${by.tenantId} and "id" = ${leadId} and "deleted_at" is null`,
    'lead-opt-out',
  );
}

const mostTags = leads.fields.properties.tags.maxItems;

/** Answers why the tag is not added, in words; undefined where it is. The lead is locked. */
export async function addTag(
  { tx, by }: Pick<Acting, 'tx' | 'by'>,
  lead: { readonly id: string; readonly tags: readonly string[] | null },
  tag: string,
): Promise<string | undefined> {
  if (lead.tags?.includes(tag)) return 'The lead already has this tag.';
  if ((lead.tags?.length ?? 0) >= mostTags) return `The lead has ${mostTags} tags, the maximum.`;
  await tx.run(
    sql`update "leads" set "tags" = coalesce("tags", '[]'::jsonb) || ${JSON.stringify([tag])}::jsonb
        where "tenant_id" = ${by.tenantId} and "id" = ${lead.id}`,
    'lead-tag',
  );
  return undefined;
}
