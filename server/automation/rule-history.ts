import { json } from '../store/parameters';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import type { LeadTrigger } from '../lead-events/tenant-rules';

export interface RunToRecord {
  readonly family: 'rules' | 'counsellor-rules' | 'workflow-rules' | 'assignment-rules';
  readonly ruleId: string;
  readonly actions: readonly { readonly type: string; readonly result: string; readonly message?: string }[];
  readonly result: 'executed' | 'failed' | 'skipped';
}

/** Keeps what rules did with a lead: their history and figures are read from it. */
export async function recordRuns(
  tx: Tx,
  by: { readonly tenantId: string; readonly userId: string | null; readonly now: Date },
  leadId: string,
  trigger: LeadTrigger | 'allocate',
  runs: readonly RunToRecord[],
): Promise<void> {
  if (!runs.length) return;
  await tx.insertMany(
    'rule_runs',
    ['tenant_id', 'id', 'family', 'rule_id', 'lead_id', 'trigger', 'actions', 'result', 'created_at'],
    runs.map((run) => [
      by.tenantId,
      newId(),
      run.family,
      run.ruleId,
      leadId,
      trigger,
      json(run.actions),
      run.result,
      by.now.toISOString(),
    ]),
  );
}
