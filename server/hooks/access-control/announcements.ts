import sql from 'sql-template-tag';
import type { announcements } from '../../../src/schemas/access-control/announcements';
import type { Hooks } from '../../context/hooks';
import { announce, unannounced } from '../../live/announce';

export const hooks: Hooks<typeof announcements> = {
  /** Its audience is notified at once; an announcement that starts later is sent at its time (server/live/reminders.ts). */
  async afterWrite(row, _before, { tx, session, services }) {
    await announce(tx, session.tenantId, await unannounced(tx, session.tenantId, services.now(), row.id));
  },
  /** How many saw it, how many confirmed. */
  async present(rows, { tx, session }) {
    if (!rows.length) return rows;
    const ids = rows.map((row) => row.id);
    const counts = await tx.rows<{ announcement_id: string; seen: number; acknowledged: number }>(sql`
      select "announcement_id", count(*)::int as "seen", count("acknowledged_at")::int as "acknowledged" from "announcement_reads"
      where "tenant_id" = ${session.tenantId} and "announcement_id" = any(${ids}::text[]) and "deleted_at" is null group by 1`);
    return rows.map((row) => {
      const count = counts.find((one) => one.announcement_id === row.id);
      return { ...row, seen_count: count?.seen ?? 0, acknowledged_count: count?.acknowledged ?? 0 };
    });
  },
};
