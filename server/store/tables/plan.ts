import { createHash } from 'node:crypto';
import { quote } from '../identifiers';
import { literal } from '../parameters';
import { customTable, customTriggerNames } from './custom-index';
import { sourceTriggerNames } from './values-elsewhere';
import { columnText, createTable, guardTable, searchColumn } from './ddl';
import type { Live, LiveTable } from './live';
import type { TableModel } from './model';
import { refillOf, type Refill } from './refill';
import { retypedIn } from './retyped';
import { withNewNames } from './renamed';
import { foundation, lookUpTables, routines, systemTables, triggerFunctions } from './routines';

export interface Plan {
  /** Statements in order; empty when the database is as the schema files say. */
  readonly statements: readonly string[];
  /**
   * Statements that lose data or may fail on it: run only when confirmed. Checks are queries that answer a row if they would
   * fail.
   */
  readonly destructive: readonly string[];
  /** Entries of the index of custom values that are made again once the statements are done (refill.ts). */
  readonly refills: readonly Refill[];
}

export interface TableStatements {
  readonly name: string;
  readonly statements: readonly string[];
}

/** The statements of a plan, grouped by what can run at the same time. */
export interface PlanParts {
  /** Roles, functions, the product's own tables, and columns of tables that stand: all the rest needs them. */
  readonly before: readonly string[];
  /** New tables, bare. They can be made in parallel. */
  readonly made: readonly TableStatements[];
  /** What no two rows may share. Each is about one table only, so they can be made in parallel, also with the keys. */
  readonly unique: readonly TableStatements[];
  /** The other indexes, without which all works, only slower. */
  readonly indexes: readonly TableStatements[];
  /** Keys to other tables: each holds two tables. They come before row security hides rows. */
  readonly keys: readonly string[];
  /** Row security, rights and triggers. */
  readonly guards: readonly string[];
  readonly after: readonly string[];
  /** Once all indexes stand: a start that was cut off before makes the missing ones. */
  readonly last: readonly string[];
  readonly destructive: readonly string[];
  readonly refills: readonly Refill[];
}

/** What to do to the database so that it holds what the schema files say. */
export function makePlan(models: readonly TableModel[], live: Live): Plan {
  const { before, made, unique, indexes, keys, guards, after, last, destructive, refills } = planParts(models, live);
  const of = (parts: readonly TableStatements[]): string[] => parts.flatMap(({ statements }) => statements);
  const statements = [...before, ...of(made), ...of(unique), ...of(indexes), ...keys, ...guards, ...after, ...last];
  return { statements, destructive, refills };
}

