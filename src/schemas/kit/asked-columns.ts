import type { FieldRule } from './access';
import type { Field } from './field';
import type { AnyResource } from './resource';

/**
 * A column that a list reads only where it is chosen. `of`: the resource whose rows the column tells of, which the reader must be
 * able to list. `from`: the fields that it follows from; hidden or masked where one of them is. The key itself needs only a title.
 */
export interface AskedColumn<F extends string = string> {
  readonly title: string;
  readonly of?: string;
  readonly from?: F | readonly F[];
  /** What its values are: with it, and with one of the sources below, the list can be filtered by the column. */
  readonly field?: Field;
  /** The `value` of the record of `of` that names the row in `by` and is the newest by `at`. It can be sorted by too. */
  readonly newest?: { readonly by: string; readonly at: string; readonly value: string };
  /** A yes or no of that name inside the object `from`; the field's two values are the words for them. */
  readonly part?: string;
  /** 'yes' where the time in that field has passed. */
  readonly past?: F;
  /** 'yes' where the third field of `from` is set and the time of the first has not been since that of the second. */
  readonly idle?: true;
}
export interface AskedColumns<F extends string = string> {
  readonly [column: string]: AskedColumn<F>;
}

/** The columns that someone with these field rules may choose. Server and browser ask the same. */
export function askedNames(
  resource: AnyResource,
  rules: readonly FieldRule[],
  mayList: (resource: string) => boolean,
): readonly string[] {
  const { asked = {}, name: own } = resource;
  const isHidden = ({ of, from, newest, part }: AskedColumn): boolean =>
    rules.some(({ resource: on, field, rule }) => {
      if (rule === 'read_only') return false;
      // A record about this one shows no more than this one does (rulesFor).
      if (newest && field === newest.value && (on === of || on === own)) return true;
      return on === own && ([from ?? []].flat().includes(field) || (part !== undefined && field === `${[from].join()}.${part}`));
    });
  return Object.keys(asked).filter((name) => !isHidden(asked[name]!) && (!asked[name]!.of || mayList(asked[name]!.of)));
}

/** The resource with those columns as fields: filters, and what is of the newest record also as an order. The same for the same names. */
export function withAskedFields(resource: AnyResource, names: readonly string[]): AnyResource {
  const fields = names.filter((name) => resource.asked?.[name]?.field);
  if (!fields.length) return resource;
  const byNames = known.get(resource) ?? new Map<string, AnyResource>();
  known.set(resource, byNames);
  const key = fields.join();
  const found = byNames.get(key) ?? extended(resource, fields);
  byNames.set(key, found);
  return found;
}
const known = new WeakMap<AnyResource, Map<string, AnyResource>>();

function extended(resource: AnyResource, names: readonly string[]): AnyResource {
  const { fields, asked = {}, filter = [], sort = [], virtual = [], readOnly = [] } = resource;
  const own = Object.fromEntries(names.map((name) => [name, { ...asked[name]!.field, title: asked[name]!.title }]));
  return {
    ...resource,
    fields: { ...fields, properties: { ...fields.properties, ...own } },
    virtual: [...virtual, ...names],
    readOnly: [...readOnly, ...names],
    filter: [...filter, ...names],
    sort: [...sort, ...names.filter((name) => asked[name]!.newest)],
  };
}
