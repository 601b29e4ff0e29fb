import type { AskedColumns } from './asked-column';
import type { Access, Rule } from './access';
import type { DashboardCard } from './dashboard';
import type { Defaults, Derived, PathOf } from './filled-fields';
import type { Fields, ObjectOfSchema, ObjectSchema, StrictFields } from './field';
import type { FieldUi } from './field-ui';
import type { Later } from './later';
import type { LeadData } from './about-leads';
import type { FieldGroup, Options } from './options';
import type { Reach } from './reach';
import type { Menu } from './menu-groups';
import type { ResourceAction, ResourceActions, ResourceTool, StrictActions } from './record-calls';
import type { RowRules } from './row-rules';
import type { RowScope } from './row-scope';
import type { States } from './state-moves';
import type { When } from './when';

/**
 * A resource: one object in one file. Everything else follows from it: table, calls, rights, audit, page, import, tests.
 * docs/guides/add-a-resource.md describes the format.
 */

/** Columns every record has and no client writes. */
export const systemColumns = ['created_at', 'updated_at', 'created_by', 'updated_by', 'row_version', 'deleted_at'] as const;
export type SystemColumn = (typeof systemColumns)[number];

type NameOf<F> = Extract<keyof F, string>;
/** `where`: another field narrows the options. `evenInactive`: inactive ones too. `copyOf`: the field it repeats, checked there. */
interface Ref {
  readonly to: string;
  readonly where?: Readonly<Record<string, string>>;
  readonly copyOf?: string;
  readonly evenInactive?: boolean;
}

type KeyType = 'integer' | 'string';
/** `K` and `T`: name and type of the key. `A` and `L`: its actions and look-ups. `Q`: the required fields. */
export interface ResourceSpec<
  N extends string,
  P extends Fields,
  K extends string,
  T extends KeyType = KeyType,
  A extends ResourceActions = ResourceActions,
  L extends string = string,
  Q extends NameOf<P> = NameOf<P>,
