import { displayOf, keyOf, type AnyResource } from '../../../src/schemas/kit/resource';
import { uniqueRules } from '../../../src/schemas/kit/unique';
import type { Connection } from '../connection';
import { quote, tableName } from '../identifiers';
import { literal } from '../parameters';
import type { Stricter } from './broken-rows';
import type { Broken } from './broken-sentence';
import { isNarrower, limitsOf, type Limits } from './limits';
import type { Live, LiveTable } from './live';
import { liveWhere, tableModels, uniqueColumns, uniqueIndexName, type TableModel } from './model';
import { setNotNull } from './plan';
import { converted } from './retyped';

/** What the schema files ask of rows that were written under less strict ones. */
export interface StricterRules {
  readonly broken: readonly Broken[];
  /** Statements that a plan holds for confirmation, and that no row makes fail. */
  readonly safe: ReadonlySet<string>;
  /** Keeps today's limits for the next start; undefined where they are kept already. */
  readonly remember: string | undefined;
}

const row = 'limits';
export const rememberLimits = (limits: Limits): string =>
  `insert into "schema_state" ("name", "hash") values ('${row}', ${literal(JSON.stringify(limits))}) on conflict ("name") do update set "hash" = excluded."hash"`;

/** Counts the rows that break rules which are new or narrower than at the last start. */
export async function stricterRules(
  connection: Connection,
  resources: readonly AnyResource[],
  live: Live,
): Promise<StricterRules> {
  const limits = limitsOf(resources);
  const kept = live.state.get(row);
  const before: Limits | undefined = kept === undefined ? undefined : JSON.parse(kept);
  const models = new Map(tableModels(resources).map((model) => [model.name, model]));
  const broken: Broken[] = [];
  const safe = new Set<string>();
  for (const resource of resources) {
    const model = models.get(tableName(resource));
    const standing = live.tables.get(tableName(resource));
    if (!model || !standing || standing.untouched) continue;
    const stricter = stricterOf(resource, model, live, { limits, before });
    if (!stricter.fields.size && !stricter.required.size && !stricter.unique.length && !stricter.refs.length) continue;
    const { brokenRows } = await import('./broken-rows'); // ajv is not loaded for a start that changes nothing
    const found = await brokenRows(connection, stricter);
    broken.push(...found);
    for (const name of stricter.required.keys())
      if (!found.some(({ rule }) => rule.endsWith(`fields.required: '${name}'`))) safe.add(setNotNull(model.name, name));
  }
  return { broken, safe, remember: kept === JSON.stringify(limits) ? undefined : rememberLimits(limits) };
}

function stricterOf(
  resource: AnyResource,
  model: TableModel,
  { tables }: Live,
  { limits, before }: { readonly limits: Limits; readonly before: Limits | undefined },
): Stricter {
  const live = tables.get(model.name) ?? nothing;
  const olds = new Map([...model.renamed].map(([old, name]) => [name, old]));
  /** The column that holds a field's values now; undefined where the field is new. */
  const columnOf = (name: string): string | undefined =>
    [olds.get(name), name].find((one): one is string => one !== undefined && live.columns.has(one));
  /** The values of a column that is of another type now, as they will be, as SQL. */
  const retyped = new Map(
    model.columns.flatMap((wanted) => {
      const column = columnOf(wanted.name);
      const from = column === undefined ? undefined : live.columns.get(column)?.type;
      return from === undefined || from === wanted.type
        ? []
        : [[wanted.name, { from, to: converted('v', from, wanted) }] as const];
    }),
  );
  const valueOf = (name: string): string => {
    const wanted = model.columns.find((one) => one.name === name);
    const column = quote(columnOf(name) ?? name);
    return wanted && retyped.has(name) ? `(${converted(column, retyped.get(name)!.from, wanted)})` : column;
  };
  const narrower = model.columns.flatMap(({ name }) => {
    const column = columnOf(name);
    const as = retyped.get(name);
    const now = limits[model.name]?.[name] ?? {};
    const known = before?.[model.name];
    const isLess = known !== undefined && isNarrower(now, known[name] ?? known[olds.get(name) ?? '']);
    return column !== undefined && (as || isLess) ? [[name, { column, limits: now, ...(as ? { as } : {}) }] as const] : [];
  });
  const required = model.columns.flatMap(({ name, notNull, default: filled }) => {
    const column = columnOf(name);
    const asks = notNull && (column === undefined ? filled === undefined : live.columns.get(column)?.notNull === false);
    return asks ? [[name, column] as const] : [];
  });
  const unique = uniqueRules(resource).flatMap((rule) => {
    const names = [...rule.fields, ...rule.unless];
    const isKept = names.every((name) => columnOf(name) === name) && live.indexes.has(uniqueIndexName(resource, rule));
    if (isKept || !names.every(columnOf)) return [];
    const asNow = (text: string): string => names.reduce((now, name) => now.replaceAll(quote(name), valueOf(name)), text);
    const tenant = model.shared ? [] : ['"tenant_id"'];
    const by = [...tenant, ...uniqueColumns(resource, rule).map(asNow)];
    return [{ fields: rule.fields.join(', '), by, where: asNow(liveWhere(rule)) }];
  });
  const refs = [...model.foreignKeys].flatMap(([name, { field, to, key, shared }]) => {
    const column = columnOf(field);
    const type = model.columns.find((one) => one.name === field)?.type;
    if (column === undefined || live.columns.get(column)?.type !== type) return [];
    if (column === field && live.foreignKeys.has(name)) return [];
    return [{ field, column, key, shared, ...(tables.has(to) ? { to } : {}) }];
  });
  const display = displayOf(resource);
  const secret = resource.personal?.includes(display) || resource.secret?.includes(display);
  return {
    table: model.name,
    label: `schema '${resource.name}'`,
    named: secret ? keyOf(resource).name : (columnOf(display) ?? keyOf(resource).name),
    fields: new Map(narrower),
    required: new Map(required),
    unique,
    refs,
  };
}

const nothing: Pick<LiveTable, 'columns' | 'indexes' | 'foreignKeys'> = {
  columns: new Map(),
  indexes: new Set(),
  foreignKeys: new Set(),
};
