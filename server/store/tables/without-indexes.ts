import type { Connection } from '../connection';
import { quote } from '../identifiers';
import { literal } from '../parameters';

/**
 * Runs `work` while the tables have their keys and unique indexes only, and rebuilds the others afterwards, whatever came of
 * it: an index is made sooner at once than row by row. For the owner of the tables. What a killed process leaves undone,
 * the next start does.
 */
export async function withoutIndexes<T>(owner: Connection, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  await owner.script('set statement_timeout = 0');
  const indexes = await owner.script(`select i.relname as name, pg_get_indexdef(x.indexrelid) as text
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace and not x.indisunique and t.relname in (${tables.map(literal).join(', ')})
    order by pg_relation_size(t.oid), 1`);
  if (indexes.length) await owner.script(indexes.map(({ name }) => `drop index if exists ${quote(String(name))}`).join('; '));
  try {
    return await work();
  } finally {
    await owner.script(`set maintenance_work_mem = '512MB'`);
    for (const { text } of indexes) await owner.script(String(text).replace(/^CREATE INDEX /, 'create index if not exists '));
  }
}
