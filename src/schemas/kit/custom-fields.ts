import type { CustomFieldSpec, CustomType } from './custom-values';
import type { Field, Fields } from './field';
import type { FieldUi } from './field-ui';
import { isRecord, recordIn } from './is-record';
import type { AnyResource, AnyRow } from './resource';
import type { When } from './when';

/**
 * A tenant's custom fields as fields of the resource they belong to (D-136), so that form, list, filter, order, detail, import,
 * export and API document need no code for them. The value of `hostel` is the row's `custom.hostel`: that is its field
 * name in the browser, in a list's query and in errors; on the wire and in the database it is in the object `custom`.
 */
export const customName = (key: string): string => `${prefix}${key}`;
const prefix = 'custom.';
/** The key in a custom field's name; undefined for any other field. */
export const customKey = (name: string): string | undefined => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined);

/** The field that an error's path is about: 'guardian' of 'guardian.phone', but 'custom.hostel' as a whole. */
export function fieldOfPath(path: string): string {
  const steps = path.split('.');
  return steps.slice(0, `${steps[0]}.` === prefix ? 2 : 1).join('.');
}

/** What the tenant's custom fields of an entity are read by. */
export const customNamesWire = 'GET get/custom-field-names?entity';

/** The resource with the fields that the tenant added; inactive ones are left out. The same object for the same specs. */
export function withCustomFields(resource: AnyResource, specs: readonly CustomFieldSpec[]): AnyResource {
  const active = specs.filter((spec) => spec.status !== 0);
  if (!resource.customFields || !active.length) return resource;
  const byText = known.get(resource) ?? new Map<string, AnyResource>();
  known.set(resource, byText);
  const text = JSON.stringify(active);
  const found = byText.get(text) ?? extended(resource, active);
  if (!byText.has(text) && byText.size >= 500) byText.clear();
  byText.set(text, found);
  return found;
}
const known = new WeakMap<AnyResource, Map<string, AnyResource>>();

/** A row with its custom values alongside the other fields, as the browser's engine reads them. */
export function spreadCustom<T extends Readonly<AnyRow>>(row: T): T {
  const values = row['custom'];
  if (!isRecord(values)) return row;
  return { ...row, ...Object.fromEntries(Object.entries(values).map(([key, value]) => [customName(key), value])) };
}

/** The way back: values named `custom.<key>` gathered into the object that the wire carries. */
export function gatherCustom(values: Readonly<AnyRow>): AnyRow {
  const rest: AnyRow = {};
  const custom: AnyRow = {};
  for (const [name, value] of Object.entries(values)) {
    const key = customKey(name);
    if (key === undefined) rest[name] = value;
    else custom[key] = value;
  }
  if (!Object.keys(custom).length) return rest;
  return { ...rest, custom: { ...recordIn(rest['custom']), ...custom } };
}

function extended(resource: AnyResource, specs: readonly CustomFieldSpec[]): AnyResource {
  const sorted = specs.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0));
  const names = (wanted: (spec: CustomFieldSpec) => boolean): string[] =>
    sorted.filter(wanted).map((spec) => customName(spec.key));
  const properties: Fields = {
    ...resource.fields.properties,
    ...Object.fromEntries(sorted.map((spec) => [customName(spec.key), fieldOf(spec)])),
  };
  return {
    ...resource,
    fields: {
      ...resource.fields,
      properties,
      required: [...(resource.fields.required ?? []), ...names((spec) => spec.required === true)],
    },
    // Not in the form: shown, and changed by import and API.
    readOnly: [...(resource.readOnly ?? []), ...names((spec) => spec.show_in_form === false)],
    virtual: [...(resource.virtual ?? []), ...names(() => true)],
    columns: [...(resource.columns ?? []), ...names((spec) => spec.show_in_list === true)],
    filter: [...(resource.filter ?? []), ...names((spec) => spec.type !== 'file')],
    sort: [...(resource.sort ?? []), ...names((spec) => !unsorted.has(spec.type))],
    files: [...(resource.files ?? []), ...names((spec) => spec.type === 'file')],
    ui: { ...resource.ui, ...Object.fromEntries(sorted.map((spec) => [customName(spec.key), uiOf(spec)])) },
    ...groupsOf(resource, sorted),
    when: [...(resource.when ?? []), ...sorted.flatMap((spec) => shownWhen(spec, specs))],
  };
}