export function planParts(models: readonly TableModel[], live: Live): PlanParts {
  const before: string[] = [];
  const made: TableStatements[] = [];
  const unique: TableStatements[] = [];
  const indexes: TableStatements[] = [];
  const keys: string[] = [];
  const guards: string[] = [];
  const after: string[] = [];
  const last: string[] = [];
  const destructive: string[] = [];
  const late: string[] = [];
  const refills: Refill[] = [];
  const first = !live.tables.has('schema_state');
  // What is remembered of a dropped table says nothing about the next one of that name.
  const step = (name: string, parts: readonly string[], standing: boolean | undefined, bare = false): string[] => {
    const hash = hashOf(parts);
    if (standing && live.state.get(name) === hash) return [];
    return [...(bare ? parts.filter((part) => !dropsOld.test(part)) : parts), remember(name, hash)];
  };

  const isOther = first || live.state.get('foundation') !== hashOf([...foundation, ...systemTables]);
  const hasLeft = live.state.get(leftIndexes.state) === leftIndexes.left;
  if (isOther) {
    before.push(...foundation, ...systemTables.filter((text) => !isSystemIndex(text)));
    after.push(remember('foundation', hashOf([...foundation, ...systemTables])));
  }
  if (isOther || hasLeft)
    for (const text of systemTables) if (isSystemIndex(text)) indexes.push({ name: indexedTable(text), statements: [text] });
  if (hasLeft) last.push(remember(leftIndexes.state, leftIndexes.made));
  before.push(...step('triggers', triggerFunctions, true));

  const tablesNow = new Map<string, LiveTable>();
  const laterOf = new Map<string, string[]>();
  for (const model of models) {
    const found = live.tables.get(model.name);
    const standing = found && withNewNames(model, found, live.tables, before);
    if (standing) {
      tablesNow.set(model.name, standing);
      const risky: string[] = [];
      changeTable(model, standing, live, before, risky);
      // A catalogue on which someone still works has no rows to lose: its file may change in any way.
      if (risky.length && standing.untouched) late.push(stillUntouched(model.name), ...risky);
      else destructive.push(...risky);
      laterOf.set(model.name, standing.untouched ? late : destructive);
    } else {
      const search = model.search ? [remember(`search:${model.name}`, hashOf([model.search.expression]))] : [];
      const defaults = remember(`defaults:${model.name}`, hashOf([defaultsText(model)]));
      made.push({ name: model.name, statements: [createTable(model), defaults, ...search] });
    }
  }
  for (const model of models) {
    const standing = tablesNow.get(model.name);
    const retyped = standing && retypedIn(model, standing);
    const waits = (text: string): boolean =>
      retyped?.reads(text) === true ||
      (text.includes('"search_text"') && retyped?.reads(model.search?.expression ?? '') === true);
    const later = laterOf.get(model.name) ?? [];
    const statements: string[] = [];
    for (const [name, text] of model.indexes) if (!standing?.indexes.has(name)) (waits(text) ? later : statements).push(text);
    for (const [list, some] of [
      [unique, statements.filter(isUnique)],
      [indexes, statements.filter((text) => !isUnique(text))],
    ] as const)
      if (some.length > 0) list.push({ name: model.name, statements: some });
    for (const [name, { text }] of model.foreignKeys)
      if (!standing?.foreignKeys.has(name))
        (waits(text) ? later : keys).push(`alter table ${quote(model.name)} add constraint ${quote(name)} ${text}`);
    const bare = !standing || (standing.policies.size === 0 && standing.triggers.size === 0);
    guards.push(...step(`table:${model.name}`, guardTable(model, lookUpTables), standing && isGuarded(model, standing), bare));
    const refill =
      model.kept && refillOf(model.kept, (state) => (live.tables.has(customTable) ? live.state.get(state) : undefined));
    // A table without rows has no entries.
    if (refill && standing && !standing.untouched) refills.push(refill);
    else if (refill) after.push(...refill.states.map(([name, hash]) => remember(name, hash)));
  }
  after.push(...step('routines', routines, true), ...late);

  const known = new Set([...models.map((model) => model.name), ...systemTableNames]);
  // All at once: they may refer to each other.
  const gone = [...live.tables.keys()].filter((name) => !known.has(name));
  if (gone.length) destructive.push(`drop table ${gone.map(quote).join(', ')}`);
  return { before, made, unique, indexes, keys, guards, after, last, destructive, refills };
}

/** What a first start remembers of the indexes that wait until the product is ready (left-indexes.ts). */
export const leftIndexes = { state: 'indexes', left: 'left', made: 'made' } as const;

/** Keeps the hash of a definition that stands now. */
export const remember = (name: string, hash: string): string =>
  `insert into "schema_state" ("name", "hash") values (${literal(name)}, ${literal(hash)}) on conflict ("name") do update set "hash" = excluded."hash"`;

const isUnique = (text: string): boolean => text.startsWith('create unique index');
const isSystemIndex = (text: string): boolean => text.startsWith('create index');
const indexedTable = (text: string): string => / on "(\w+)"/.exec(text)![1]!;
/** A new table has none: eight hundred statements less in an empty database. */
const dropsOld = /^drop (policy|trigger|function) if exists /;
const systemTableNames = ['schema_state', 'audit', 'audit_seals', 'counters', 'idempotency', 'attempts', customTable];

