import type { csvExports } from '../../../src/schemas/leads/csv-exports';
import type { Hooks } from '../../context/hooks';

/** The stored file's id becomes a URL, only for the person who requested the export; it is valid for 15 minutes. */
export const hooks: Hooks<typeof csvExports> = {
  async present(rows, { services, session }) {
    return rows.map((row) => ({
      ...row,
      file:
        typeof row.file === 'string' && row.created_by === session.userId
          ? services.files.address(row.file, session.tenantId, session.userId)
          : null,
    }));
  },
};
