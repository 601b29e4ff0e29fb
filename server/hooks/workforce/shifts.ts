import sql from 'sql-template-tag';
import type { shifts } from '../../../src/schemas/workforce/shifts';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof shifts> = {
  /** Who works in it is one fact, users.shift_id. */
  async present(rows, { tx, session }, of) {
    if (!rows.length || of === 'list') return rows;
    const ids = rows.map((row) => row.id);
    const users = await tx.rows<{ id: string; shift_id: string; name: string }>(sql`
      select "id", "shift_id", "name" from "users" where "tenant_id" = ${session.tenantId} and "shift_id" = any(${ids}::text[])
        and "deleted_at" is null order by "name"`);
    return rows.map((row) => {
      const people = users.filter((one) => one.shift_id === row.id);
      const labels = { ...row._labels, user_ids: people.map((one) => one.name) };
      return { ...row, user_ids: people.map((one) => one.id), _labels: labels };
    });
  },
};
