/**
 * `of`: the resource whose rows the column tells of, which the reader must be able to list. `from`: the field that it follows from,
 * hidden where that is. The key itself needs only a title.
 */
export interface AskedColumns<F extends string = string> {
  readonly [column: string]: { readonly title: string; readonly of?: string; readonly from?: F };
}
