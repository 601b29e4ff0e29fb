import type { AnyRow } from '../../src/schemas/kit/resource';
import type { Tx } from '../store/store';
import type { Office } from './lead-rows';
import type { Chance } from './random';

/** What seeding one tenant needs. `add` inserts rows of one table, and adds the tenant, the id and the time of creation. */
export interface SeedContext {
  readonly tx: Tx;
  readonly office: Office;
  readonly luck: Chance;
  readonly now: number;
  /** How many rows of a sample list: all for Northstar, a few for the others. */
  readonly most: number;
  add(table: string, rows: readonly Readonly<AnyRow>[]): Promise<string[]>;
}
