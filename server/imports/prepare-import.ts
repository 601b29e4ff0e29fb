import type { AnyRow } from '../../src/schemas/kit/resource';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import sql from 'sql-template-tag';
import { invalid } from '../../src/schemas/kit/problem';
import { keyOutside } from '../domain/custom-keys';
import type { RunningJob, Steps } from '../context/running-job';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import { leadCustomFields } from './import-setup';
import { autoMapping, idTarget, isTarget, ownHeaders, type Mapping } from './lead-columns';
import { readImport } from './import-record';
import { readFormat, readRows } from './read-csv';
import type { ImportScope } from './write-chunk';

/** The first step of an import: the whole file is readable, its rows are counted, chosen columns have their custom fields. */
export async function prepareImport(job: RunningJob, steps: Steps, scope: ImportScope): Promise<void> {
  const { tenantId } = scope;
  const record = await steps.read((tx) => readImport(tx, tenantId, scope.importId));
  const file = await steps.read((tx) => job.services.files.pathOf(tx, tenantId, record.file_id));
  await refuseChanged(file);
  const format = await readFormat(file.path);
  const total = await countRows(file.path, steps);
  await steps.commit(async (tx) => {
    const chosen =
      record.mapping ??
      (await rememberedMapping(tx, tenantId, scope.userId, format.headers)) ??
      autoMapping(format.headers, await leadCustomFields(tx, tenantId));
    checkMapping(chosen, format.headers);
    await rememberMapping(tx, tenantId, scope.userId, format.headers, chosen);
    const mapping = await withNewFields(tx, scope, chosen);
    await tx.run(sql`
      update "imports" set "state" = 'running', "mapping" = ${JSON.stringify(mapping)}::jsonb
      where "tenant_id" = ${tenantId} and "id" = ${scope.importId}`);
    return { cursor: { line: 1 }, done: 0, total, message: 'Importing' };
  });
}

/** The file is the one whose preview was looked at. Throws Problem 422. */
async function refuseChanged({ path, sha256 }: { readonly path: string; readonly sha256: string }): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  if (hash.digest('hex') !== sha256) throw invalid('file', 'The file has changed since its preview. Upload it again.');
}

/** Counts the rows and so reads the file to its end; throws Problem 422 with the line of what cannot be read. */
export async function countRows(path: string, steps?: Pick<Steps, 'check'>): Promise<number> {
  let rows = 0;
  for await (const batch of readRows(path, await readFormat(path), 1000)) {
    steps?.check();
    rows += batch.length;
  }
  if (!rows) throw invalid('file', 'The file has column names but no rows');
  return rows;
}

/** Every target exists, only names are joined, and a person can be reached. Throws Problem 422 on path 'mapping'. */
export function checkMapping(mapping: Readonly<AnyRow>, headers: readonly string[]): asserts mapping is Mapping {
  const seen = new Set<string>();
  for (const [header, target] of Object.entries(mapping)) {
    if (target === '') continue;
    if (!headers.includes(header)) throw invalid('mapping', `The file has no column '${header}'`);
    if (
      typeof target !== 'string' ||
      !(isTarget(target) || target === idTarget || /^(custom\.[^.]{1,60}|new:.{1,60})$/.test(target))
    )
      throw invalid('mapping', `The column '${header}' cannot be imported as '${String(target).slice(0, 60)}'`);
    if (target !== 'name' && seen.has(target))
      throw invalid('mapping', `Two columns are mapped to '${target}'. Choose one of them.`);
    seen.add(target);
  }
  if (!seen.has('phone') && !seen.has('email') && !seen.has(idTarget))
    throw invalid('mapping', 'Choose the column with the phone number or the email');
}

/** The mapping this user chose last for a file with these columns, where it still fits. */
export async function rememberedMapping(
  tx: Tx,
  tenantId: string,
  userId: string | null,
  headers: readonly string[],
): Promise<Mapping | undefined> {
  const row = await tx.row<{ mapping: Mapping }>(sql`
    select "mapping" from "import_mappings" where "tenant_id" = ${tenantId} and "user_id" = ${userId} and "resource" = 'leads'
      and "headers_key" = ${headersKey(headers)} and "deleted_at" is null`);
  if (!row) return undefined;
  // A field that was made last time exists by now, under its key.
  const fields = await leadCustomFields(tx, tenantId);
  const keyOf = new Map(fields.map((field) => [field.label.toLowerCase(), field.key]));
  const fits = (target: string): string => {
    if (target.startsWith('new:'))
      return keyOf.has(target.slice(4).toLowerCase()) ? `custom.${keyOf.get(target.slice(4).toLowerCase())}` : target;
    return target.startsWith('custom.') && !fields.some((field) => field.key === target.slice(7)) ? '' : target;
  };
  return Object.fromEntries(Object.entries(row.mapping).map(([header, target]) => [header, fits(target)]));
}

export async function rememberMapping(
  tx: Tx,
  tenantId: string,
  userId: string | null,
  headers: readonly string[],
  mapping: Mapping,
): Promise<void> {
  const json = JSON.stringify(mapping);
  const key = headersKey(headers);
  const known = await tx.run(sql`
    update "import_mappings" set "mapping" = ${json}::jsonb
    where "tenant_id" = ${tenantId} and "user_id" = ${userId} and "resource" = 'leads' and "headers_key" = ${key} and "deleted_at" is null`);
  if (known) return;
  await tx.run(sql`
    insert into "import_mappings" ("tenant_id", "id", "user_id", "resource", "headers_key", "mapping")
    values (${tenantId}, ${newId()}, ${userId}, 'leads', ${key}, ${json}::jsonb) on conflict do nothing`);
}

/** `new:<label>` becomes a custom field of the kind text, and `custom.<key>` from then on; one that exists by that label is used. */
async function withNewFields(tx: Tx, scope: ImportScope, mapping: Mapping): Promise<Mapping> {
  const fields = [...(await leadCustomFields(tx, scope.tenantId))];
  // Of deleted fields too: their values are kept for a while.
  const keys = await tx.rows<{ key: string }>(
    sql`select "key" from "custom_fields" where "tenant_id" = ${scope.tenantId} and "entity" = 'lead' and "key" is not null`,
  );
  const taken = new Set(keys.map((row) => row.key));
  const result: Record<string, string> = {};
  for (const [header, target] of Object.entries(mapping)) {
    result[header] = target;
    if (!target.startsWith('new:')) continue;
    const label = target.slice(4).trim();
    let field = fields.find((one) => one.label.toLowerCase() === label.toLowerCase());
    if (!field) {
      field = {
        key: keyOutside(label, taken),
        label,
        type: 'text',
      };
      fields.push(field);
      taken.add(field.key);
      await tx.run(sql`
        insert into "custom_fields" ("tenant_id", "id", "entity", "label", "key", "type", "required", "show_in_list", "sort_order", "status",
          "show_in_form", "unique")
        values (${scope.tenantId}, ${newId()}, 'lead', ${label}, ${field.key}, 'text', false, false, ${fields.length}::int, 1, true, false)`);
    }
    result[header] = `custom.${field.key}`;
  }
  return result;
}

function headersKey(headers: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(ownHeaders(headers)))
    .digest('hex');
}
