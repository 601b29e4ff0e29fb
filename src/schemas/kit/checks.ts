import type { Check } from './check';
import { accessCodes } from './access-codes';
import { applicationChecks } from './application-checks';
import { isOneOf } from './is-one-of';
import { recordIn, recordsIn } from './is-record';
import { titleOfPath } from './messages';
import type { FieldError } from './problem';
import { humanize, titleOf, type AnyResource, type AnyRow } from './resource';
import { requiredMessageOf } from './required-message';
import { ruleChecks } from './rule-checks';
import { templateChecks } from './template-checks';
import { inside } from '../../kinds/inside';
import { isEmpty, type FieldAt } from '../../kinds/kind';
import { kindAt, kindMatching } from '../../kinds/kind-of';
import { unstorableText } from './storable';
import { placesOf } from './rule-places';
import { hiddenFields, insideOf } from './validation-schema';

/** A resource names the ones it wants in `checks`. */
export const checks: Readonly<Record<string, Check>> = {
  ...ruleChecks,
  ...applicationChecks,
  ...templateChecks,
  'unique sub-stage names': (record) => sameTwice(record['sub_stages'], 'name', 'sub_stages', 'Sub stages'),
  'known permission codes': (record) =>
    recordsIn(record['permissions']).flatMap((entry, row) =>
      isOneOf<string>(accessCodes, String(entry['code']))
        ? []
        : [{ path: `permissions.${row}.code`, message: `Permissions, row ${row + 1}: '${String(entry['code'])}' is not known` }],
    ),
  'one entry per permission code': (record) => sameTwice(record['permissions'], 'code', 'permissions', 'Permissions'),
  'one entry per push name': (record) => sameTwice(record['lead_push_fields'], 'name', 'lead_push_fields', 'Lead push fields'),
  'one entry per delivered name': (record) => sameTwice(record['field_map'], 'name', 'field_map', 'Field mapping'),
  'one limit per college': (record) => sameTwice(record['college_caps'], 'clg_id', 'college_caps', 'Daily limit per college'),
  'the working day ends after it begins': (record) => {
    const { day_from: from, day_to: to } = recordIn(record['report_settings']);
    return String(from ?? '08:00') < String(to ?? '21:00')
      ? []
      : [{ path: 'report_settings.day_to', message: 'The working day must end after it begins' }];
  },
  'options differ': (record) => {
    const options = Array.isArray(record['options']) ? record['options'].map((one) => fold(one)) : [];
    return new Set(options).size === options.length ? [] : [{ path: 'options', message: 'Options must not contain duplicates' }];
  },
  'least is not above most': (record) => {
    const { min, max } = record;
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
    return [{ path: 'max', message: 'Max must not be below Min' }];
  },
  'a stream or a course': (record) =>
    [record['stream_ids'], record['course_ids']].some((ids) => Array.isArray(ids) && ids.length > 0)
      ? []
      : [{ path: 'stream_ids', message: 'Choose one or more streams or courses' }],
  'a user or a team': (record) => {
    const chosen = [record['user_id'], record['team_id']].filter(Boolean).length;
    return chosen === 1 ? [] : [{ path: 'user_id', message: 'Choose a user or a team, one of the two' }];
  },
  'known time zone': (record) => {
    const zone = record['timezone'];
    if (typeof zone !== 'string') return [];
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      return [];
    } catch {
      return [{ path: 'timezone', message: `Timezone '${zone}' is not known` }];
    }
  },
};

