import type { Sql } from 'sql-template-tag';

/**
 * How a dimension groups facts `f` of leads `l`: by one key each, or through a relation of several keys ("key") for one value ("of").
 */
export type Grouping = { readonly key: Sql } | { readonly on: Sql; readonly relation: Sql };
