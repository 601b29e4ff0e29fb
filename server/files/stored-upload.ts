import type { Context } from '../context/context';
import type { StoredBytes } from '../context/file-store';

/** The bytes of a signed-in user's upload, which the dispatcher stored before the transaction. Throws if it did not. */
export function storedBytesOf({ name, stored }: NonNullable<Context['upload']>): StoredBytes {
  if (!stored) throw new Error(`${name} was not stored before the transaction`);
  return stored;
}
