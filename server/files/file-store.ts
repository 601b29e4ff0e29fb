import type { Tx } from '../store/store';

/** Bytes on disk beside the database (or an S3-compatible store later), one row of `files` each. */
export interface FileStore {
  /** Copies the bytes (flushed to disk) under a random key, writes the row, answers its id. */
  put(
    tx: Tx,
    tenantId: string,
    file: {
      readonly name: string;
      readonly mime: string;
      readonly purpose: string;
      readonly ownerResource?: string;
      readonly ownerId?: string;
    } & ({ readonly bytes: Buffer } | { readonly path: string }),
  ): Promise<{ readonly id: string; readonly size: number; readonly sha256: string }>;
  /** The place of the bytes of a file of the transaction's tenant, for reading. */
  pathOf(
    tx: Tx,
    tenantId: string,
    id: string,
  ): Promise<{ readonly path: string; readonly name: string; readonly mime: string; readonly size: number }>;
  /** A signed address, 15 minutes: HMAC over id, tenant, user and expiry. */
  address(id: string, tenantId: string, userId: string): string;
}
