import type { CellValue } from '../../src/kinds/kind';
import { kindAt } from '../../src/kinds/kind-of';
import type { Field } from '../../src/schemas/kit/field';
import { keyOf, refOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { inStoredForm } from '../catalogue/stored-form';
import { cellValue, dateTimeValue } from './cell-value';
import type { Mapping } from './lead-columns';
import type { CsvRow } from './csv-records';
import { unguarded } from './formula-guard';

/** What the cells of a row say, by the names of the resource's fields. */
export type RowValues = AnyRow;
/** A row of a file as field values; references still stand as they were written. */
export interface ReadResourceRow {
  readonly line: number;
  readonly key: string | null;
  readonly values: Readonly<RowValues>;
  readonly wrong: { readonly field: string; readonly reason: string } | null;
}

/** Reads the mapped cells by the fields' types. An empty cell is skipped, or clears the field if requested. */
export function readResourceRow(
  resource: AnyResource,
  headers: readonly string[],
  mapping: Mapping,
  clearEmpty: boolean,
  { line, cells }: CsvRow,
  zone = 'UTC',
): ReadResourceRow {
  const values: RowValues = {};
  const keyName = keyOf(resource).name;
  let key: string | null = null;
  let wrong: ReadResourceRow['wrong'] = null;
  for (const [at, header] of headers.entries()) {
    const target = mapping[header];
    if (!target) continue;
    const text = unguarded(cells[at] ?? '');
    if (target === keyName) key = text || null;
    if (target === keyName && !Object.hasOwn(resource.fields.properties, keyName)) continue;
    if (text === '') {
      if (clearEmpty) values[target] = null;
      continue;
    }
    const read = readCell(resource, target, text, zone);
    if ('value' in read) values[target] = read.value;
    else wrong ??= { field: header, reason: `${header} ${read.wrong}` };
  }
  return { line, key, values: inStoredForm(resource, values), wrong };
}

function readCell(resource: AnyResource, name: string, text: string, zone: string): CellValue {
  const { kind, at } = kindAt(resource, name);
  const own = kind.fromCell?.(text, at);
  if (own) return own;
  const { field } = at;
  const types = [field.type ?? 'string'].flat();
  const isList = types.includes('array');
  if ((isList && text.startsWith('[')) || types.includes('object') || field.type === undefined)
    return fromJson(text, field, types);
  if (refOf(resource, name)) return { value: isList ? listOf(text) : text };
  if (field.format === 'date-time') return momentValue(text, zone);
  const labels = resource.ui?.[name]?.labels ?? {};
  if (isList && field.items?.enum) {
    const each = listOf(text).map((one) => cellValue(one, { enum: field.items!.enum! }, labels));
    return each.find((one) => 'wrong' in one) ?? { value: each.flatMap((one) => ('value' in one ? [one.value] : [])) };
  }
  if (isList && [field.items?.type].flat().some((type) => type === 'integer' || type === 'number'))
    return { value: listOf(text).map(Number) };
  return cellValue(text, field, labels);
}

function fromJson(text: string, field: Field, types: readonly string[]): CellValue {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return field.type === undefined || types.includes('string') ? { value: text } : { wrong: 'is not JSON' };
  }
}

/** A time with its zone is kept to the letter; one without, as an export or a spreadsheet writes it, is of the organisation's zone. */
function momentValue(text: string, zone: string): CellValue {
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : undefined;
  if (at && !Number.isNaN(at.getTime())) return { value: text };
  const read = dateTimeValue(text, 'day_first', zone);
  return 'value' in read ? read : { wrong: 'is not a time such as 2026-03-12 09:30 or 2026-03-12T09:30:00Z' };
}

const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;|]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];
