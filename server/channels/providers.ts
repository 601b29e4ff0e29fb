import sql from 'sql-template-tag';
import { isRecord } from '../../src/schemas/kit/is-record';
import { problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import type { Tx } from '../store/store';

/** The provider that a tenant chose for a channel in /config/providers. */
export interface Provider {
  readonly name: string;
  readonly settings: Readonly<Record<string, string | undefined>>;
  /** Opened when they are read: Problem 422 where that is not possible. */
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
  const { id, provider: name, settings, credentials: sealed } = row;
  return {
    name,
    settings: settings ?? {},
    get credentials() {
      return sealed ? opened(() => secrets.open(sealed, `${tenantId}/provider-settings/credentials/${id}`)) : {};
    },
  };
}

function opened(open: () => string): Provider['credentials'] {
  try {
    const values: unknown = JSON.parse(open());
    return isRecord(values) ? texts(values) : {};
  } catch {
    throw problem(422, "The provider's credentials cannot be opened with this SECRET_KEY. Please enter them again.");
  }
}

const texts = (values: object): Provider['credentials'] =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
