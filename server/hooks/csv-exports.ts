import type { Hooks } from '../http/context';

/** The stored file's id becomes an address that is good for 15 minutes; a file that is gone has none. */
export const hooks: Hooks = {
  async present(rows, { services, session }) {
    return rows.map((row) => ({
      ...row,
      file: typeof row['file'] === 'string' ? services.files.address(row['file'], session.tenantId, session.userId) : null,
    }));
  },
};
