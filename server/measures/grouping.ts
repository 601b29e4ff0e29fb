import type { Sql } from 'sql-template-tag';

/**
 * How a dimension groups facts `f` of leads `l`: by one key each, or through a relation of several keys ("key") for one value ("of").
 * `marked` is the relation with a column "first", true of one of the keys of each value, so that a total can count a fact once.
 */
export type Grouping = { readonly key: Sql } | { readonly on: Sql; readonly relation: Sql; readonly marked?: Sql };
