import type { Sql } from 'sql-template-tag';

/**
 * How a dimension groups facts `f` of leads `l`: by one key each, or through a relation of several keys ("key") for one value ("of").
 * A relation that `marksFirst` says of one of the keys that it is the "first", so that a total can count a fact once.
 */
export type Grouping = { readonly key: Sql } | { readonly on: Sql; readonly relation: Sql; readonly marksFirst?: true };
