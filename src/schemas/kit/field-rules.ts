import type { FieldRule, FieldRuleKind } from './access';
import { customKey } from './custom-fields';
import type { Fields } from './field';
import { isRecord, recordIn } from './is-record';
import { refOf, type AnyResource, type AnyRow } from './resource';
import { leadRecords } from './named-resources';

/**
 * 98xxxxxx21, a***@x.com; of any other text the first letter, of anything else nothing. Empty stays empty. Lists and objects are left
 * out: who reads them looks into them.
 */
export function maskedValue(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value;
  if (typeof value === 'object') return null;
  if (typeof value !== 'string') return '***';
  const at = value.lastIndexOf('@');
  if (at > 0) return `${[...value][0]}***${value.slice(at)}`;
  return /^\+?[\d\s()-]{6,}$/.test(value) ? maskedPhone(value) : `${[...value][0]}***`;
}

function maskedPhone(value: string): string {
  const digits = value.replaceAll(/\D/g, '').replace(/^91(?=\d{10}$)/, '');
  return digits.length < 6
    ? 'x'.repeat(digits.length)
    : `${digits.slice(0, 2)}${'x'.repeat(digits.length - 4)}${digits.slice(-2)}`;
}

export type FieldRules = ReadonlyMap<string, FieldRuleKind>;
const strictness: readonly FieldRuleKind[] = ['read_only', 'masked', 'hidden'];
export const isVeiled = (rule: FieldRuleKind | undefined): boolean => rule === 'hidden' || rule === 'masked';

/**
 * A role's rules for one resource, by field: 'phone', 'guardian.phone' inside an object, 'custom.hostel' of a tenant's own field.
 * Those of fields that a save fills in follow from others: kit/derived-rules.ts, loaded where there are some.
 */
export function rulesFor(resource: AnyResource, all: readonly FieldRule[]): Map<string, FieldRuleKind> {
  const rules = new Map<string, FieldRuleKind>();
  const whole = resource.scope && 'through' in resource.scope ? refOf(resource, resource.scope.through)?.to : undefined;
  const add = (field: string, rule: FieldRuleKind): void => {
    if (strictness.indexOf(rule) > strictness.indexOf(rules.get(field)!)) rules.set(field, rule);
  };
  for (const { resource: of, field, rule } of all) {
    // A part of a record shows no more than the record: the phone of a lead's call is the lead's phone. Nor does another list of the
    // same records: the call history shows no more of a call than the calls do.
    const applies = of === resource.name || (isVeiled(rule) && (of === whole || of === resource.keysOf));
    if (applies && hasField(resource, field)) {
      add(field, rule);
      // the tenant's own fields are in `custom`, each with a name of its own
      for (const inner of Object.keys(resource.fields.properties)) if (inner.startsWith(`${field}.`)) add(inner, rule);
    }
    if (of !== leadRecords || !isVeiled(rule)) continue;
    for (const [own, names] of Object.entries(resource.leadData?.same ?? {})) if (names?.includes(field)) add(own, rule);
  }
  return rules;
}

/** Is there such a field? Every key of `custom` may be one: the tenant's fields come and go. */
export function hasField(resource: AnyResource, path: string): boolean {
  const key = customKey(path);
  if (key !== undefined && resource.customFields) return /^\w{1,60}$/.test(key);
  let fields: Fields | undefined = resource.fields.properties;
  for (const step of path.split('.')) {
    if (!fields || !Object.hasOwn(fields, step)) return false;
    fields = fields[step]!.properties;
  }
  return true;
}

/**
 * The resource as the rules leave it: hidden and masked fields cannot be columns, filters, orders or searched, and fields with a
 * rule cannot be written.
 */
export function seenWith(resource: AnyResource, rules: FieldRules): AnyResource {
  const open = (name: string): boolean => !isVeiled(rules.get(name));
  const seen: AnyResource = {
    ...resource,
    readOnly: [...new Set([...(resource.readOnly ?? []), ...rules.keys()])],
    columns: (resource.columns ?? []).filter(open),
    filter: (resource.filter ?? []).filter(open),
    sort: (resource.sort ?? []).filter(open),
    search: (resource.search ?? []).filter(open),
  };
  const { order, ...unordered } = seen;
  return order !== undefined && !open(order.replace(/^-/, '')) ? unordered : seen;
}

/** The same for a form: what is hidden is not there, what is masked or read-only is shown locked. */
export function lockedWith(resource: AnyResource, rules: FieldRules): AnyResource {
  if (!rules.size) return resource;
  const hidden = [...rules].filter(([, rule]) => rule === 'hidden').map(([name]) => name);
  return {
    ...seenWith(resource, rules),
    ...(resource.readOnly ? { readOnly: resource.readOnly } : { readOnly: [] }),
    fields: { ...resource.fields, properties: withoutInner(resource.fields.properties, hidden) },
    locked: [...rules.keys()],
    ui: { ...resource.ui, ...Object.fromEntries(hidden.map((name) => [name, { widget: 'hidden' as const }])) },
  };
}

/** The row as this person may see it: hidden fields gone, masked ones masked, and so their labels. */
export function veilRow<T extends AnyRow>(rules: FieldRules, row: T): T {
  if (!rules.size) return row;
  const shown = { ...row };
  const labels = { ...recordIn(row['_labels']) };
  for (const [path, rule] of rules) {
    if (!isVeiled(rule)) continue;
    for (const name of Object.keys(labels)) if (name === path || name.startsWith(`${path}.`)) delete labels[name];
    veilIn(shown, path.split('.'), rule);
  }
  return row['_labels'] ? { ...shown, _labels: labels } : shown;
}

export function shownValue(rule: FieldRuleKind | undefined, value: unknown): unknown {
  return rule === 'hidden' ? null : rule === 'masked' ? maskedValue(value) : value;
}

/** In the object itself, which nobody else has; what is inside it is copied first. */
function veilIn(own: AnyRow, [step = '', ...rest]: readonly string[], rule: FieldRuleKind): void {
  if (!Object.hasOwn(own, step)) return;
  const inner = own[step];
  if (!rest.length) {
    if (rule === 'hidden') delete own[step];
    else own[step] = maskedValue(inner);
  } else if (isRecord(inner)) {
    const copy = { ...inner };
    veilIn(copy, rest, rule);
    own[step] = copy;
  }
}

function withoutInner(fields: Fields, paths: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const inner = paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []));
      if (!inner.length || !field.properties) return [name, field];
      const properties = withoutInner(field.properties, inner);
      return [
        name,
        { ...field, properties: Object.fromEntries(Object.entries(properties).filter(([one]) => !inner.includes(one))) },
      ];
    }),
  );
}
