import type { Context } from '../context/context';
import type { KeptBytes } from '../context/file-store';

/** The bytes of a signed-in person's upload, stored by the dispatcher before the transaction. */
export function keptOf({ name, kept }: NonNullable<Context['upload']>): KeptBytes {
  if (!kept) throw new Error(`${name} was not stored before the transaction`);
  return kept;
}
