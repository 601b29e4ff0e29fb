import type { AnyResource } from '../../../src/schemas/kit/resource';
import { errorMessage } from '../../domain/error-details';
import { CannotStart } from '../cannot-start';
import type { Connection } from '../connection';
import { sqlState } from '../failures';
import { sentenceOf, type Broken } from './broken-sentence';
import { limitsOf } from './limits';
import { readLive } from './live';
import { tableModels } from './model';
import { makePlan, planParts, remember, type Plan } from './plan';
import { refill } from './refill';
import { rememberLimits, stricterRules } from './stricter';

export async function planFor(connection: Connection, resources: readonly AnyResource[]): Promise<Plan> {
  return makePlan(tableModels(resources), await readLive(connection));
}

/**
 * Does the additive part of the plan on several connections of the owner at once. What may run side by side is a transaction a
 * table: if interrupted, the next start does the rest. `atWork` is called when only the database is at work.
 */
export async function applyTogether(
  connections: readonly [Connection, ...Connection[]],
  resources: readonly AnyResource[],
  atWork?: () => void,
): Promise<void> {
  const [first] = connections;
  const { before, keys, tables, after, refills } = planParts(tableModels(resources), await readLive(first));
  const sizes = await first.script<{ name: string; bytes: unknown }>(
    `select relname as name, pg_relation_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const bytes = new Map(sizes.map((row) => [row.name, Number(row.bytes)]));
  await first.script(asOne(before));
  const lists = tables.map(({ name, statements }) => ({ statements, effort: effortOf(statements, bytes.get(name) ?? 0) }));
  const shares = dealt([{ statements: keys, effort: 2 * keys.length }, ...lists], connections.length);
  const working = shares.map((share, at) => connections[at]!.script(share.map(asOne).join(';\n')));
  atWork?.();
  // All are waited for: a connection that is closed leaves the server at work.
  for (const ended of await Promise.allSettled(working)) if (ended.status === 'rejected') throw ended.reason;
  await first.script(asOne([...after, rememberLimits(limitsOf(resources))]));
  for (const one of refills) await refill(first, one, remember);
}

const asOne = (statements: readonly string[]): string => `begin;\n${statements.join(';\n')};\ncommit`;
/** A statement is one; an index, one more for every so many bytes that it is made from. */
const effortOf = (statements: readonly string[], bytes: number): number =>
  statements.length + (statements.filter((text) => /^create (unique )?index/.test(text)).length * bytes) / 500_000;

/** The heaviest first, each to the connection with the least work. */
function dealt(
  lists: readonly { readonly statements: readonly string[]; readonly effort: number }[],
  among: number,
): string[][][] {
  const shares = Array.from({ length: among }, (): { readonly lists: string[][]; effort: number } => ({ lists: [], effort: 0 }));
  for (const { statements, effort } of [...lists].sort((a, b) => b.effort - a.effort)) {
    const least = shares.reduce((one, other) => (other.effort < one.effort ? other : one));
    least.lists.push([...statements]);
    least.effort += effort;
  }
  return shares.map((share) => share.lists);
}

export interface ApplyOptions {
  /** Run statements that lose data too. */
  readonly confirm?: boolean;
  readonly print?: (line: string) => void;
  /** Called before tables that exist are changed; what it throws leaves them as they are. */
  readonly beforeChange?: () => Promise<void>;
}

/**
 * Brings the tables to what the schema files say, in one transaction; then fills indexes that are tables, in steps. Additive changes are printed and done; one that loses
 * data, or may be refused by rows that stand, is refused with the exact statement unless confirmed. Throws CannotStart.
 */
export async function applySchema(
  connection: Connection,
  resources: readonly AnyResource[],
  { confirm = false, print = () => {}, beforeChange }: ApplyOptions = {},
): Promise<void> {
  const live = await readLive(connection);
  const plan = makePlan(tableModels(resources), live);
  const stricter = await stricterRules(connection, resources, live);
  const fresh = plan.statements.some((statement) => statement.startsWith('create table if not exists "schema_state"'));
  const risky = plan.destructive.filter((statement) => !stricter.safe.has(statement));
  refuseBroken(stricter.broken, confirm);
  if (risky.length > 0 && !confirm) throw new CannotStart(refusal(risky));
  const statements = [...plan.statements, ...plan.destructive, ...(stricter.remember ? [stricter.remember] : [])];
  if (statements.length + plan.refills.length === 0) return;
  if (!fresh) await beforeChange?.();
  if (fresh) print(`Creating the tables (${statements.length} statements).`);
  else for (const statement of statements) if (!isMemory(statement)) print(`Schema: ${firstLine(statement)}`);
  if (statements.length > 0) await changed(connection, statements);
  for (const one of plan.refills) await refill(connection, one, remember, print);
}

/** What rows cannot follow, such as a text that is to be a number, is one sentence for the operator. */
async function changed(connection: Connection, statements: readonly string[]): Promise<void> {
  try {
    await connection.script(asOne(statements));
  } catch (error) {
    if (!/^(22|23|2B|42804|42846)/.test(sqlState(error) ?? '')) throw error;
    await connection.script('rollback');
    throw new CannotStart(
      `Rows that are stored cannot follow the schema files: ${errorMessage(error)}.\nNothing was changed. Start with the schema files as they were, correct these rows, and start again.`,
    );
  }
}

/** A rule that the database holds admits no exception; of the others the operator may say that the rows are mended later. */
function refuseBroken(broken: readonly Broken[], confirm: boolean): void {
  const refused = broken.filter(({ held }) => held || !confirm);
  if (refused.length === 0) return;
  const hint = refused.some(({ held }) => held)
    ? 'Nothing was changed. Start with the schema files as they were, correct these rows, and start again.'
    : 'Nothing was changed. Correct these rows first, or start once with --confirm: npm start -- --confirm. They stay as they are until someone saves them.';
  throw new CannotStart(
    ['The schema files are stricter than rows that are stored:', ...refused.map((one) => `  ${sentenceOf(one)}`), hint].join(
      '\n',
    ),
  );
}

/** What the start keeps for itself. */
const isMemory = (statement: string): boolean => statement.startsWith('insert into "schema_state"');
const firstLine = (statement: string): string => statement.split('\n')[0]!;

function refusal(statements: readonly string[]): string {
  return [
    'The schema files need changes that lose data or may fail on existing rows:',
    ...statements.filter((statement) => !isMemory(statement)).map((statement) => `  ${statement};`),
    'Nothing was changed. Take a backup, then start once with --confirm to run them: npm start -- --confirm',
  ].join('\n');
}
