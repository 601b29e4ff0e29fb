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

/** A move that takes effect on a later day: it is checked now, and again when it is carried out. A further plan replaces it. */
export const planMove = defineCall({
  name: 'plan-move',
  wire: 'PUT users/{id}/planned-move',
  access: { code: 'USERS', staff: true },
  as: 'update',
  body: {
    type: 'object',
    required: ['reports_to', 'on'],
    additionalProperties: false,
    properties: {
      reports_to: { type: ['string', 'null'], maxLength: 26 },
      on: { type: 'string', format: 'date' },
    },
  },
});

export const cancelPlannedMove = defineCall({
  name: 'cancel-planned-move',
  wire: 'DELETE users/{id}/planned-move',
  access: { code: 'USERS', staff: true },
  as: 'update',
});

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
