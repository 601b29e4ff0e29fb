import sql from 'sql-template-tag';
import type { Services } from '../http/context';
import type { Tx } from '../store/store';

/** The provider that a tenant chose for a channel in /config/providers, its credentials opened. */
export interface Provider {
  readonly name: string;
  readonly settings: Readonly<Record<string, string | undefined>>;
  readonly credentials: Readonly<Record<string, string | undefined>>;
}

/** The active provider of the channel; undefined: the built-in sandbox (D-143). */
export async function providerOf(
  tx: Tx,
  { secrets }: Pick<Services, 'secrets'>,
  tenantId: string,
  channel: string,
): Promise<Provider | undefined> {
  const row = await tx.row<{ id: string; provider: string; settings: Record<string, string> | null; credentials: string | null }>(
    sql`select "id", "provider", "settings", "credentials" from "provider_settings"
      where "tenant_id" = ${tenantId} and "channel" = ${channel} and "status" = 1 and "provider" <> 'sandbox' and "deleted_at" is null
      order by "updated_at" desc limit 1`,
    'provider_of',
  );
  if (!row) return undefined;
  const opened = row.credentials
    ? (JSON.parse(secrets.open(row.credentials, `${tenantId}/provider-settings/credentials/${row.id}`)) as Record<string, string>)
    : {};
  return { name: row.provider, settings: row.settings ?? {}, credentials: opened };
}
