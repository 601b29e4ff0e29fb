import type { Tx } from '../store/store';

/** Stored bytes without a row yet; without one they are deleted after an hour. */
export interface StoredBytes {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

/** Bytes on disk next to the database (or an S3-compatible store later), one row of `files` each. */
export interface FileStore {
  /** Writes the row of bytes that are already stored and returns its id, so that a transaction never waits for the disk. */
  put(
    tx: Tx,
    tenantId: string,
    file: {
      readonly name: string;
      readonly mime: string;
      readonly purpose: string;
      readonly ownerResource?: string;
      readonly ownerId?: string;
      readonly stored: StoredBytes;
    },
  ): Promise<{ readonly id: string; readonly size: number; readonly sha256: string }>;
  /**
   * Copies bytes, or the file of a path, under a random key, flushed to disk; before the transaction that writes their row, never
   * in one.
   */
  store(tenantId: string, source: Buffer | string): Promise<StoredBytes>;
  /** The place of the bytes of a file of the transaction's tenant, for reading. */
  pathOf(
    tx: Tx,
    tenantId: string,
    id: string,
  ): Promise<{
    readonly path: string;
    readonly name: string;
    readonly mime: string;
    readonly size: number;
    readonly sha256: string;
  }>;
  /** A signed address, 15 minutes: HMAC over id, tenant, user and expiry. */
  address(id: string, tenantId: string, userId: string): string;
}
