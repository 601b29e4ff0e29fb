import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AnyResource } from '../../../src/schemas/kit/resource';
import type { Connection } from '../connection';
import { quote } from '../identifiers';
import { customTable } from '../tables/custom-index';
import { tableModels } from '../tables/model';

/** Whole days since the prepared directory was made (the file `made` next to it says when); 0 without one. */
export function daysSinceMade(templateDir: string, now = new Date()): number {
  const file = join(dirname(templateDir), 'made');
  if (!existsSync(file)) return 0;
  const made = Date.parse(readFileSync(file, 'utf8'));
  return Number.isNaN(made) ? 0 : Math.max(0, Math.floor((now.getTime() - made) / 86_400_000));
}

/** Moves every point in time by whole days, so that yesterday's call stays yesterday's. Days without a time (births) stay. */
export async function shiftTimes(connection: Connection, resources: readonly AnyResource[], days: number): Promise<void> {
  const by = `interval '${Math.trunc(days)} days'`;
  const updates = [
    ...tableModels(resources).map(({ name, columns }) => [name, columns.filter(isTime).map((one) => one.name)] as const),
    ['audit', ['at']] as const,
    [customTable, ['created_at']] as const,
  ].map(
    ([name, times]) => `update ${quote(name)} set ${times.map((time) => `${quote(time)} = ${quote(time)} + ${by}`).join(', ')}`,
  );
  // The times of other records move with them; those inside custom values stay.
  updates.push(`update ${quote(customTable)} set "time" = "time" + ${by} where "field" like '~%' and "time" is not null`);
  // No audit, no new version: nobody changed anything.
  await connection.script(`begin; set local session_replication_role = replica; ${updates.join('; ')}; commit`);
}

const isTime = ({ type }: { readonly type: string }): boolean => type.startsWith('timestamp');
