import type { Secrets } from '../store/secrets';

const seconds = 15 * 60;
const use = 'file-address';

/** Whom an address was made for. */
export interface AddressClaims {
  readonly tenantId: string;
  readonly userId: string;
}

/** `/api/files/{id}?e=…&s=…`: `e` names tenant, user and the second it ends, `s` signs it together with the file's id. */
export function signAddress(secrets: Secrets, id: string, claims: AddressClaims, now: Date): string {
  const ends = Math.floor(now.getTime() / 1000) + seconds;
  const e = Buffer.from(JSON.stringify([claims.tenantId, claims.userId, ends])).toString('base64url');
  return `/api/files/${id}?e=${e}&s=${secrets.sign(use, `${id}.${e}`)}`;
}

/** The claims of a genuine address that has not ended; undefined otherwise. */
export function readAddress(secrets: Secrets, id: string, e: string, s: string, now: Date): AddressClaims | undefined {
  if (!secrets.verify(use, `${id}.${e}`, s)) return undefined;
  const claims: unknown = JSON.parse(Buffer.from(e, 'base64url').toString('utf8'));
  const [tenantId, userId, ends]: unknown[] = Array.isArray(claims) ? claims : [];
  if (typeof tenantId !== 'string' || typeof userId !== 'string' || typeof ends !== 'number') return undefined;
  return ends * 1000 > now.getTime() ? { tenantId, userId } : undefined;
}
