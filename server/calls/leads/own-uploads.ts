import sql, { type Sql } from 'sql-template-tag';
import type { UploadStatus } from '../../../src/schemas/kit/lead-uploads';
import { problem } from '../../../src/schemas/kit/problem';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import type { Sent } from '../../context/context';
import type { Session } from '../../context/session';
import type { Tx } from '../../store/store';

interface DryRun extends Partial<Record<'create' | 're_enquiry' | 'update' | 'failed' | 'skip' | 'rows', number>> {
  readonly errors?: UploadStatus['errors'];
}
export type JobRow = {
  id: string;
  kind: string;
  state: UploadStatus['status'];
  done: number | null;
  total: number | null;
  message: string | null;
  payload: Sent;
  result: DryRun | null;
  finished_at: string | null;
};

export async function ownJob(tx: Tx, session: Session, id: string): Promise<JobRow> {
  const job = await tx.row<JobRow>(sql`
    select * from "jobs" where "tenant_id" = ${session.tenantId} and "id" = ${id}
      and "kind" in ('lead-import', 'lead-import-dry-run', 'lead-import-undo') and ${ownOf(session)}`);
  if (!job) throw problem(404, 'This import does not exist.');
  return job;
}
/** Everyone sees what they started, role 1 all of it (the schema's scope). */
export function ownOf(session: Session): Sql {
  return isAdministrator(session) ? sql`true` : sql`"created_by" = ${session.userId}`;
}
