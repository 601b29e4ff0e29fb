import sql, { join, raw, type Sql } from 'sql-template-tag';
import { gatherCustom } from '../../src/schemas/kit/custom-fields';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import { uniqueRules } from '../../src/schemas/kit/unique';
import { attempt, changedFrom } from '../bulk/change-rows';
import { createRecord } from '../catalogue/create';
import { asKey, keyIn, type Key } from '../catalogue/drafts';
import { hooksOf } from '../hooks/all';
import { updateRecord } from '../catalogue/update';
import type { Context } from '../context/context';
import { ident, keyColumn, table } from '../store/identifiers';
import { foldedText } from '../store/parameters';
import type { DbRow } from '../store/store';
import { columnType } from '../store/tables/model';
import type { ReadResourceRow } from './resource-row';

export interface ImportOptions {
  readonly on_match?: 'update' | 'skip';
  readonly clear_empty?: boolean;
}
/** The result of one line of the file. */
export interface LineResult {
  readonly line: number;
  readonly outcome: 'created' | 'updated' | 'skipped' | 'failed';
  readonly key: Key | null;
  readonly field: string | null;
  readonly reason: string | null;
  readonly before: Readonly<DbRow> | null;
  readonly version: number | null;
}

/** Writes one line like the resource's own create or update; a refusal becomes the reason in the error file. */
export async function writeLine(
  resource: AnyResource,
  plain: AnyResource,
  row: ReadResourceRow,
  options: ImportOptions,
  context: Context,
): Promise<LineResult> {
  const { line } = row;
  const nothing = { line, key: null, field: null, reason: null, before: null, version: null };
  if (row.wrong) return { ...nothing, outcome: 'failed', ...row.wrong };
  return attempt<LineResult>(
    context.tx,
    async () => {
      const values = gatherCustom(row.values);
      const found = await matchOf(resource, row, context);
      if (!found) {
        const draft = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
        const made = await createRecord(plain, hooksOf(plain), draft, context);
        const key = keyIn(plain, made);
        return { ...nothing, outcome: 'created', key, version: await versionOf(plain, key, context) };
      }
      const key = keyIn(plain, found);
      if (options.on_match === 'skip') return { ...nothing, outcome: 'skipped', key, reason: 'It already exists.' };
      const { [keyOf(plain).name]: _, ...changes } = values;
      const allowed = Object.fromEntries(Object.entries(changes).filter(([name]) => !plain.fixed?.includes(name)));
      const after = await updateRecord(plain, hooksOf(plain), key, { values: allowed }, context);
      if (after.row_version === found['row_version']) return { ...nothing, outcome: 'skipped', key, reason: 'Nothing changed.' };
      return {
        ...nothing,
        outcome: 'updated',
        key,
        before: changedFrom(plain, found, after),
        version: await versionOf(plain, key, context),
      };
    },
    (reason, error) => {
      const path = error.errors[0]?.path ?? null;
      return { ...nothing, outcome: 'failed', field: path?.slice(0, 80) ?? null, reason };
    },
  );
}

/** The record that a line is about: by its key, else by what is unique of it. */
async function matchOf(resource: AnyResource, row: ReadResourceRow, { tx, session }: Context): Promise<DbRow | undefined> {
  const where = [];
  if (row.key !== null) {
    try {
      where.push(sql`${keyColumn(resource)} = ${asKey(resource, row.key)}`);
    } catch {
      // a text that cannot be a key names no record
    }
  }
  for (const { fields, unless, folds } of uniqueRules(resource)) {
    // such a row may stand next to others of the same values
    if (unless.some((name) => (row.values[name] ?? null) !== null)) continue;
    const given = fields.map((name) => row.values[name]);
    if (given.some((value) => value === undefined || value === null || typeof value === 'object')) continue;
    where.push(
      sql`(${join(
        [
          ...fields.map((name, at) =>
            folds && isText(resource, name)
              ? sql`${folded(ident(name))} = ${folded(sql`${given[at]}::text`)}`
              : sql`${ident(name)} = ${given[at]}`,
          ),
          ...unless.map((name) => sql`${ident(name)} is null`),
        ],
        ' and ',
      )})`,
    );
  }
  for (const match of where) {
    const found = await tx.row(sql`
      select * from ${table(resource)} where "tenant_id" = ${session.tenantId} and "deleted_at" is null and ${match} limit 1`);
    if (found) return found;
  }
  return undefined;
}

const isText = (resource: AnyResource, name: string): boolean => columnType(resource.fields.properties[name] ?? {}) === 'text';
const [beforeText = '', afterText = ''] = foldedText('|').split('|');
const folded = (text: Sql): Sql => sql`${raw(beforeText)}${text}${raw(afterText)}`;

async function versionOf(resource: AnyResource, key: Key, { tx, session }: Context): Promise<number | null> {
  const row = await tx.row<{ row_version: number }>(sql`
    select "row_version" from ${table(resource)} where "tenant_id" = ${session.tenantId} and ${keyColumn(resource)} = ${key}`);
  return row?.row_version ?? null;
}