const unsorted: ReadonlySet<CustomType> = new Set<CustomType>(['textarea', 'multiselect', 'file']);

/** The field that the spec describes, as a schema file would write it. */
export function fieldOf(spec: CustomFieldSpec): Field {
  const start = spec.default_value === null || spec.default_value === undefined ? {} : { default: spec.default_value };
  return { title: spec.label, ...shapes[spec.type](spec), ...start };
}

const shapes: Record<CustomType, (spec: CustomFieldSpec) => Field> = {
  text: ({ max }) => ({ type: 'string', maxLength: Math.min(max ?? 250, 500) }),
  textarea: ({ max }) => ({ type: 'string', maxLength: max ?? 5000 }),
  url: () => ({ type: 'string', format: 'uri', maxLength: 2048 }),
  email: () => ({ type: 'string', format: 'email', maxLength: 254 }),
  phone: () => ({ type: 'string', maxLength: 16 }),
  file: () => ({ type: 'string', format: 'uri-reference' }),
  date: () => ({ type: 'string', format: 'date' }),
  datetime: () => ({ type: 'string', format: 'date-time' }),
  checkbox: () => ({ type: 'boolean' }),
  number: ({ min, max }) => ({
    type: 'number',
    ...(typeof min === 'number' ? { minimum: min } : {}),
    ...(typeof max === 'number' ? { maximum: max } : {}),
  }),
  select: ({ options }) => ({ type: 'string', enum: options ?? [] }),
  multiselect: ({ options }) => ({ type: 'array', items: { type: 'string', enum: options ?? [] }, uniqueItems: true }),
};

function uiOf(spec: CustomFieldSpec): FieldUi {
  const labels = Object.fromEntries((spec.options ?? []).map((option) => [option, option]));
  return {
    ...(spec.type === 'textarea' ? { widget: 'textarea' as const } : {}),
    ...(spec.type === 'phone' ? { widget: 'phone' as const } : {}),
    ...(spec.help_text ? { help: spec.help_text } : {}),
    ...(spec.type === 'select' || spec.type === 'multiselect' ? { labels } : {}),
  };
}

/** A custom field's group may be one of the schema's; fields without a group are in one of their own, behind the others. */
function groupsOf(resource: AnyResource, specs: readonly CustomFieldSpec[]): Pick<AnyResource, 'groups'> {
  const own = resource.groups ?? [];
  if (!own.length && specs.every((spec) => !spec.group)) return {};
  const titles = [...new Set(specs.map((spec) => spec.group || further))];
  const fieldsIn = (title: string): string[] =>
    specs.filter((spec) => (spec.group || further) === title).map((spec) => customName(spec.key));
  const fields = Object.keys(resource.fields.properties).filter((name) => name !== 'custom');
  return {
    groups: [
      ...(own.length ? own : [{ title: '', fields }]).map((group) => ({
        ...group,
        fields: [...group.fields, ...fieldsIn(group.title)],
      })),
      ...titles
        .filter((title) => !own.some((group) => group.title === title))
        .map((title) => ({ title, fields: fieldsIn(title) })),
    ],
  };
}
const further = 'More details';

function shownWhen(spec: CustomFieldSpec, all: readonly CustomFieldSpec[]): When[] {
  const on = spec.depends_on?.field;
  // A dependency on a field that is gone hides the field, as it does on the server (isShown).
  if (!on) return [];
  const values = all.some((other) => other.key === on) ? (spec.depends_on?.values ?? []).map(String) : [];
  return [{ if: { field: customName(on), has: values }, show: [customName(spec.key)] }];
}