/** Every rule of the resource beyond its JSON Schema: named checks, orders of two times, and what no database can store. */
export function checkRecord(resource: AnyResource, record: Readonly<AnyRow>): FieldError[] {
  const found = (resource.checks ?? []).flatMap((name) => {
    const check = checks[name];
    if (!check) throw new Error(`schema '${resource.name}', checks: '${name}' is not in kit/checks.ts`);
    return check(record);
  });
  const hidden = hiddenFields(resource, record);
  for (const rule of resource.when ?? []) {
    if (!('notBefore' in rule)) continue;
    const [later, earlier] = rule.notBefore;
    for (const { path, values } of placesOf(rule, record)) {
      if ((!path && hidden.has(later)) || !isBefore(values[later], values[earlier])) continue;
      const inner = path ? insideOf(resource, rule.within)?.[earlier] : undefined;
      const title = path ? (inner?.title ?? humanize(earlier)) : titleOf(resource, earlier);
      found.push({
        path: `${path}${later}`,
        message: `${titleOfPath(resource, `${path}${later}`.split('.'))} must not be before ${title}`,
      });
    }
  }
  for (const [name, value] of Object.entries(record)) {
    const field = resource.fields.properties[name];
    if (field?.minLength && typeof value === 'string' && isBlank(value))
      found.push({ path: name, message: requiredMessageOf(resource, name) });
    const wrong = unstorable(value, field?.format);
    if (wrong) found.push({ path: name, message: `${titleOf(resource, name)} ${wrong}` });
    else found.push(...wrongOfKind(kindAt(resource, name).at, value, name, titleOf(resource, name)));
  }
  return found;
}

/** What the kind of a field refuses, and those of the fields inside its rows or its object. */
function wrongOfKind(at: FieldAt, value: unknown, path: string, title: string): FieldError[] {
  if (isEmpty(value)) return [];
  const wrong = kindMatching(at).wrong?.(value, at);
  if (wrong) return [{ path, message: `${title} ${wrong}` }];
  const { items, properties } = at.field;
  const within = (inner: unknown, place: string, around: string): FieldError[] =>
    Object.entries(recordIn(inner)).flatMap(([name, one]) => {
      const its = inside(at, name, !properties);
      return wrongOfKind(its, one, `${place}.${name}`, `${around}: ${its.field.title ?? humanize(name)}`);
    });
  if (properties) return within(value, path, title);
  const rows = items?.properties && Array.isArray(value) ? value : [];
  return rows.flatMap((row, index) => within(row, `${path}.${index}`, `${title}, row ${index + 1}`));
}

/** Invisible only: spaces, and characters without width. */
const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u.test(text);

/** Texts that fold to the same are the same name: case and outer spaces make no difference. */
export const fold = (text: unknown): string => String(text).trim().toLowerCase();

/**
 * What JSON may hold and PostgreSQL refuses or changes: NUL, halves of a character, numbers beyond a double's whole ones, year 0.
 */
function unstorable(value: unknown, format?: string): string | null {
  if (typeof value === 'string') {
    if (unstorableText.test(value)) return 'contains a character that cannot be stored';
    if ((format === 'date' || format === 'date-time') && value.startsWith('0000')) return 'must be a date after year 0';
    return null;
  }
  if (typeof value === 'number') return Math.abs(value) > 1e15 ? 'is too large' : null;
  if (Array.isArray(value)) return firstOf(value);
  if (typeof value === 'object' && value !== null) return firstOf([...Object.keys(value), ...Object.values(value)]);
  return null;
}
function firstOf(values: readonly unknown[]): string | null {
  for (const value of values) {
    const wrong = unstorable(value);
    if (wrong) return wrong;
  }
  return null;
}

function isBefore(later: unknown, earlier: unknown): boolean {
  if (typeof later !== 'string' || typeof earlier !== 'string') return false;
  const [a, b] = [Date.parse(later), Date.parse(earlier)];
  return Number.isNaN(a) || Number.isNaN(b) ? withSeconds(later) < withSeconds(earlier) : a < b;
}

/** '09:30' and '09:30:00' are one time. */
const withSeconds = (text: string): string => (/^\d\d:\d\d$/.test(text) ? `${text}:00` : text);

function sameTwice(value: unknown, key: string, path: string, title: string): FieldError[] {
  const seen = new Set<string>();
  return recordsIn(value).flatMap((entry, row) => {
    const name = fold(entry[key]);
    if (!seen.has(name)) return (seen.add(name), []);
    return [{ path: `${path}.${row}.${key}`, message: `${title}, row ${row + 1}: '${String(entry[key])}' appears twice` }];
  });
}