function changeTable(model: TableModel, live: LiveTable, whole: Live, statements: string[], destructive: string[]): void {
  const table = quote(model.name);
  const wanted = new Set(model.columns.map((column) => column.name));
  // Indexes and keys whose definition changed have another name now: nothing is lost by dropping the old ones.
  for (const name of live.foreignKeys)
    if (!model.foreignKeys.has(name)) statements.push(`alter table ${table} drop constraint ${quote(name)}`);
  for (const name of live.indexes) if (!model.indexes.has(name)) statements.push(`drop index ${quote(name)}`);

  const retyped = retypedIn(model, live);
  destructive.push(...retyped.statements);
  for (const column of model.columns) {
    const standing = live.columns.get(column.name);
    const name = quote(column.name);
    if (!standing) {
      statements.push(
        `alter table ${table} add column ${columnText({ ...column, notNull: column.notNull && column.default !== undefined })}`,
      );
      if (column.notNull && column.default === undefined) destructive.push(setNotNull(model.name, column.name));
      continue;
    }
    if (column.notNull && !standing.notNull) destructive.push(setNotNull(model.name, column.name));
    if (!column.notNull && standing.notNull) statements.push(`alter table ${table} alter column ${name} drop not null`);
  }
  const defaults = hashOf([defaultsText(model)]);
  const isRetyped = retyped.statements.length > 0;
  if (isRetyped || whole.state.get(`defaults:${model.name}`) !== defaults) {
    const later = isRetyped ? destructive : statements;
    later.push(defaultsText(model), remember(`defaults:${model.name}`, defaults));
  }

  // The search text is made from the row, so it can be made again.
  const hash = model.search && hashOf([model.search.expression]);
  if (live.columns.has('search_text') && whole.state.get(`search:${model.name}`) !== hash)
    statements.push(`alter table ${table} drop column "search_text"`);
  if (model.search && (!live.columns.has('search_text') || whole.state.get(`search:${model.name}`) !== hash)) {
    const later = retyped.reads(model.search.expression) ? destructive : statements;
    later.push(`alter table ${table} add column ${searchColumn(model)}`, remember(`search:${model.name}`, hash!));
    for (const [name, text] of model.indexes) if (text.includes('"search_text"') && live.indexes.has(name)) later.push(text);
  }
  for (const name of live.columns.keys())
    if (!wanted.has(name) && name !== 'search_text') destructive.push(`alter table ${table} drop column ${quote(name)}`);
}

export const setNotNull = (table: string, column: string): string =>
  `alter table ${quote(table)} alter column ${quote(column)} set not null`;

/** Waits for who is writing, and ends the whole change where a row has come since the table was looked at. */
const stillUntouched = (name: string): string =>
  `do $$ begin lock table ${quote(name)} in access exclusive mode; if pg_relation_size(${literal(quote(name))}) > 0 then raise exception '% has rows now; start again', ${literal(name)}; end if; end $$`;

/** All defaults of a table in one statement. Columns that a change adds stand before it. */
function defaultsText({ name, columns }: TableModel): string {
  const each = columns.map(
    (column) =>
      `alter column ${quote(column.name)} ${column.default === undefined ? 'drop default' : `set default ${column.default}`}`,
  );
  return `alter table ${quote(name)} ${each.join(', ')}`;
}

function isGuarded(model: TableModel, live: LiveTable): boolean {
  const triggers = [
    'touch',
    ...(model.audited ? ['audit_insert', 'audit_update', 'audit_delete'] : []),
    ...(model.kept ? customTriggerNames : []),
    ...[...model.keptFor, ...model.keptThrough].flatMap(sourceTriggerNames),
  ];
  return live.secured && live.policies.has('tenant') && triggers.every((name) => live.triggers.has(name));
}

const hashOf = (parts: readonly string[]): string => createHash('sha256').update(parts.join(';\n')).digest('hex').slice(0, 16);
