import { isDeepStrictEqual } from 'node:util';
import { recordIn } from '../../src/schemas/kit/is-record';
import type { FieldError } from '../../src/schemas/kit/problem';
import { keyOf, titleOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import type { Context } from '../context/context';
import type { Services } from '../context/services';
import type { Session } from '../context/session';
import { hashPassword } from '../identity/passwords';
import { placeOf } from '../store/sealed-values';

const dots = '••••';

/** A password is hashed and never comes back; every other secret is sealed and may be opened by the server (D-108). */
export const isHashed = (resource: AnyResource, field: string): boolean => resource.hashed?.includes(field) ?? false;

/** A value that still begins with the dots is the mask that was answered: unchanged. */
export const isMask = (value: unknown): boolean => typeof value === 'string' && value.startsWith(dots);

/** What is stored of a secret: the hash, or the text sealed to its tenant, table, column and row. */
export async function sealField(
  resource: AnyResource,
  field: string,
  key: unknown,
  value: unknown,
  context: { readonly services: Pick<Services, 'secrets'>; readonly session: Pick<Session, 'tenantId'> },
): Promise<string | null> {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  if (typeof text !== 'string' || text === '' || text === '{}') return null;
  if (isHashed(resource, field)) return hashPassword(text);
  return context.services.secrets.seal(text, placeOf(context.session.tenantId, resource, field, key));
}

/**
 * Secrets that would go to another URL than the one they were entered for. The person changing the URL may not know them, so they
 * must be entered again in the same save, or cleared.
 */
export function movedSecrets(resource: AnyResource, before: Readonly<AnyRow>, patch: Readonly<AnyRow>): FieldError[] {
  const after = { ...before, ...patch };
  return Object.entries(resource.sentTo ?? {}).flatMap(([secret, addresses = []]) => {
    const moved = addresses.find((path) => !isDeepStrictEqual(valueAt(before, path), valueAt(after, path)));
    if (moved === undefined || !before[secret] || Object.hasOwn(patch, secret)) return [];
    const where = titleOf(resource, moved.split('.')[0]!);
    return [{ path: secret, message: `${where} is changing, so enter ${titleOf(resource, secret)} again or clear it` }];
  });
}

const valueAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => recordIn(at)[name], record) ?? null;

/** Four dots and the last four characters for one record, the dots alone in lists (nothing is opened there). */
export function maskOf(
  resource: AnyResource,
  field: string,
  row: Readonly<AnyRow>,
  stored: string,
  context: Context,
  of: 'list' | 'read',
): string {
  if (of === 'list' || resource.fields.properties[field]?.type === 'object') return dots;
  const plain = opened(() =>
    context.services.secrets.open(stored, placeOf(context.session.tenantId, resource, field, row[keyOf(resource).name])),
  );
  return plain.length >= 8 ? dots + plain.slice(-4) : dots;
}

/** A secret sealed with a lost key cannot be opened; its record can still be read and given a new secret. `verify` reports it. */
function opened(open: () => string): string {
  try {
    return open();
  } catch {
    return '';
  }
}