> {
  readonly name: N;
  /** Singular, sentence case: 'SMS template'. */
  readonly label: string;
  /** Plural where adding 's' is wrong. */
  readonly plural?: string;
  readonly access: Access;
  readonly menu?: Menu;
  readonly fields: Omit<ObjectSchema, 'properties' | 'required'> & {
    readonly properties: P;
    readonly required?: readonly Q[];
  };
  /** The one identifier; default an opaque text `id`. Integers come from the tenant's counter (D-049). */
  readonly key?: { readonly name: K; readonly type: T; readonly from?: 'client' };
  /** Where rows live. 'shared': one table without tenant. 'none': a handler answers. 'view': rows of others, as its hook selects. */
  readonly store?: 'tenant' | 'shared' | 'none' | 'view';
  /** Of a view: whose rows it lists, and whose keys they have (numbers that open those open the view too). */
  readonly shows?: readonly string[];
  readonly keysOf?: string;
  readonly scope?: RowScope<NameOf<P>>;
  /** Conditions over record and user, for what scope cannot say. */
  readonly rows?: RowRules;
  readonly reach?: Reach<NameOf<P>>;
  readonly leadData?: LeadData<NameOf<P>>;
  /** One row per tenant, created before anyone fills it in: required fields may be empty until its first update. */
  readonly singleton?: boolean;
  /** Where a new record gets values that nobody sent (kit/defaults.ts). */
  readonly defaults?: Defaults<NameOf<P>>;
  /** Values that each save copies from a referenced record ('clg_id.city_id'), or calculates (kit/derived.ts). */
  readonly fetched?: Derived<NameOf<P>>;
  readonly computed?: Derived<NameOf<P>>;
  /** Never accepted from a client. */
  readonly readOnly?: readonly PathOf<NameOf<P>>[];
  /** Without a column: a hook computes it on read (server/hooks). */
  readonly virtual?: readonly PathOf<NameOf<P>>[];
  /** Columns that a list reads only where they are chosen; a hook selects their values. */
  readonly asked?: AskedColumns<NameOf<P>>;
  /** Old names of fields: `{ warden: 'keeper' }`. The values stay. */
  readonly renamed?: { readonly [old: string]: NameOf<P> };
  /** Accepted on create only. */
  readonly fixed?: readonly NameOf<P>[];
  /** Records of other resources on this one's page, added and changed there: `{ 'hostel-beds': 'room_id' }`, by their reference. */
  readonly holds?: { readonly [resource: string]: string };
  /** Foreign keys, also in nested data (`'percentages.*.user_id': 'users'`); what else they can have is at Ref. */
  readonly refs?: { readonly [path: string]: string | Ref };
  /** A select without a foreign key: the text of another resource's record, or the key of one that another field chooses. */
  readonly options?: Options<NameOf<P>>;
  /** Without audit rows: the table is itself the record of what the machine does; nobody changes it by hand. */
  readonly audited?: false;
  /**
   * Unique in the tenant among live rows; a list is a compound key; `unless` leaves out rows where that field is set. With `folds`
   * the case of letters and spaces make no difference: 'Room 1' and ' room  1' are the same.
   */
  readonly unique?: readonly (
    | NameOf<P>
    | readonly NameOf<P>[]
    | { readonly fields: readonly NameOf<P>[]; readonly unless?: readonly NameOf<P>[]; readonly folds?: true }
  )[];
  /** Deleted rows have an index of their own: reports leave out what belongs to them. */
  readonly findsDeleted?: true;
  /** An index of the rows with that text, by the first of these times that is set, or by when the row was made. */
  readonly written?: { readonly text: NameOf<P>; readonly at: readonly NameOf<P>[] };
  /** Compound indexes for work that no list does; rows whose first field is empty are left out of theirs. */
  readonly indexes?: readonly (readonly NameOf<P>[])[];
  /** Unique over all tenants, because it is read before the tenant is known (D-146). */
  readonly uniqueEverywhere?: readonly NameOf<P>[];
  /** Write-only, encrypted at rest or hashed by a handler; '***' in the audit. */
  readonly secret?: readonly NameOf<P>[];
  /** Secrets stored only as a hash: passwords, tokens, codes. */
  readonly hashed?: readonly NameOf<P>[];
  /** Where each secret is sent ('url', 'settings.endpoint'): changing that means entering the secret again, or clearing it. */
  readonly sentTo?: { readonly [K in NameOf<P>]?: readonly string[] };
  /** Personal data: never in a log. */
  readonly personal?: readonly NameOf<P>[];
  /** Addresses of stored files: the form uploads them (`POST res/{resource}/upload`) and keeps what that answers. */
  readonly files?: readonly NameOf<P>[];
  /** Rows do not come from a file here: the resource has an upload of its own. */
  readonly csvImport?: false;
  /** What API keys may do, whatever their scopes: 'read' alone, or nothing. Without it each operation is a scope of its own. */
  readonly apiKeys?: 'read' | 'nothing';
  /** Inactive records (status 0) are marked and cannot be chosen for new references, unless 'evenInactive' allows it. */
  readonly marksInactive?: true;
  /** Largest file in MiB where the common 10 are not enough. */
  readonly largestFile?: number;
  /** List columns in order; the first opens the record. */
  readonly columns?: readonly (NameOf<P> | SystemColumn | NoInfer<K>)[];
  readonly filter?: readonly (NameOf<P> | SystemColumn | NoInfer<K>)[];
  readonly sort?: readonly (NameOf<P> | SystemColumn | NoInfer<K>)[];
  /** The default order: a column, '-' before it for newest or largest first. */
  readonly order?: NameOf<P> | SystemColumn | NoInfer<K> | `-${NameOf<P> | SystemColumn | NoInfer<K>}`;
  readonly search?: readonly NameOf<P>[];
  /** The field that names a record to a person (references, titles); default the first column. */
  readonly display?: NameOf<P>;
  /** Where a record is shown when its page is hand-made: '/lp/{id}/conversion'. */
  readonly page?: `/${string}{id}${string}`;
  /** The tenant may add fields of its own (D-136): the entity of `custom-fields`; values are in the field `custom`. */
  readonly customFields?: 'lead' | 'application' | 'college' | 'user';
  /** A look-up answers every row unless a page is asked for, although its call names paging. */
  readonly wholeList?: true;
  /** Counts stop at 10,000 rows. With true those of several filters look at 2,000 rows (D-047); with false all are counted. */
  readonly capped?: boolean;
  readonly ui?: { readonly [F in NameOf<P>]?: FieldUi };
  /** Sections of form and record page, with their tabs. Without them the form is one group. */
  readonly groups?: readonly FieldGroup<NameOf<P>>[];
  /** Counts, bars and trends of its rows, on a page next to the list. */
  readonly dashboard?: readonly DashboardCard<NameOf<P> | SystemColumn>[];
  /** This resource's own messages, by field and keyword: `{ name: { required: 'Name is required' } }`. */
  readonly messages?: { readonly [F in NameOf<P>]?: { readonly [keyword: string]: string } };
  readonly when?: readonly When[];
  readonly editIf?: { readonly field: NameOf<P>; readonly in: readonly string[] }; // in other states Edit is not offered
  /** States with their moves (kit/states.ts): the field changes by moves alone, which are buttons on the record's page. */
  readonly states?: States<NameOf<P>>;
  /** Named pure checks of kit/checks, run by browser and server alike. */
  readonly checks?: readonly string[];
  readonly wire?: { readonly [O in 'list' | 'read' | 'create' | 'update' | 'status' | 'delete']?: string | readonly string[] };
  readonly lists?: {
    readonly [name in L]: {
      readonly wire: string;
      readonly where?: Readonly<AnyRow>;
      readonly pick?: readonly string[];
      readonly paged?: boolean;
      readonly access?: Rule;
    };
  };
  readonly actions?: A;
  /** Hand-made calls that belong to this resource's pages. */
  readonly tools?: readonly ResourceTool[];
  /** Hand-made pages about the same records, as tabs of the list. */
  readonly related?: readonly { readonly title: string; readonly path: string }[];
  /** Records a tenant may add in 24 hours, where someone has to work on each of them (TRUST-S15). */
  readonly createPerDay?: number;
  readonly reply?: {
    readonly list?: 'data+count' | 'data' | 'data.data+count' | 'data+totalDocuments';
    readonly read?: 'data' | 'data[0]';
    readonly create?: 'row' | readonly string[];
  };
  /** What has no effect yet, and why: off the screens, or under a note (kit/later.ts). */
  readonly later?: Later<NameOf<P>>;
  /** Drafts that are valid as they stand; the contract tests write them. '$leads' stands for a record of that resource. */
  readonly examples?: readonly Readonly<AnyRow>[];
}

