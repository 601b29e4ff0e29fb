import sql from 'sql-template-tag';
import { isRecord } from '../../src/schemas/kit/is-record';
import { problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import type { Tx } from '../store/store';

/** The provider that a tenant chose for a channel in /config/providers. */
export interface Provider {
  /** Its row. */
  readonly id: string;
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
  const row: Stored | undefined = await tx.row(
    sql`select ${columns} from "provider_settings"
      where "tenant_id" = ${tenantId} and "channel" = ${channel} and "status" = 1 and "provider" <> 'sandbox' and "deleted_at" is null
      order by "updated_at" desc limit 1`,
    'provider_of',
  );
  return row && opening(row, tenantId, secrets);
}

/** The provider of a row with its channel, whether it is active or not; undefined: there is none. */
export async function providerById(
  tx: Tx,
  { secrets }: Pick<Services, 'secrets'>,
  tenantId: string,
  id: string,
): Promise<{ readonly channel: string; readonly provider: Provider } | undefined> {
  const row: (Stored & { channel: string }) | undefined = await tx.row(
    sql`select "channel", ${columns} from "provider_settings" where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null`,
    'provider_by_id',
  );
  return row && { channel: row.channel, provider: opening(row, tenantId, secrets) };
}

interface Stored {
  readonly id: string;
  readonly provider: string;
  readonly settings: Record<string, string> | null;
  readonly request: Record<string, string> | null;
  readonly credentials: string | null;
}
const columns = sql`"id", "provider", "settings", "request", "credentials"`;

function opening(row: Stored, tenantId: string, secrets: Services['secrets']): Provider {
  const { id, provider: name, settings, request, credentials: sealed } = row;
  return {
    id,
    name,
    settings: { ...settings, ...request },
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
