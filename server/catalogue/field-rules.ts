import { resources } from '../../src/schemas/kit/all';
import { maskedValue, type FieldRule, type FieldRuleKind } from '../../src/schemas/kit/field-rules';
import { refOf, type AnyResource, type Labels } from '../../src/schemas/kit/resource';
import type { Session } from '../http/context';

/**
 * Field rules of roles (screens 0.1, TRUST-S4), in one place. `seenBy` is the resource as a role knows it: what is hidden or
 * masked is no column, filter, order or search of it, and nothing with a rule is written. `veil` takes the values out of
 * answers. Role 1 has no rules.
 */
type Rules = ReadonlyMap<string, FieldRuleKind>;
type Row = Record<string, unknown>;
type Who = Pick<Session, 'role' | 'fieldRules'>;

interface Known {
  readonly rules: Rules;
  readonly seen: AnyResource;
}
const known = new Map<string, Known>();
const most = 2000;
const free: Rules = new Map();
const strictness: readonly FieldRuleKind[] = ['read_only', 'masked', 'hidden'];

export const rulesOf = (resource: AnyResource, who: Who): Rules => knownOf(resource, who)?.rules ?? free;
export const seenBy = (resource: AnyResource, who: Who): AnyResource => knownOf(resource, who)?.seen ?? resource;
export const isVeiled = (rule: FieldRuleKind | undefined): boolean => rule === 'hidden' || rule === 'masked';

/** The row as this person may see it: hidden fields gone, masked ones masked, and so their labels. */
export function veil<T extends Row>(resource: AnyResource, who: Who, row: T): T {
  const rules = rulesOf(resource, who);
  if (!rules.size) return row;
  const shown: Row = { ...row };
  const labels = { ...(row['_labels'] as Labels | undefined) } as Record<string, unknown>;
  for (const [field, rule] of rules) {
    if (!isVeiled(rule)) continue;
    delete labels[field];
    if (rule === 'hidden') delete shown[field];
    else if (Object.hasOwn(shown, field)) shown[field] = maskedValue(shown[field]);
  }
  if (row['_labels']) shown['_labels'] = labels;
  return shown as T;
}

/** The same for an answer that calls the fields otherwise: `{ lead_phone: 'phone' }`. Hidden ones are null there. */
export function veilAs<T extends object>(resource: AnyResource, who: Who, row: T, names: Readonly<Record<string, string>>): T {
  const rules = rulesOf(resource, who);
  const shown = { ...row } as Row;
  for (const [name, field] of Object.entries(names))
    if (rules.size && Object.hasOwn(shown, name)) shown[name] = shownValue(rules.get(field), shown[name]);
  return shown as T;
}

export function shownValue(rule: FieldRuleKind | undefined, value: unknown): unknown {
  return rule === 'hidden' ? null : rule === 'masked' ? maskedValue(value) : value;
}

function knownOf(resource: AnyResource, { role, fieldRules }: Who): Known | undefined {
  if (role === 1 || !fieldRules?.length) return undefined;
  const key = `${resource.name} ${textOf(fieldRules)}`;
  const found = known.get(key) ?? make(resource, fieldRules);
  if (!known.has(key)) {
    if (known.size >= most) known.clear();
    known.set(key, found);
  }
  return found.rules.size ? found : undefined;
}

const texts = new WeakMap<readonly FieldRule[], string>();
function textOf(rules: readonly FieldRule[]): string {
  const text = texts.get(rules) ?? JSON.stringify(rules);
  texts.set(rules, text);
  return text;
}

function make(resource: AnyResource, all: readonly FieldRule[]): Known {
  const rules = new Map<string, FieldRuleKind>();
  const whole = wholeOf(resource);
  for (const { resource: of, field, rule } of all) {
    // What belongs to a record shows no more than the record: the phone of a lead's call is the lead's phone.
    const applies = of === resource.name || (of === whole && isVeiled(rule));
    if (!applies || !Object.hasOwn(resource.fields.properties, field)) continue;
    if (strictness.indexOf(rule) > strictness.indexOf(rules.get(field)!)) rules.set(field, rule);
  }
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
  return { rules, seen: order !== undefined && !open(order.replace(/^-/, '')) ? unordered : seen };
}

function wholeOf(resource: AnyResource): string | undefined {
  return resource.scope && 'through' in resource.scope ? refOf(resource, resource.scope.through)?.to : undefined;
}

/** Does the rule name a field that there is? For the role's own form. */
export const isKnownField = ({ resource, field }: FieldRule): boolean =>
  resources.some((one) => one.name === resource && Object.hasOwn(one.fields.properties, field));
