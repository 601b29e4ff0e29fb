import { counted } from './counted';
import type { Field } from './field';
import type { FieldError } from './problem';
import { isOneOf } from './is-one-of';
import { requiredMessage } from './required-message';
import type { AnyRow } from './resource';
import { unstorableText } from './storable';

/** A tenant's custom field as the checks need it: a row of `custom-fields`. */
export interface CustomFieldSpec {
  readonly key: string;
  readonly label: string;
  readonly type: CustomType;
  readonly options?: readonly string[] | null;
  readonly required?: boolean | null;
  readonly pattern?: string | null;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly status?: number | null;
  readonly depends_on?: { readonly field: string; readonly values?: readonly unknown[] | null } | null;
  readonly default_value?: unknown;
  readonly unique?: boolean | null;
  readonly help_text?: string | null;
  readonly group?: string | null;
  readonly sort_order?: number | null;
  readonly show_in_list?: boolean | null;
  readonly show_in_form?: boolean | null;
}
/** What belongs to a spec, as the look-up answers it and the server selects it. */
export const customSpecFields = [
  'key',
  'label',
  'type',
  'options',
  'required',
  'pattern',
  'min',
  'max',
  'status',
  'depends_on',
  'default_value',
  'unique',
  'help_text',
  'group',
  'sort_order',
  'show_in_list',
  'show_in_form',
] as const satisfies readonly (keyof CustomFieldSpec)[];
export const customTypes = [
  'text',
  'textarea',
  'number',
  'date',
  'datetime',
  'select',
  'multiselect',
  'checkbox',
  'url',
  'email',
  'phone',
  'file',
] as const;
export type CustomType = (typeof customTypes)[number];
/** Does the whole text match? The caller gives a linear-time matcher (re2js), so this file stays free of it. */
export type Matcher = (pattern: string, text: string) => boolean;

/**
 * The values of a record's `custom` object against the tenant's fields, for form, server and import alike. Returns the values
 * to store (hidden and empty ones left out) and one error per field at `custom.<key>`. `whole` false skips the required ones:
 * an import may leave out what the file does not have.
 */
export function checkCustomValues(
  fields: readonly CustomFieldSpec[],
  values: Readonly<AnyRow>,
  matches: Matcher,
  whole = true,
): { readonly values: AnyRow; readonly errors: FieldError[] } {
  const errors: FieldError[] = [];
  const kept: AnyRow = {};
  const byKey = new Map(fields.map((field) => [field.key, field]));
  for (const key of Object.keys(values)) {
    if (!byKey.has(key)) errors.push({ path: `custom.${key}`, message: `${key} is not a custom field` });
  }
  for (const field of fields) {
    if (!isShown(field, values)) continue;
    const value = values[field.key];
    const empty = value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);
    if (empty) {
      if (whole && field.required && field.status !== 0)
        errors.push({ path: `custom.${field.key}`, message: requiredMessage(field.label, shapeOf[field.type]) });
      continue;
    }
    const wrong = wrongOf(field, value, matches);
    if (wrong) errors.push({ path: `custom.${field.key}`, message: `${field.label} ${wrong}` });
    else kept[field.key] = value;
  }
  return { values: kept, errors };
}

/** As much of the field as its message needs. */
const shapeOf: Readonly<Partial<Record<CustomType, Field>>> = { select: { enum: [] }, multiselect: { type: 'array' } };

/** A field that depends on another is there only while that one has one of the named values. */
export function isShown(field: CustomFieldSpec, values: Readonly<AnyRow>): boolean {
  if (!field.depends_on?.field) return true;
  const other = [values[field.depends_on.field]].flat().map(String);
  return (field.depends_on.values ?? []).some((value) => other.includes(String(value)));
}

function wrongOf(field: CustomFieldSpec, value: unknown, matches: Matcher): string | null {
  const shape = shapes[field.type](value, field);
  if (shape) return shape;
  if (typeof value === 'string' && hasLimits.has(field.type)) {
    if (field.min != null && value.length < field.min) return `must have ${counted(field.min, 'character')} or more`;
    if (field.max != null && value.length > field.max) return `can have up to ${counted(field.max, 'character')}`;
  }
  if (field.pattern && typeof value === 'string' && !matches(field.pattern, value)) return 'is not in the expected format';
  return null;
}

const hasLimits: ReadonlySet<CustomType> = new Set<CustomType>(['text', 'textarea']);
const text =
  (most: number, test?: RegExp, wrong?: string) =>
  (value: unknown): string | null => {
    if (typeof value !== 'string') return 'must be text';
    if (unstorableText.test(value)) return 'contains a character that cannot be stored';
    if (value.length > most) return `can have up to ${counted(most, 'character')}`;
    return test && !test.test(value) ? wrong! : null;
  };
const isOption = (field: CustomFieldSpec, value: unknown): boolean => isOneOf(field.options ?? [], value);

const shapes: Record<CustomType, (value: unknown, field: CustomFieldSpec) => string | null> = {
  text: text(500),
  textarea: text(5000),
  url: text(2048, /^https?:\/\/[^\s/]+/, 'must be a web address that starts with http:// or https://'),
  email: text(254, /^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be a valid email address'),
  phone: text(16, /^\+?[0-9]{6,15}$/, 'must be a valid phone number'),
  file: text(2048),
  date: (value) => (isDate(value) ? null : 'must be a date'),
  datetime: (value) =>
    typeof value === 'string' && moment.test(value) && isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))
      ? null
      : 'must be a date and time',
  checkbox: (value) => (typeof value === 'boolean' ? null : 'must be Yes or No'),
  number: (value, field) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
    if (field.min != null && value < field.min) return `must be ${field.min} or more`;
    if (field.max != null && value > field.max) return `must be ${field.max} or less`;
    return null;
  },
  select: (value, field) => (isOption(field, value) ? null : 'is not one of the choices'),
  multiselect: (value, field) =>
    Array.isArray(value) && new Set(value).size === value.length && value.every((one) => isOption(field, one))
      ? null
      : 'is not one of the choices',
};

const moment = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

/** A day that exists, as YYYY-MM-DD; there is no year 0 in a database. */
function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
