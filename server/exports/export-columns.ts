import { withAskedFields } from '../../src/schemas/kit/asked-columns';
import { customKey } from '../../src/schemas/kit/custom-fields';
import type { ExportFormat } from '../../src/schemas/calls/list-work';
import { recordIn } from '../../src/schemas/kit/is-record';
import { invalid } from '../../src/schemas/kit/problem';
import { keyOf, systemColumns, titleOf, type AnyResource, type AnyStored } from '../../src/schemas/kit/resource';
import type { Kind } from '../../src/kinds/kind';
import { kindAt } from '../../src/kinds/kind-of';
import { askedColumns } from '../catalogue/asked-columns';
import { rulesOf } from '../catalogue/field-rules';
import type { Session } from '../context/session';
import { wallText } from '../domain/wall-time';

export type Cell = string | number | boolean | Date | null;
export interface ExportColumn {
  readonly name: string;
  readonly title: string;
  /** The value as this format wants it. */
  readonly cell: (row: Readonly<AnyStored>) => Cell;
}

/**
 * What an export writes, in the order asked for; everything the person may see when nothing is asked. Hidden fields are refused.
 */
export function exportColumns(
  resource: AnyResource,
  asked: readonly string[] | undefined,
  format: ExportFormat,
  session: Session,
): ExportColumn[] {
  const rules = rulesOf(resource, session);
  const key = keyOf(resource).name;
  const further = format === 'csv_import' ? [] : askedColumns(resource, session);
  const shown = withAskedFields(resource, further);
  const offered = [key, ...Object.keys(resource.fields.properties), ...systemColumns, ...further].filter(
    (name) => rules.get(name) !== 'hidden' && !resource.secret?.includes(name) && name !== 'deleted_at' && name !== 'custom',
  );
  const names = asked?.map((name) => (name === 'id' ? key : name)) ?? offered;
  const wrong = names.find((name) => !offered.includes(name));
  if (wrong !== undefined) throw invalid('columns', `This list has no column '${wrong.slice(0, 60)}'`);
  // What reads a file back finds each record by its key.
  const all = format === 'csv_import' ? [key, ...names.filter((name) => name !== key && !isServers(resource, name))] : names;
  return [...new Set(all)].map((name) => ({
    name,
    title: format === 'csv_import' ? name : titleOfColumn(resource, name),
    cell: cellOf(shown, name, format, session.timezone),
  }));
}

/** How a column's value is read from a row as it is stored; a custom field's is in the row's `custom`. */
function readerOf(name: string): (row: Readonly<AnyStored>) => unknown {
  const key = customKey(name);
  return key === undefined ? (row) => row[name] : (row) => recordIn(row['custom'])[key];
}

const isServers = (resource: AnyResource, name: string): boolean =>
  systemColumns.some((one) => one === name) || (resource.readOnly?.includes(name) ?? false);
const titleOfColumn = (resource: AnyResource, name: string): string => (name === 'status' ? 'Status' : titleOf(resource, name));

function cellOf(resource: AnyResource, name: string, format: ExportFormat, zone: string): (row: Readonly<AnyStored>) => Cell {
  const read = readerOf(name);
  const { kind, at } = kindAt(resource, name);
  if (format === 'csv_import') return (row) => rawText(read(row), kind.toCell);
  return (row) => {
    const value = read(row);
    if (value === null || value === undefined || value === '') return resource.ui?.[name]?.empty ?? null;
    const label = row._labels?.[name];
    if (kind.sheet === 'number' && typeof value === 'number') return value;
    if (kind.sheet === 'moment' && typeof value === 'string')
      return format === 'xlsx' ? wallTime(value, zone) : wallText(value, zone);
    if (kind.sheet === 'day' && typeof value === 'string')
      return format === 'xlsx' ? new Date(`${value.slice(0, 10)}T00:00:00Z`) : value;
    const text = kind.text(value, at, label);
    return text === '–' ? null : text;
  };
}

/** Values that an import reads back to the very same: lists and objects as JSON. */
function rawText(value: unknown, toCell: Kind['toCell']): string | null {
  if (value === null || value === undefined) return null;
  if (toCell) return toCell(value);
  return typeof value === 'object' ? JSON.stringify(value) : `${value}`;
}

/** The tenant's wall clock as if it were London's, since a spreadsheet's times have no zone. */
export function wallTime(value: string, zone: string): Date {
  return new Date(`${wallText(value, zone).replace(' ', 'T')}:00Z`);
}