/** A resource as other code takes it, whatever its fields. */
export type AnyResource = ResourceSpec<string, Fields, string> & {
  /** What this person's role cannot change; set by the engine, never by a schema file. */
  readonly locked?: readonly string[];
};
export function defineResource<
  const N extends string,
  const P extends Fields,
  const K extends string = 'id',
  const T extends KeyType = 'string',
  const A extends ResourceActions = Record<never, ResourceAction>,
  const L extends string = never,
  const W extends Wires = Wires,
  const S extends Lists = Lists,
  const Q extends NameOf<P> = never,
>(
  spec: ResourceSpec<N, P, K, T, A, L, Q> & {
    readonly fields: { readonly properties: StrictFields<P> };
    readonly actions?: StrictActions<A>;
  } & Literal<W, S>,
): ResourceSpec<N, P, K, T, A, L, Q> & Literal<W, S> {
  return spec;
}
type Wires = NonNullable<AnyResource['wire']>;
type Lists = NonNullable<AnyResource['lists']>;
/** What the type of a resource keeps word by word: the wires that kit/wire-types reads records by. */
type Literal<W, S> = { readonly wire?: W; readonly lists?: S };

type System = {
  created_at: string;
  updated_at: string;
  created_by: string | null;
  updated_by: string | null;
  row_version: number;
  deleted_at: string | null;
};
type Key<R> = R extends { key?: { name: infer K extends string; type: infer T } }
  ? { [name in K]: T extends 'integer' ? number : string }
  : { id: string | number };

