import { kindAt } from '../../src/kinds/kind-of';
import { readCell } from '../../src/schemas/kit/cells';
import { dimensionOf, isDimension } from '../../src/schemas/kit/dimensions';
import { operatorWords } from '../../src/schemas/kit/filter-operators';
import { takesNoValue } from '../../src/schemas/kit/list-query';
import { measureOf } from '../../src/schemas/kit/measures';
import { resourceNamed } from '../../src/schemas/kit/all';
import { keyOf, refOf, type AnyResource } from '../../src/schemas/kit/resource';
import { filteredByAsked } from '../catalogue/asked-columns';
import { texts } from '../catalogue/references';
import type { Context } from '../context/context';
import { filterNames } from '../reports/report-names';
import type { Filter, ListRequest } from '../store/list-request';
import { exportColumns, type Cell, type ExportColumn } from './export-columns';

/** The lines of a second sheet that say what a list was narrowed to: 'Status', 'is Busy'. */
export async function filterLines(context: Context, resource: AnyResource, request: ListRequest): Promise<Cell[][]> {
  const all = [...request.filters, ...request.anyOf.flat()].map(asAsked);
  const columns = exportColumns(resource, [...new Set(all.map(({ field }) => field))], 'csv', context.session);
  const names = await namesOf(context, resource, all);
  const shown = filteredByAsked(resource, context.session);
  const line = (compiled: Filter, group: string): Cell[] => {
    const filter = asAsked(compiled);
    const column = columns.find(({ name }) => name === filter.field);
    return column ? [`${group}${column.title}`, wordsOf(shown, filter, column, names)] : [];
  };
  return [
    ...request.filters.map((filter) => line(filter, '')),
    ...request.anyOf.flatMap((group, at) => group.map((filter) => line(filter, `One of: ${at + 1}. `))),
  ];
}

/** And the number of a report whose rows it shows. */
export async function cellLines(context: Context, text: unknown): Promise<Cell[][]> {
  if (typeof text !== 'string' || !text) return [];
  const { measure, from, to, values } = readCell(text);
  const names = await filterNames(context, values);
  return [
    ['Number', measureOf(measure).label],
    ['From', from],
    ['To', to],
    ...Object.entries(values).flatMap(([id, keys]) =>
      isDimension(id) ? [[dimensionOf(id).label, keys.map((key) => names(id, key)).join(', ')]] : [],
    ),
  ];
}

const asAsked = (filter: Filter): Filter => filter.asked ?? filter;

type Names = ReadonlyMap<string, string>;

function wordsOf(resource: AnyResource, filter: Filter, { cell }: ExportColumn, names: Names): string {
  const { field, operator, values, open } = filter;
  if (takesNoValue(operator)) return operatorWords[operator];
  const { kind } = kindAt(resource, field);
  const to = refOf(resource, field)?.to;
  const textOf = (value: string): string => {
    if (to) return names.get(`${to} ${value}`) ?? value;
    return String(cell({ [field]: kind.fromFilter?.(value) ?? value }) ?? value);
  };
  const [first = '', last] = values;
  if (operator === 'between' || operator === 'nbetween') {
    const end = last !== undefined && open ? new Date(Date.parse(last) - 1).toISOString() : last;
    return `${operatorWords[operator]} ${[first, end ?? first].map(textOf).join(' – ')}`;
  }
  return `${operatorWords[operator]} ${values.map(textOf).join(', ')}`;
}

/** What the records are called that the filters name. */
async function namesOf({ tx, session }: Context, resource: AnyResource, filters: readonly Filter[]): Promise<Names> {
  const references = filters.flatMap(({ field, values }) => {
    const name = refOf(resource, field)?.to;
    if (name === undefined) return [];
    const to = resourceNamed(name);
    const isNumbered = keyOf(to).type === 'integer';
    return values.flatMap((value) =>
      isNumbered && !/^\d{1,15}$/.test(value) ? [] : [{ to, value: isNumbered ? Number(value) : value }],
    );
  });
  if (!references.length) return new Map();
  return texts(tx, session.tenantId, references, false, [], session, undefined, () => undefined);
}
