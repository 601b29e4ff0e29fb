import sql from 'sql-template-tag';
import type { workflows } from '../../../src/schemas/automation/workflows';
import type { Hooks } from '../../context/hooks';

/** How many leads entered, are on their way and came to the end: one statement for the rows shown. */
export const hooks: Hooks<typeof workflows> = {
  async present(rows, { tx, session }) {
    if (!rows.length) return rows;
    const found = await tx.rows<{ workflow_id: string; entered: number; active: number; completed: number }>(
      sql`select "workflow_id", count(*)::int as "entered", count(*) filter (where "state" = 'active')::int as "active",
            count(*) filter (where "state" = 'completed')::int as "completed"
          from "workflow_entries" where "tenant_id" = ${session.tenantId} and "deleted_at" is null
            and "workflow_id" = any(${rows.map((row) => row.id)}::text[]) group by "workflow_id"`,
      'workflow-stats',
    );
    const byId = new Map(found.map(({ workflow_id, ...stats }) => [workflow_id, stats]));
    return rows.map((row) => ({ ...row, stats: byId.get(row.id) ?? { entered: 0, active: 0, completed: 0 } }));
  },
};
