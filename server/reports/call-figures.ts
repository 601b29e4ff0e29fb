import sql, { raw, type Sql } from 'sql-template-tag';
import {
  figureMeasures,
  groupDimensions,
  type CallFigures,
  type CallSummaryRow,
  type SummaryGroup,
} from '../../src/schemas/kit/call-summary';
import type { Tx } from '../store/store';
import type { Asked } from '../measures/asked';
import { countTable, type Counts } from '../measures/count-table';

const columns = Object.values(figureMeasures).map((measure) => ({ measure }));
const worked = { measure: 'W1' } as const;
/** Rows of a table that people can still read. */
const mostRows = 1000;

/** The figures of these calls (`asked.among`) by one dimension, as every report counts them; `withWork`: also working time by user. */
export async function callFigures(
  tx: Tx,
  asked: Asked,
  group: SummaryGroup,
  withWork: boolean,
): Promise<{ readonly rows: CallSummaryRow[]; readonly total: CallFigures }> {
  const by = groupDimensions[group];
  const counts = await countTable(tx, asked, [by], columns, {});
  const { among: _calls, ...days } = asked;
  const work = withWork ? await countTable(tx, days, ['user'], [worked], {}) : undefined;
  const paths = counts.paths.slice(0, mostRows);
  const labels = await labelsOf(
    tx,
    asked.tenantId,
    group,
    paths.flatMap(([key]) => (key ? [key] : [])),
  );
  const rows = paths.map(([key = null]): CallSummaryRow => {
    const label = key === null || !named[group] ? key : (labels.get(key) ?? null);
    return { ...figuresAt(counts, [key]), key, label, worked_s: work ? Number(work.number(worked, [key])?.value ?? 0) : null };
  });
  const name = (row: CallSummaryRow): string => row.label ?? '\uFFFF';
  return { rows: rows.sort((a, b) => name(a).localeCompare(name(b), 'en')), total: figuresAt(counts, []) };
}

function figuresAt(counts: Counts, path: readonly (string | null)[]): CallFigures {
  const value = (id: keyof CallFigures): number | string | null =>
    counts.number({ measure: figureMeasures[id] }, path)?.value ?? null;
  const number = (id: keyof CallFigures): number => Number(value(id) ?? 0);
  const moment = (id: keyof CallFigures): string | null => {
    const at = value(id);
    return at === null ? null : String(at);
  };
  return {
    dialled: number('dialled'),
    connected: number('connected'),
    no_answer: number('no_answer'),
    busy: number('busy'),
    unreachable: number('unreachable'),
    invalid: number('invalid'),
    failed: number('failed'),
    inbound: number('inbound'),
    missed: number('missed'),
    called_back: number('called_back'),
    leads_dialled: number('leads_dialled'),
    leads_connected: number('leads_connected'),
    talk_s: number('talk_s'),
    conversations: number('conversations'),
    longest_s: number('longest_s'),
    first_at: moment('first_at'),
    last_at: moment('last_at'),
  };
}

const named: Readonly<Partial<Record<SummaryGroup, { readonly table: string; readonly key: string; readonly name: string }>>> = {
  user: { table: 'users', key: 'id', name: 'name' },
  disposition: { table: 'lead_stages', key: 'id', name: 'stage_name' },
  list: { table: 'dialer_lists', key: 'key', name: 'value' },
};

/** What the keys are called; one that is gone has no name. */
async function labelsOf(
  tx: Tx,
  tenantId: string,
  group: SummaryGroup,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const from = named[group];
  if (!from || !keys.length) return new Map();
  const column = (name: string): Sql => raw(`n."${name}"`);
  const rows = await tx.rows<{ key: string; label: string }>(
    sql`select ${column(from.key)} as "key", ${column(from.name)} as "label" from ${raw(`"${from.table}"`)} n
      where n."tenant_id" = ${tenantId} and ${column(from.key)} = any(${[...keys]}::text[])`,
  );
  return new Map(rows.map(({ key, label }) => [key, label]));
}
