import type { AnyResource } from '../../../src/schemas/kit/resource';
import { errorMessage } from '../../domain/error-details';
import { CannotStart } from '../cannot-start';
import type { Connection } from '../connection';
import { sqlState } from '../failures';
import { sentenceOf, type Broken } from './broken-sentence';
import { readLive } from './live';
import { readMatch, rememberMatch } from './matched';
import { tableModels } from './model';
import { makePlan, remember, type Plan } from './plan';
import { refill } from './refill';
import { stricterRules } from './stricter';

export async function planFor(connection: Connection, resources: readonly AnyResource[]): Promise<Plan> {
  return makePlan(tableModels(resources), await readLive(connection));
}

/** One transaction. */
export const asOne = (statements: readonly string[]): string => `begin;\n${statements.join(';\n')};\ncommit`;

export interface ApplyOptions {
  /** Run statements that lose data too. */
  readonly confirm?: boolean;
  readonly print?: (line: string) => void;
  /** Names the build that runs: tables that it found in order before are not looked through again. */
  readonly build?: string | undefined;
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
  options: ApplyOptions = {},
): Promise<void> {
  const { build } = options;
  const match = build === undefined ? undefined : await readMatch(connection, resources, build);
  if (match?.isKnown) return;
  const isInOrder = await bringUpToDate(connection, resources, options);
  if (match && isInOrder) await rememberMatch(connection, match.mark);
}

/** Whether there was nothing to do. */
async function bringUpToDate(
  connection: Connection,
  resources: readonly AnyResource[],
  { confirm = false, print = () => {}, beforeChange }: ApplyOptions,
): Promise<boolean> {
  const live = await readLive(connection);
  const plan = makePlan(tableModels(resources), live);
  const stricter = await stricterRules(connection, resources, live);
  const fresh = !live.tables.has('schema_state');
  const risky = plan.destructive.filter((statement) => !stricter.safe.has(statement));
  refuseBroken(stricter.broken, confirm);
  if (risky.length > 0 && !confirm) throw new CannotStart(refusal(risky));
  const statements = [...plan.statements, ...plan.destructive, ...(stricter.remember ? [stricter.remember] : [])];
  if (statements.length + plan.refills.length === 0) return true;
  if (!fresh) await beforeChange?.();
  if (fresh) print(`Creating the tables (${statements.length} statements).`);
  else for (const statement of statements) if (!isMemory(statement)) print(`Schema: ${firstLine(statement)}`);
  if (statements.length > 0) await changed(connection, statements);
  for (const one of plan.refills) await refill(connection, one, remember, print);
  return false;
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
