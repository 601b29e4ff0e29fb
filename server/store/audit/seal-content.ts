import { createHash } from 'node:crypto';

/** Audit rows in one seal, at most. */
export const rowsOfSeal = 1000;

/**
 * What is in a seal for the audit row `a`, 40 bytes as hex: its number and the SHA-256 of everything it says. The list of
 * columns is part of what is sealed: a further column gets a list of its own for rows from then on.
 */
export const sealEntry = `encode(int8send(a."seq") || sha256(convert_to(json_build_array(a."tenant_id", a."seq",
  (extract(epoch from a."at") * 1000)::bigint, a."user_id", a."table_name", a."row_key", a."op", a."old", a."new", a."ip", a."agent",
  a."request_id", a."reason")::text, 'UTF8')), 'hex')`;
export const entryLength = 80;

/** One link of a tenant's chain; `hash` is over the link before and the entries of the rows up to `lastSeq`. */
export interface SealedPart {
  readonly tenantId: string;
  readonly number: number;
  readonly lastSeq: number;
  /** Entries one after the other, hex. */
  readonly entries: string;
}

export function hashOfSeal({ tenantId, number, lastSeq, entries }: SealedPart, before: string): string {
  const head = JSON.stringify([tenantId, number, lastSeq, before]);
  return createHash('sha256').update(`${head}\n${entries}`).digest('hex');
}

/** The use of the key that signs the hash: who can write the database alone cannot make a seal. */
export const sealUse = 'audit seal';

/** The number of the row that an entry stands for. */
export const seqOfEntry = (entry: string): number => Number(BigInt(`0x${entry.slice(0, 16)}`));
