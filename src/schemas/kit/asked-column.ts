import type { Field } from './field';

/**
 * A column that a list reads only where it is chosen. `of`: the resource whose rows the column tells of, which the reader must be
 * able to list. `from`: the fields that it follows from; hidden or masked where one of them is. The key itself needs only a title.
 */
export interface AskedColumn<F extends string = string> {
  readonly title: string;
  /** The list shows it to who chose no columns. */
  readonly shown?: true;
  /**
   * Of a count: the address of the list with the rows that it counts. `{id}` is the record's key, `{today}` the tenant's day and
   * `{month}` the first day of its month.
   */
  readonly opens?: `/${string}`;
  readonly width?: number;
  readonly of?: string;
  readonly from?: F | readonly F[];
  /** What its values are: with it, and with one of the sources below, the list can be filtered by the column. */
  readonly field?: Field;
  /**
   * The `value` of the record of `of` that names the row in `by` and is the newest by `at`. It can be sorted by too. `through`: the
   * value is one of the record of `to` that this field refers to, and records without one are passed over.
   */
  readonly newest?: {
    readonly by: string;
    readonly at: string;
    readonly value: string;
    readonly through?: { readonly field: string; readonly to: string };
  };
  /**
   * Whole days since the newest record of `of` in which two fields differ, or since the row was made where there is none. It is
   * filtered and sorted as the time from which the days count.
   */
  readonly days?: { readonly by: string; readonly at: string; readonly differ: readonly [string, string] };
  /** A yes or no of that name inside the object `from`; the field's two values are the words for them. */
  readonly part?: string;
  /** 'yes' where the time in that field has passed. */
  readonly past?: F;
  /** 'yes' where the third field of `from` is set and the time of the first has not been since that of the second. */
  readonly idle?: true;
}
export interface AskedColumns<F extends string = string> {
  readonly [column: string]: AskedColumn<F>;
}
