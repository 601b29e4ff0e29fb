import type { AnyResource } from '../../../src/schemas/kit/resource';
import { CannotStart } from '../cannot-start';
import type { Connection } from '../connection';
import { readLive } from './live';
import { tableModels } from './model';
import { makePlan, type Plan } from './plan';

export async function planFor(connection: Connection, resources: readonly AnyResource[]): Promise<Plan> {
  return makePlan(tableModels(resources), await readLive(connection));
}

export interface ApplyOptions {
  /** Run statements that lose data too. */
  readonly confirm?: boolean;
  readonly print?: (line: string) => void;
}

/**
 * Brings the tables to what the schema files say, in one transaction. Additive changes are printed and done; one that loses
 * data, or may be refused by rows that stand, is refused with the exact statement unless confirmed. Throws CannotStart.
 */
export async function applySchema(
  connection: Connection,
  resources: readonly AnyResource[],
  { confirm = false, print = () => {} }: ApplyOptions = {},
): Promise<void> {
  const plan = await planFor(connection, resources);
  const fresh = plan.statements.some((statement) => statement.startsWith('create table if not exists "schema_state"'));
  if (plan.destructive.length > 0 && !confirm) throw new CannotStart(refusal(plan.destructive));
  const statements = [...plan.statements, ...(confirm ? plan.destructive : [])];
  if (statements.length === 0) return;
  if (fresh) print(`Making the tables (${statements.length} statements).`);
  else
    for (const statement of statements)
      if (!statement.startsWith('insert into "schema_state"')) print(`Schema: ${firstLine(statement)}`);
  await connection.script(`begin;\n${statements.join(';\n')};\ncommit`);
}

const firstLine = (statement: string): string => statement.split('\n')[0]!;

function refusal(statements: readonly string[]): string {
  return [
    'The schema files ask for changes that lose data or may fail on the rows that stand:',
    ...statements.map((statement) => `  ${statement};`),
    'Nothing was changed. Take a backup, then start once with --confirm to run them: npm start -- --confirm',
  ].join('\n');
}
