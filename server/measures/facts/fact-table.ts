import type { Sql } from 'sql-template-tag';
import type { DimensionValues } from '../../../src/schemas/kit/cells';
import type { DimensionId } from '../../../src/schemas/kit/dimensions';
import type { Asked } from '../asked';

/** Parts of a fact that cost a join: only measures that need one get it. */
export type FactPart =
  | 'response'
  | 'enrolled'
  | 'called_back'
  | 'gap'
  | 'waited'
  | 'since'
  | 'reached'
  | 'applied'
  | 'paid'
  | 'delivery';

/** What is counted: one row per fact, as `id`, `lead_id`, `user_id`, `at` and further columns of its own. */
export interface FactTable {
  /** Facts are leads themselves, which are then read once and not joined with themselves. Otherwise a whole select. */
  readonly ofLeads?: (asked: Asked, how: FactHow) => LeadFacts;
  readonly select?: (asked: Asked, how: FactHow) => Sql;
  /** Who is credited: the fact's own user, the lead's owner now, or nobody. */
  readonly credit: 'user' | 'owner' | 'nobody';
  /** Whether each fact has a lead: 'often' where those without one go with their user; 'never': the user's own. */
  readonly lead: 'always' | 'often' | 'never';
  /** A fact knows the site visit it was made on, in its column "visit_id". */
  readonly visits?: true;
  /** One fact may stand in several rows, one per user. */
  readonly repeats?: true;
  /** Narrowed to these values, no lead has two facts: leads are counted without looking for the same one again. */
  readonly onePerLead?: (values: DimensionValues) => boolean;
  /** It has one fact per lead, user and period; with a dimension of time per period, and totals are counted without it. */
  readonly perPeriod?: true;
  /** Dimensions of its own columns, by their names in the fact; times follow from `at`. */
  readonly own?: Readonly<Partial<Record<DimensionId, string>>>;
  /** Without a time: it tells how things are now, whatever the range, or how they were at its end or in all of it. */
  readonly timeless?: 'now' | 'range';
}
/** Over the table "leads" as alias `l`, of those that are not deleted. */
export interface LeadFacts {
  readonly columns: Sql;
  readonly joins?: Sql;
  readonly where?: Sql;
}
export interface FactHow {
  readonly parts: ReadonlySet<FactPart>;
  /** What the facts are narrowed to besides. */
  readonly values: DimensionValues;
  /** The period of a fact, as an expression on `at` (perPeriod). */
  readonly period: ((at: Sql) => Sql) | undefined;
}
