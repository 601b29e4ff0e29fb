import { findResource, resources } from '../../src/schemas/kit/all';
import { customKey } from '../../src/schemas/kit/custom-fields';
import { allRulesFor } from '../../src/schemas/kit/derived-rules';
import { hasField, seenWith, shownValue as shownOf, veilRow, type FieldRules } from '../../src/schemas/kit/field-rules';
import type { FieldRule } from '../../src/schemas/kit/access';
import { isRecord } from '../../src/schemas/kit/is-record';
import { titleOfPath } from '../../src/schemas/kit/messages';
import type { FieldError } from '../../src/schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../src/schemas/kit/resource';
import { isAdministrator } from '../../src/schemas/kit/roles';
import type { Session } from '../context/session';
import { isDeepStrictEqual } from 'node:util';

/**
 * Field rules of roles (TRUST-S4), in one place. `seenBy` is the resource as a role knows it: what is hidden or
 * masked is not a column, filter, order or search of it, and nothing with a rule is written. `veil` takes the values out of
 * answers. Role 1 has no rules. What the rules mean is the kit's, which the browser reads too.
 */
type Who = Pick<Session, 'role' | 'fieldRules'>;

interface Known {
  readonly rules: FieldRules;
  readonly seen: AnyResource;
}
const known = new WeakMap<AnyResource, Map<string, Known>>();
const most = 500;
const free: FieldRules = new Map();

export const rulesOf = (resource: AnyResource, who: Who): FieldRules => knownOf(resource, who)?.rules ?? free;
export const seenBy = (resource: AnyResource, who: Who): AnyResource => knownOf(resource, who)?.seen ?? resource;
export const shownValue = shownOf;

export const veil = <T extends AnyRow>(resource: AnyResource, who: Who, row: T): T => veilRow(rulesOf(resource, who), row);

/** The same for a history, which says that a masked list or object changed without looking into it. */
export function veilChange<T extends AnyRow>(resource: AnyResource | undefined, who: Who, values: T): T {
  if (!resource) return values;
  const masked = [...rulesOf(resource, who)].filter(
    ([name, rule]) => rule === 'masked' && typeof values[name] === 'object' && values[name] !== null,
  );
  return { ...veil(resource, who, values), ...Object.fromEntries(masked.map(([name]) => [name, '***'])) };
}

/** The same for an answer with other field names: `{ lead_phone: 'phone' }`. Hidden ones are null there. */
export function veilAs<T extends object>(resource: AnyResource, who: Who, row: T, names: Readonly<Record<string, string>>): T {
  const rules = rulesOf(resource, who);
  if (!rules.size) return { ...row };
  const veiled = Object.entries(row).flatMap(([name, value]) => {
    const field = names[name];
    return field === undefined ? [] : [[name, shownOf(rules.get(field), value)] as const];
  });
  return { ...row, ...Object.fromEntries(veiled) };
}

/**
 * What a client sent, with the parts of objects that its role cannot change restored: an inner value that comes back as it was
 * shown keeps what is stored, another one is an error at its path. Rules on whole fields are `seenBy`'s.
 */
export function keepInner(
  resource: AnyResource,
  who: Who,
  before: Readonly<AnyRow>,
  values: Readonly<AnyRow>,
): { readonly values: AnyRow; readonly errors: FieldError[] } {
  const kept: AnyRow = { ...values };
  const errors: FieldError[] = [];
  for (const [path, rule] of rulesOf(resource, who)) {
    const [top = '', ...inner] = path.split('.');
    if (!inner.length || !Object.hasOwn(kept, top)) continue;
    const stored = valueAt(before[top], inner);
    const sent = valueAt(kept[top], inner);
    const partial = customKey(path) !== undefined; // custom values are sent one by one
    const unchanged = sent === undefined || isDeepStrictEqual(shownOf(rule, stored) ?? null, sent);
    if (!unchanged) errors.push({ path, message: `${titleOfPath(resource, path.split('.'))} cannot be changed with your role` });
    else if (!partial || sent !== undefined) kept[top] = putAt(kept[top], inner, stored);
  }
  return { values: kept, errors };
}

function valueAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  return isRecord(value) && Object.hasOwn(value, step) ? valueAt(value[step], rest) : undefined;
}

function putAt(value: unknown, [step = '', ...rest]: readonly string[], stored: unknown): unknown {
  const { [step]: inner, ...others }: AnyRow = typeof value === 'object' && value !== null ? { ...value } : {};
  const next = rest.length ? putAt(inner, rest, stored) : stored;
  const left = next === undefined || next === null ? others : { ...others, [step]: next };
  return value === null && !Object.keys(left).length ? null : left;
}

function knownOf(resource: AnyResource, who: Who): Known | undefined {
  const { fieldRules } = who;
  if (isAdministrator(who) || !fieldRules?.length) return undefined;
  const byText = known.get(resource) ?? new Map<string, Known>();
  known.set(resource, byText);
  const text = textOf(fieldRules);
  let found = byText.get(text);
  if (!found) {
    const rules = allRulesFor(resource, fieldRules, findResource);
    found = { rules, seen: seenWith(resource, rules) };
    if (byText.size >= most) byText.clear();
    byText.set(text, found);
  }
  return found.rules.size ? found : undefined;
}

const texts = new WeakMap<readonly FieldRule[], string>();
function textOf(rules: readonly FieldRule[]): string {
  const text = texts.get(rules) ?? JSON.stringify(rules);
  texts.set(rules, text);
  return text;
}

/** Does the rule's field exist? For the role form. */
export const isKnownField = ({ resource, field }: FieldRule): boolean =>
  resources.some((one) => one.name === resource && hasField(one, field));
