/** What happened to a row; a restored one is created. refine's live events have the same names. */
export type RowChange = 'created' | 'updated' | 'deleted';

/** The live event of a page: rows of a resource changed. Without ids anything may have happened, and the page reloads. */
export interface Changed {
  readonly resource: string;
  readonly ids?: readonly (string | number)[];
  /** Those of `ids` that are new. */
  readonly created?: readonly (string | number)[];
  /** Those of `ids` that are gone. */
  readonly deleted?: readonly (string | number)[];
}
