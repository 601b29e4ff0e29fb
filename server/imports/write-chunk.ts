import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { importRows } from '../../src/schemas/system/import-rows';
import type { ArrivalPlan, Outcome } from '../leads/plan-arrivals';
import { insertRows } from '../store/listed-rows';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';

export interface ImportScope {
  readonly tenantId: string;
  readonly userId: string | null;
  readonly importId: string;
}
type Failed = readonly { readonly line: number; readonly field: string; readonly reason: string }[];

/** Stores the result of each line of the chunk, in the transaction of its leads. */
export async function writeOutcomes(
  tx: Tx,
  { tenantId, importId }: ImportScope,
  plan: ArrivalPlan,
  failed: Failed,
): Promise<void> {
  const outcomes = [
    ...plan.outcomes,
    ...failed.map((one) => ({
      line: one.line,
      field: one.field.slice(0, 80),
      reason: one.reason.slice(0, 300),
      outcome: 'failed' as const,
    })),
  ].map((one) => ({ id: newId(), import_id: importId, ...one }));
  const columns = ['id', 'import_id', 'line', 'outcome', 'record_id', 'field', 'reason', 'before', 'after'];
  const statement = insertRows(tenantId, importRows, columns, outcomes);
  if (statement) await tx.run(statement);
}

/** Adds what the chunk did to the import's counts. Throws Problem 404 when the import was deleted. */
export async function countChunk(tx: Tx, { tenantId, importId }: ImportScope, plan: ArrivalPlan, failed: number): Promise<void> {
  const count = (outcome: Outcome): number => plan.outcomes.filter((one) => one.outcome === outcome).length;
  const touched = await tx.run(sql`
    update "imports" set "created" = "created" + ${count('created')}::int, "updated" = "updated" + ${count('updated')}::int,
      "re_enquiries" = "re_enquiries" + ${count('re_enquiry')}::int, "failed" = "failed" + ${failed}::int,
      "rows" = "rows" + ${plan.outcomes.length + failed}::int
    where "tenant_id" = ${tenantId} and "id" = ${importId} and "deleted_at" is null`);
  if (touched === 0) throw problem(404, 'This import no longer exists.');
}
