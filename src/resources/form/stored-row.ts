import { isRecord } from '../../schemas/kit/is-record';
import type { AnyRecord } from '../../schemas/kit/resource';

/** A record as a call answers it. */
export type StoredRow = AnyRecord;

export const isStored = (value: unknown): value is StoredRow =>
  isRecord(value) && (typeof value['id'] === 'string' || typeof value['id'] === 'number');
