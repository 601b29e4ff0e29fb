/**
 * What a list asks of the data provider (refine's `meta`) and what it gets back. Filters and sorters travel as refine's own;
 * paging and search do not, because refine knows no cursor: `pagination: { mode: 'off' }` goes with this.
 */
export interface ListMeta {
  /** Rows of the page; the server answers up to `largestPage` of them, 1,000 of a look-up. */
  readonly limit?: number;
  /** Rows to skip (numbered pages, up to row 10,000), or the row's cursor to continue after or before. */
  readonly start?: number;
  readonly after?: string;
  readonly before?: string;
  /** Text looked for in the resource's `search` fields. */
  readonly search?: string;
  /** Columns in addition to the schema's whose references need their texts, joined by commas. */
  readonly labels?: string;
  /** Count exactly although the resource's count is capped (D-047). */
  readonly exact?: boolean;
}
/** Rows are reached by number up to here, by cursor beyond (D-047). */
export const lastRowByNumber = 10_000;
/** Rows of one page of a list (D-047). */
export const largestPage = 100;
export interface ListAnswer<T> {
  readonly data: T[];
  readonly total: number;
  /** False: there are more than 10,000 and `total` is 10,001 (D-047). */
  readonly totalExact?: boolean;
  readonly next?: string;
  readonly prev?: string;
}
