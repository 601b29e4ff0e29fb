import type { Tx } from '../store/store';

/** Bytes that are stored and have no row yet; without one they are swept after an hour. */
export interface KeptBytes {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

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
    } & ({ readonly bytes: Buffer } | { readonly path: string } | { readonly kept: KeptBytes }),
  ): Promise<{ readonly id: string; readonly size: number; readonly sha256: string }>;
  /** Copies the bytes alone, before the transaction that writes their row: what is large holds no connection meanwhile. */
  keep(tenantId: string, path: string): Promise<KeptBytes>;
  /** The place of the bytes of a file of the transaction's tenant, for reading. */
  pathOf(
    tx: Tx,
    tenantId: string,
    id: string,
  ): Promise<{ readonly path: string; readonly name: string; readonly mime: string; readonly size: number }>;
  /** A signed address, 15 minutes: HMAC over id, tenant, user and expiry. */
  address(id: string, tenantId: string, userId: string): string;
}
