import type { FieldUi } from './field-ui';
import type { Rule } from './access';
import type { Fields } from './field';
import type { Condition } from './when';

/** One way to make an action's call, as a person reads it. What the wire names is taken from the record. */
export interface RecordOffer {
  readonly label: string;
  /** Offered while the record meets all of it. */
  readonly if?: Condition | readonly Condition[];
  /** Offered only to the user this field names. */
  readonly to?: string;
  /** Values that go along. */
  readonly send?: Readonly<Record<string, unknown>>;
  /** Values to ask for first, by the call's names. */
  readonly ask?: {
    readonly properties: Fields;
    readonly required?: readonly string[];
    readonly ui?: Readonly<Record<string, FieldUi>>;
  };
  /** A button of its own; without one it is in the menu. */
  readonly look?: 'primary' | 'danger' | 'plain';
}

/**
 * A hand-made call (src/schemas/calls) on a resource's page: of the list, or of one record by its id; a read is shown next to the
 * title.
 */
export interface ResourceTool {
  readonly label: string;
  readonly wire: string;
  readonly as: 'read' | 'update';
  readonly on: 'list' | 'record';
}

/** An answer that reads as a table (column by name, with its title) or as bars; `empty` says why there is nothing. */
export interface RecordSection {
  readonly title: string;
  readonly empty: string;
  readonly columns?: Readonly<Record<string, string>>;
  /** Narrows the rows to one value, by this name of the call's query. */
  readonly choose?: {
    readonly name: string;
    readonly values: readonly string[];
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** What an action with such a section answers: a page of rows with its columns and their number on all pages, else bars. */
export type ShownAnswer<S> = S extends { readonly columns: infer C }
  ? { readonly data: readonly { readonly [N in keyof C]: unknown }[]; readonly count: number }
  : { readonly data: BarsAnswer };
/** Bars by label; or by day, each with those of which something came, and whatever else is known of the whole. */
type BarsAnswer =
  | { readonly labels: readonly string[]; readonly series: readonly Bars[] }
  | { readonly by_day: readonly BarsOfDay[]; readonly [total: string]: unknown };
interface Bars {
  readonly name: string;
  readonly values: readonly number[];
}
interface BarsOfDay {
  readonly date: string;
  readonly matched: number;
  readonly executed: number;
}

/** A call of one record, or of the whole resource, beyond the generic ones. */
export interface ResourceAction {
  readonly wire: string;
  readonly as: 'read' | 'create' | 'update' | 'delete' | 'export';
  readonly access?: Rule;
  readonly multipart?: boolean;
  /** Choices on the record's page: 'Send test', or of a decision 'Approve' and 'Reject'. */
  readonly offers?: readonly RecordOffer[];
  /** What it answers is in a section of the record's page: rows by page, or bars by day or hour. */
  readonly shows?: RecordSection;
  /** For actions that cost money: how often a tenant can do it in 24 hours (TRUST-S15). */
  readonly perDay?: number;
}
export type ResourceActions = Readonly<Record<string, ResourceAction>>;

/** What the rights know an action by: 'leaves.decision' where it has a rule of its own, else its resource. */
export const actionSubject = (resource: string, name: string, { access }: Pick<ResourceAction, 'access'>): string =>
  access ? `${resource}.${name}` : resource;

/** Turns a misspelt key of an action into a compile error at that key. */
export type StrictActions<A extends ResourceActions> = {
  readonly [N in keyof A]: A[N] & { readonly [K in Exclude<keyof A[N], keyof ResourceAction>]: never };
};
