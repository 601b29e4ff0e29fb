import { dataOf, defineCall } from '../kit/call';

/** One act of a user on a lead (A1). */
export interface ShownAct {
  readonly id: string;
  readonly kind: string;
  /** The kind in words. */
  readonly act: string;
  readonly at: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly lead_id: string;
  readonly lead_name: string;
  /** The stages of a call action. */
  readonly from_stage: string | null;
  readonly to_stage: string | null;
  /** How long was talked. */
  readonly talk_s: number | null;
  /** What was said about it. */
  readonly comment: string | null;
}
/** The acts that a cell of a report counted, newest first. */
export const cellActs = defineCall({
  name: 'cell-acts',
  wire: 'GET reports/acts?cell,page',
  data: dataOf<readonly ShownAct[]>(),
  members: dataOf<{ readonly count: number }>(),
  access: { code: 'LEADS' },
  as: 'read',
  query: {
    type: 'object',
    required: ['cell'],
    properties: {
      cell: { type: 'string', maxLength: 4000 },
      page: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
    },
  },
});
/** Rows of a page of `cell-acts`. */
export const actsOnPage = 50;
