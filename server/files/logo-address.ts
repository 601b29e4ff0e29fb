import type { Secrets } from '../store/secrets';
import { signAddress } from './signed-address';

const lasting = new Date('2100-01-01T00:00:00Z');

/**
 * The address of a tenant's logo, which every page shows: the same as long as the picture is, another with another picture (D-110).
 * A replaced picture is no longer served. Anything that is not a stored file stays as it is.
 */
export function logoAddress(value: string | null, secrets: Secrets, tenantId: string): string | null {
  const id = /^files\/([\w-]{10,40})(?:#.*)?$/.exec(value ?? '')?.[1];
  return id ? signAddress(secrets, id, { tenantId, userId: 'logo' }, lasting) : value;
}