/**
 * A record as a call answers it. References are ids; `_labels` says their texts by field (of an array of references a list in
 * the same order): in lists for the columns, in a read for every reference, and for created_by and updated_by.
 */
export type Row<R extends { fields: { properties: Fields } }> = ObjectOfSchema<R['fields']> &
  System &
  Key<R> & { id: Key<R>[keyof Key<R>]; _labels?: Labels };
export type Labels = Readonly<Record<string, string | readonly string[]>>;

/** A record of whatever resource, by field name: what the engine hands around. Code of one resource says `Row<typeof leads>`. */
export type AnyRow = Record<string, unknown>;
/** The same as it is stored and answered, with what every record has. */
export interface AnyStored extends AnyRow {
  row_version?: number;
  _labels?: Labels;
  /** Of a resource with `rows.change`: this person may change it. */
  _may_change?: boolean;
}
/** A record of whatever resource as a call answers it. */
export type AnyRecord = AnyRow & { readonly id: string | number; readonly row_version?: number; readonly _labels?: Labels };
export type RecordOf<R extends AnyResource> = AnyResource extends R ? AnyRecord : Row<R>;
/** A stored record: of the resource, or of any. */
export type Stored<R extends AnyResource> = AnyResource extends R ? AnyStored : Row<R>;
/** A new record before it is written: its required fields are there. */
export type NewRecord<R extends AnyResource> = AnyResource extends R ? AnyRow : ObjectOfSchema<R['fields']> & Partial<Key<R>>;
/** What is written of a record, a new one or a change's fields; its values were checked against the schema file before. */
export type Draft<R extends AnyResource> = AnyResource extends R ? AnyRow : Partial<ObjectOfSchema<R['fields']> & Key<R>>;

/** Exports and bulk changes read its rows: a report of other rows has none. */
export const hasJobs = ({ store }: Pick<AnyResource, 'store'>): boolean => store !== 'none';

export const keyOf = (resource: AnyResource): { name: string; type: KeyType; from?: 'client' } =>
  resource.key ?? { name: 'id', type: 'string' };
export const pluralOf = (resource: Pick<AnyResource, 'label' | 'plural'>): string => resource.plural ?? `${resource.label}s`;
export const displayOf = (resource: AnyResource): string => resource.display ?? resource.columns?.[0] ?? keyOf(resource).name;
export const titleOf = (resource: AnyResource, field: string): string =>
  resource.fields.properties[field]?.title ?? resource.asked?.[field]?.title ?? systemTitles[field] ?? humanize(field);
/** Does the operation exist, and under which addresses? An operation without a wire has its `res/` call (D-048). */
export function wiresOf(
  resource: AnyResource,
  operation: 'list' | 'read' | 'create' | 'update' | 'status' | 'delete',
): readonly string[] {
  const own = resource.wire?.[operation];
  if (own === 'none') return [];
  if (own !== undefined) return typeof own === 'string' ? [own] : own;
  if (operation === 'status') return [];
  const verbs = { list: 'GET', read: 'GET', create: 'POST', update: 'PATCH', delete: 'DELETE' } as const;
  return [`${verbs[operation]} res/${resource.name}${operation === 'list' || operation === 'create' ? '' : '/{id}'}`];
}
export function refOf(resource: AnyResource, path: string): Ref | undefined {
  const ref = resource.refs?.[path];
  return typeof ref === 'string' ? { to: ref } : ref;
}

const systemTitles: Record<string, string> = {
  id: 'ID',
  created_at: 'Created',
  updated_at: 'Changed',
  created_by: 'Created by',
  updated_by: 'Changed by',
  row_version: 'Version',
  deleted_at: 'Deleted',
};
export function humanize(name: string): string {
  const words = name.replace(/_ids?$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
