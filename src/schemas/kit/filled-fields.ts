/** A field of the record, or of the rows of a list: 'items.*.price'. */
export type PathOf<F extends string> = F | `${F}.*.${string}`;

/** Where a new record gets a value from that nobody sent: its author, the day or the moment, or another of its fields. */
export type DefaultFrom = 'user' | 'today' | 'now' | { readonly field: string };
/** By field, or by path for the rows of a list: `'items.*.from'`. There, `field` names a field of the same row. */
export type Defaults<F extends string> = { readonly [path in PathOf<F>]?: DefaultFrom };

/**
 * `fetched`: 'clg_id.city_id' is the city of the college that `clg_id` names; `computed`: a formula (kit/formula.ts). In rows both
 * name fields of the row.
 */
export type Derived<F extends string> = { readonly [path in PathOf<F>]?: string };
