import { dataOf, defineCall } from '../kit/call';
import type { HierarchyPerson } from '../kit/reporting-lines';

/** Who reports to whom: the whole tenant for those who see every record, otherwise the caller and everyone below (D-024). */
export const userHierarchy = defineCall({
  name: 'user-hierarchy',
  wire: 'GET users/hierarchy',
  access: 'signed-in',
  as: 'read',
  data: dataOf<UserHierarchy>(),
  reply: {
    type: 'object',
    properties: {
      data: { type: 'object', properties: { people: { type: 'array' }, complete: { type: 'boolean' } } },
    },
  },
});
export interface UserHierarchy {
  readonly people: readonly HierarchyPerson[];
  /** False if there are more people than one answer contains. */
  readonly complete: boolean;
}

/** The same as a CSV file, in the order of the tree. */
export const userHierarchyExport = defineCall({
  name: 'user-hierarchy-export',
  wire: 'POST users/hierarchy/export',
  data: dataOf<{ readonly export_id: string; readonly job_id: string }>(),
  access: { rule: 'org', export: { code: 'USERS', level: 5 }, staff: true },
  as: 'export',
  body: { type: 'object', additionalProperties: false, properties: {} },
  reply: { type: 'object', properties: { data: { type: 'object' } } },
});
