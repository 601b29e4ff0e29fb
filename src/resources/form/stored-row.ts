import type { BaseRecord } from '@refinedev/core';
import type { Labels } from '../../schemas/kit/resource';

/** A record as a call answers it. */
export type StoredRow = BaseRecord & { id: string | number; row_version?: number; _labels?: Labels };
