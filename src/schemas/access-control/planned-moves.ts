import { defineResource, type Row } from '../kit/resource';

/** Moves in the hierarchy that wait for their day, and what became of earlier ones. The one who planned it made the record. */
export const plannedMoves = defineResource({
  name: 'planned-moves',
  label: 'Planned move',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['user_id', 'on', 'state'],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string', title: 'User' },
      reports_to: { type: 'string', title: 'New manager' },
      on: { type: 'string', title: 'Takes effect', format: 'date' },
      state: { type: 'string', enum: ['planned', 'done', 'refused', 'cancelled'] },
      reason: { type: 'string', title: 'Rejection reason', maxLength: 300 },
      ended_at: { type: 'string', title: 'Ended', format: 'date-time' },
    },
  },
  refs: { user_id: 'users', reports_to: 'users' },
  unique: [{ fields: ['user_id'], unless: ['ended_at'] }],
  filter: ['user_id'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type PlannedMove = Row<typeof plannedMoves>;
