import type { AnyRow } from '../../src/schemas/kit/resource';
import type { Tx } from '../store/store';
import type { Office } from './lead-rows';
import type { Chance } from './random';

/** A tenant being filled: rows of one table at a time, with tenant, id and a time of making added. */
export interface Filling {
  readonly tx: Tx;
  readonly office: Office;
  readonly luck: Chance;
  readonly now: number;
  /** All for Northstar, a few for the others. */
  readonly most: number;
  add(table: string, rows: readonly Readonly<AnyRow>[]): Promise<string[]>;
}
export const day = 86_400_000;
export const iso = (at: number): string => new Date(at).toISOString();
