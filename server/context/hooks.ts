import type { Sql } from 'sql-template-tag';
import type { Problem } from '../../src/schemas/kit/problem';
import type { AnyResource, AnyRow, Draft, NewRecord, Stored } from '../../src/schemas/kit/resource';
import type { Context, Sent } from './context';
import type { Session } from './session';

/**
 * What a resource does beyond the generic calls; server/hooks/<subject>/<resource>.ts exports one object `hooks` of this type:
 * `export const hooks: Hooks<typeof leaves> = { … }` knows the fields of the schema file by name and type.
 */
export interface Hooks<R extends AnyResource = AnyResource> {
  /**
   * A create or update that is refused: the Problem to answer instead, for calls whose refusals have words or members of their
   * own.
   */
  refused?(problem: Problem, values: Readonly<Draft<R>>, operation: 'create' | 'update'): Problem;
  /** Asks what `beforeCreate` will need, without waiting: the question travels with the look at the draft's references. */
  askAhead?(context: Context): void;
  /** Can change a valid draft before it is stored, or throw a Problem to refuse it. If it returns a StandIn, nothing is stored. */
  beforeCreate?(draft: NewRecord<R>, context: Context): Promise<Draft<R> | StandIn>;
  /** `beforeCreate` looked for a record with the same unique values: one that appears all the same came meanwhile. */
  readonly looksFirst?: true;
  /** `patch` holds the changed fields, `before` the stored record. */
  beforeUpdate?(patch: Draft<R>, before: Stored<R>, context: Context): Promise<Draft<R>>;
  beforeDelete?(row: Stored<R>, context: Context): Promise<void>;
  /** In the same transaction, after the row is written. `before` is null on create. */
  afterWrite?(row: Stored<R>, before: Stored<R> | null, context: Context): Promise<void>;
  /**
   * Rows can be marked done in bulk, with a reason, by people of these roles; `reopen` takes it back while the row has what `done`
   * answered.
   */
  readonly finish?: {
    readonly roles: readonly number[];
    done(row: Stored<R>, reason: string, context: Context): Promise<Readonly<ActValues>>;
    reopen(row: Stored<R>, context: Context): Promise<void>;
  };
  /** What else can be done with many rows at once, by name: `action: 'act'` of the bulk call. */
  readonly acts?: Readonly<
    Record<
      string,
      ActOnRows & {
        /** The row is locked and in the person's scope. A Problem below 500 is the row's reason and undoes what this row wrote. */
        run(row: Stored<R>, values: Readonly<ActValues>, context: Context, place: ActPlace): Promise<Acted>;
        undo?(row: Stored<R>, before: Readonly<ActValues>, context: Context): Promise<void>;
        /** Before anything is done: why each of the rows would be skipped, null where it would not be. */
        refusals?(rows: readonly Stored<R>[], values: Readonly<ActValues>, context: Context): Promise<readonly (string | null)[]>;
      }
    >
  >;
  /**
   * Fills virtual fields of the rows about to be answered, after `_labels` were put on them: one statement for all rows, none
   * in a list whose columns do not show them (a list has three statements).
   */
  present?(rows: Stored<R>[], context: Context, of: 'list' | 'read'): Promise<Stored<R>[]>;
  /**
   * Virtual yes/no fields: each a select of one column, the keys (of those given) for which it is true. They ride in the
   * statement of the labels, so a list stays within three.
   */
  readonly marks?: Readonly<Record<string, (keys: readonly (string | number)[], context: Context) => Sql>>;
  /** Virtual texts: each a select of `key` and `text` for the keys given. They ride in the statement of the labels too. */
  readonly texts?: Hooks<R>['marks'];
  /** The same for the columns that the schema file calls `asked`: selected only for a list or an export that shows them. */
  readonly asked?: Hooks<R>['marks'];
  /**
   * Of a view: a select of its rows, with `tenant_id`, every field of the schema file and the system columns, of this tenant alone.
   * Its text is the same for every reader; whose rows they may see, the schema's scope says. A select for each resource that the
   * rows come from: a page reads as many of each as it shows.
   */
  rows?(context: Context): Sql | readonly Sql[];
  /** Query names of the list in addition to the schema's `filter`; `listWhere` reads them from the query as sent. */
  readonly listQuery?: readonly string[];
  /** A further predicate of the list and its count. Columns stand unqualified, or behind the table's own quoted name. */
  listWhere?(query: Sent, context: Context): Sql | undefined;
  /** Rows that this page of the list can show in addition to those of the scope; exports and bulk work keep to the scope. */
  alsoListed?(query: Sent, context: Context): Sql | undefined;
  /** Records that can be read one by one in addition to those of the scope; a change of them keeps to the scope. */
  alsoRead?(context: Context): Sql;
}

/** Values of an act, of a row before and after it, and what it keeps from row to row: JSON. */
export type ActValues = AnyRow;
/** Something that a bulk job does with each row, besides a change of fields and a deletion: assigning leads in turn, for example. */
interface ActOnRows {
  /** As the list of changes says it: 'Re-assigned'. */
  readonly done: string;
  /** 'fields': by writing `before` back, unless someone changed them since. 'own': by `undo`. */
  readonly undoes: 'fields' | 'own' | null;
  may(session: Session): boolean;
  /** The values that are kept with the job. Throws Problem 422 at the field; asked before anything is queued. */
  check(values: Readonly<ActValues>, context: Context): Promise<ActValues>;
  /** With the last step: what is done once for all rows. */
  end?(values: Readonly<ActValues>, context: Context, memo: Readonly<ActValues>): Promise<void>;
}
export type BulkAct<R extends AnyResource = AnyResource> = NonNullable<Hooks<R>['acts']>[string];
/** Where a row stands in its job. `memo` goes from row to row and survives a restart; it is JSON. */
export interface ActPlace {
  readonly at: number;
  readonly of: number;
  readonly memo: ActValues;
}
/** Fields that are written as an update writes them; or what the act wrote itself, as it was and as it is (null: no field). */
export type Acted = { readonly values: ActValues } | { readonly before: ActValues | null; readonly after: ActValues | null };

/** The draft is a record that exists already (a re-enquiry): the create answers that one, or its id alone outside the scope. */
export class StandIn {
  constructor(readonly id: string | number) {}
}
