import type { AuditLogProvider } from '@refinedev/core';
import { problem } from '../schemas/kit/problem';

/**
 * refine's history from the product's audit trail, newest first. With `meta.id` the changes of that record, for everyone who can
 * read it; without it those of the whole resource as in the timeline, with `meta.limit` and `meta.page`.
 */
const history: Pick<AuditLogProvider, 'get' | 'update'> = {
  get: async (asked) => (await import('./audit-log')).historyOf(asked),
  update: async () => {
    throw problem(403, 'The history cannot be changed.');
  },
};
/** Without `create`: the server writes the trail. refine's type requires it, but refine calls it only where there is one. */
export const auditLogProvider = history as AuditLogProvider;
