import type { Sql } from 'sql-template-tag';
import type { Problem } from '../../src/schemas/kit/problem';
import type { Context } from './context';

/** What a resource does beyond the generic calls; server/hooks/<resource>.ts exports one object `hooks` of this type. */
export interface Hooks {
  /** A create or update that is refused: the Problem to answer instead, for calls whose refusals have words or members of their own. */
  refused?(problem: Problem, values: Readonly<Record<string, unknown>>, operation: 'create' | 'update'): Problem;
  /** May change or refuse a valid draft before it is stored; throws Problem to refuse. A StandIn instead stores nothing. */
  beforeCreate?(draft: Record<string, unknown>, context: Context): Promise<Record<string, unknown> | StandIn>;
  /** `patch` holds the changed fields, `before` the stored record. */
  beforeUpdate?(
    patch: Record<string, unknown>,
    before: Record<string, unknown>,
    context: Context,
  ): Promise<Record<string, unknown>>;
  beforeDelete?(row: Record<string, unknown>, context: Context): Promise<void>;
  /** In the same transaction, after the row is written. `before` is null on create. */
  afterWrite?(row: Record<string, unknown>, before: Record<string, unknown> | null, context: Context): Promise<void>;
  /**
   * Fills virtual fields of the rows about to be answered, after `_labels` were put on them: one statement for all rows, none
   * in a list whose columns do not show them (a list has three statements).
   */
  present?(rows: Record<string, unknown>[], context: Context, of: 'list' | 'read'): Promise<Record<string, unknown>[]>;
  /**
   * Virtual yes/no fields: each a select of one column, the keys (of those given) for which it is true. They ride in the
   * statement of the labels, so a list stays within three.
   */
  readonly marks?: Readonly<Record<string, (keys: readonly (string | number)[], context: Context) => Sql>>;
  /** Query names of the list beside those that the schema's `filter` gives; `listWhere` reads them from the query as sent. */
  readonly listQuery?: readonly string[];
  /** A further predicate of the list and its count. Columns stand unqualified, or behind the table's own quoted name. */
  listWhere?(query: Readonly<Record<string, unknown>>, context: Context): Sql | undefined;
  /** Rows that this page of the list may show beside those of the scope; exports and bulk work keep to the scope. */
  alsoListed?(query: Readonly<Record<string, unknown>>, context: Context): Sql | undefined;
}

/** The draft is a record that exists already (a re-enquiry): the create answers that one, or its id alone outside the scope. */
export class StandIn {
  constructor(readonly id: string | number) {}
}
