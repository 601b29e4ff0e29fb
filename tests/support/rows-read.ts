import sql from 'sql-template-tag';
import type { Tx } from '../../server/store/store';

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Node[];
}
/** The number of rows that all nodes of a statement's plan touched, or only those that read one table. */
export async function rowsRead(tx: Tx, text: Parameters<Tx['rows']>[0], only?: string): Promise<number> {
  const [explained] = await tx.rows(sql`explain (analyze, timing off, format json) ${text}`);
  const [plan] = Object.values(explained!).flatMap((value) => (typeof value === 'string' ? JSON.parse(value) : value)) as {
    Plan: Node;
  }[];
  const sum = (node: Node): number =>
    (only === undefined || node['Relation Name'] === only
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
        node['Actual Loops']
      : 0) + (node.Plans ?? []).reduce((all, one) => all + sum(one), 0);
  return sum(plan!.Plan);
}
