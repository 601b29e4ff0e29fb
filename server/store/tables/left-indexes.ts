import type { Connection } from '../connection';
import { literal } from '../parameters';
import { leftIndexes, remember, type Plan } from './plan';

/** Said by a first start when all is there but the indexes that wait until the product is ready. */
export const rememberLeft = (): string => remember(leftIndexes.state, leftIndexes.left);

/** A first start has left indexes, and it or the next one has not made them yet. */
export async function hasLeftIndexes(connection: Connection): Promise<boolean> {
  const [table] = await connection.script(`select to_regclass('public.schema_state') is not null as yes`);
  if (table?.yes !== true) return false;
  const { state, left } = leftIndexes;
  const found = await connection.script(
    `select 1 from "schema_state" where "name" = ${literal(state)} and "hash" = ${literal(left)}`,
  );
  return found.length > 0;
}

/** Whether nothing is missing but indexes without which all works, only slower. */
export const lacksOnlyIndexes = ({ statements, destructive, refills }: Plan): boolean =>
  destructive.length + refills.length === 0 &&
  statements.every((text) => text.startsWith('create index') || text.startsWith('insert into "schema_state"'));
