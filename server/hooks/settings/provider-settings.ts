import sql from 'sql-template-tag';
import { recordIn } from '../../../src/schemas/kit/is-record';
import { mayDo } from '../../../src/schemas/kit/access';
import { providerSettings } from '../../../src/schemas/settings/provider-settings';
import { reportsOf } from '../../channels/provider-reports';
import { incomingAddress } from '../../channels/twilio-reports';
import { reportAddress } from '../../channels/report-address';
import { newVapidKey, vapidPublicKey } from '../../channels/web-push';
import type { Hooks } from '../../context/hooks';

interface Health {
  readonly id: string;
  readonly last_report_at: string | null;
  readonly unknown_reports: number | null;
  readonly last_error: string | null;
  readonly last_error_at: string | null;
}
/** Rows of the ledger that are looked through for the last error. */
const looked = 5000;

export const hooks: Hooks<typeof providerSettings> = {
  beforeCreate: async (draft) => ({ ...draft, ...pushKeys({ ...draft, isNew: true }) }),
  beforeUpdate: async (patch, before) => ({ ...patch, ...pushKeys({ ...before, ...patch, credentials: patch.credentials }) }),
  /** Where reports go, how they went, and the last message that the provider refused. */
  async present(rows, { tx, session, services }) {
    const { tenantId } = session;
    const found: Health[] = await tx.rows(
      sql`select p."id", s."last_report_at", s."unknown_reports", e."error" as "last_error", e."at" as "last_error_at"
          from "provider_settings" p
          left join "provider_states" s on s."tenant_id" = p."tenant_id" and s."provider_id" = p."id" and s."deleted_at" is null
          left join lateral (
            (select o."error", coalesce(o."asked_at", o."created_at") as "at" from (
              select * from "outbox_messages" m where m."tenant_id" = ${tenantId} order by m."id" desc limit ${looked}) o
              where o."channel" = p."channel" and o."provider" = p."provider" and o."error" is not null limit 1)
            union all
            (select m."error", m."sent_at" from (
              select * from "whatsapp_messages" w where w."tenant_id" = ${tenantId} order by w."id" desc limit ${looked}) m
              where p."channel" = 'whatsapp' and m."error" is not null limit 1)
            order by "at" desc nulls last limit 1
          ) e on true
          where p."tenant_id" = ${tenantId} and p."id" = any(${rows.map(({ id }) => id)}::text[])`,
      'provider-health',
    );
    const byId = new Map(found.map(({ id, ...health }) => [id, health]));
    // The address is a secret of those who set the provider up.
    const maySee = mayDo(session, providerSettings.access, 'update');
    return rows.map((row) => ({
      ...row,
      ...byId.get(row.id),
      ...(maySee ? { report_url: addressOf(row, tenantId, services) } : {}),
    }));
  },
};

function addressOf(
  { id, channel, provider }: { readonly id: string; readonly channel?: string | null; readonly provider?: string | null },
  tenantId: string,
  services: Parameters<typeof reportAddress>[0],
): string | null {
  if (channel === 'whatsapp' && provider === 'meta') return `${services.config.publicUrl}/api/whatsapp/webhook/${tenantId}`;
  if (channel === 'telephony' && provider === 'twilio') return incomingAddress(services.config.publicUrl, tenantId);
  return channel && provider && reportsOf(channel, provider) ? reportAddress(services, tenantId, id) : null;
}

/** Web Push needs a pair of keys: one is made unless it was entered. The public one, which pages need, is shown as the account. */
function pushKeys({
  provider,
  credentials,
  settings,
  isNew = false,
}: {
  readonly provider?: string | null;
  readonly credentials?: unknown;
  readonly settings?: object | null;
  readonly isNew?: boolean;
}): object {
  if (provider !== 'webpush') return {};
  const entered = recordIn(credentials)['secret'];
  const secret = typeof entered === 'string' && entered !== '' ? entered : isNew ? newVapidKey() : undefined;
  if (secret === undefined) return {};
  return { credentials: { secret }, settings: { ...settings, account: vapidPublicKey(secret) } };
}
